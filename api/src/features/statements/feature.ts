import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { kycOf } from '../kyc/kyc.ts'
import { balancesDocument } from './balances.ts'
import { gaeStatementDocument } from './gae-statement-document.ts'
import { statementJobs } from './jobs.ts'
import { statementRoutes } from './routes.ts'
import { statementSentJobs } from './sent-jobs.ts'
import { statementDocument } from './statement-document.ts'
import { taxDocument } from './tax-document.ts'

export const statements = feature({
  name: 'statements',
  tables: { statement_prices: 'impersonal' },
  reads: ['customers', 'documents', 'ledger_accounts', 'ledger_lines'],
  documents: [statementDocument, gaeStatementDocument, balancesDocument, taxDocument],
  routes: (deps) => {
    const { db, now } = deps
    return statementRoutes({ db, now, kyc: kycOf(deps), limits: identityOf(deps).limits })
  },
  sends: statementSentJobs,
  jobs: statementJobs,
})

import { countOpen, createApprovals } from '../../approvals/service.ts'
import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { kycOf } from '../kyc/kyc.ts'
import { walletOf } from '../wallet/wallet.ts'
import { deskRoutes } from './routes.ts'

/** What operators work with: what waits, how the house stands, and whom they look after. */
export const desk = feature({
  name: 'desk',
  tables: {
    queue_taken: {
      by: 'operator',
      exported: { not: 'who is on what is a word among operators, and over in an hour' },
      erased: 'deleted',
    },
  },
  reads: ['customers', 'wallet_senders'],
  audits: {
    'freeze-customer': 'Froze an account',
    'end-sessions': 'Logged a customer out on every device',
    'ask-verification-again': 'Asked a customer to verify again',
    'read-personal-data': 'Looked at personal information',
  },
  routes: (deps, together) => {
    const identity = identityOf(deps)
    const approvals = createApprovals(identity, together.decisions)
    return deskRoutes({
      ...together,
      log: deps.log,
      identity,
      wallet: walletOf(deps),
      kyc: kycOf(deps),
      countApprovals: (person) => countOpen(approvals, person),
    })
  },
})

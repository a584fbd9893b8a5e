import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { digestsOf, type SealedAccount } from './accounts.ts'
import { bankAccountsOf } from './bank-accounts.ts'
import { bankAccountPart } from './bank-part.ts'
import { eraseAccounts, exportAccounts } from './customer-data.ts'
import { bankAccountJobs } from './jobs.ts'
import { bankStatement } from './proving.ts'
import { bankAccountQueue, bankAccountsHealth } from './queues.ts'
import { bankAccountRoutes } from './routes.ts'
import { accountMoves } from './rules.ts'
import { bankAccountSentJobs } from './sent-jobs.ts'

/** Customers' own accounts at banks, and the proof that they are theirs. */
export const bankAccounts = feature({
  name: 'bank-accounts',
  tables: {
    bank_accounts: { exported: exportAccounts, erased: eraseAccounts },
    bank_account_proofs: {
      exported: { as: 'proofsOfBankAccounts', columns: 'kind, tries, sent_at, made_at', order: 'number' },
      erased: { kept: 'how an account was proven has to be shown; the id names nobody any more' },
    },
  },
  things: [accountMoves],
  keyed: ({ personalData }) => [
    {
      ...{ secret: 'PERSONAL_DATA_SECRET', what: 'bank accounts', table: 'bank_accounts', by: 'id', column: 'sealed' },
      mark: personalData.mark,
      renew: (id, sealed) => personalData.seal(id, 'bank-account', personalData.open(id, 'bank-account', sealed)),
      digest: {
        column: 'digest',
        of: (id, sealed) => {
          const { to } = personalData.open<SealedAccount>(id, 'bank-account', sealed)
          return digestsOf({ personalData }, 'iban' in to ? to.iban : to.number)[0]
        },
      },
    },
    {
      ...{ secret: 'PERSONAL_DATA_SECRET', what: 'codes of small deposits', table: 'bank_account_proofs' },
      ...{ column: 'code_hash', keyColumn: 'code_key', newestKey: personalData.digestKey },
    },
  ],
  reads: ['customers', 'kyc_personal'],
  uploads: [bankStatement],
  routes: (deps) => bankAccountRoutes(bankAccountsOf(deps), identityOf(deps)),
  sends: bankAccountSentJobs,
  jobs: bankAccountJobs,
  bank: (deps) => bankAccountPart(bankAccountsOf(deps)),
  audits: {
    'verify-bank-account': 'Verified a customer’s bank account',
    'reject-bank-account': 'Rejected a customer’s bank account',
  },
  queues: (deps) => [bankAccountQueue(bankAccountsOf(deps))],
  health: (deps) => bankAccountsHealth(bankAccountsOf(deps)),
})

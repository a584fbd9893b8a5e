import type { Logger } from 'pino'
import type { Person } from '../../bind.ts'
import type { Together } from '../../feature.ts'
import type { Identity } from '../identity/identity.ts'
import type { Kyc } from '../kyc/kyc.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** What the services of the desk work with. */
export type Desk = Pick<Together, 'queues' | 'figures' | 'health' | 'audits'> & {
  log: Logger
  identity: Identity
  wallet: Wallet
  kyc: Kyc
  /** How many approvals wait for somebody, and how many of the own. */
  countApprovals: (person: Person) => Promise<{ forMe: number; ofMine: number }>
}

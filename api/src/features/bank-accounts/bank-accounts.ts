import type { Outbox } from '@ingot/db/jobs'
import { type Bank, bankOf } from '../../bank/bank.ts'
import { type Deps, once } from '../../feature.ts'

/** What the services of bank accounts work with, in the api as in the worker. */
export type BankAccounts = Pick<Bank, 'db' | 'now' | 'personalData' | 'house'> & {
  outbox: Outbox
  /** Whose code it is that stands on a small deposit. */
  brand: string
}

export const bankAccountsOf = once((deps: Deps): BankAccounts => {
  const { db, now, personalData, house } = bankOf(deps)
  return { db, now, personalData, house, outbox: deps.outbox, brand: deps.config.BRAND_NAME }
})

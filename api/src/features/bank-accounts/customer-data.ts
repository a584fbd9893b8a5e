import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { Desk, Left } from '../../feature.ts'
import type { Customer } from '../identity/store.ts'
import { openAccount } from './accounts.ts'
import { endDeposits } from './moving.ts'
import { accountMoves } from './rules.ts'
import * as store from './store.ts'

export const exportAccounts = async (desk: Desk, { id }: Customer) => ({
  bankAccounts: (await store.listEveryAccount(desk.db, id)).map((row) => {
    const { state, reason, note, country, added_at, verified_at } = row
    const opened = row.sealed ? openAccount(desk, row) : null
    return {
      ...{ holder: opened?.holder ?? null, account: opened?.to ?? null, country, state, reason, note },
      ...{ addedAt: added_at, verifiedAt: verified_at },
    }
  }),
})

/** That there were accounts stays on record with what was paid; their numbers do not. */
export const eraseAccounts = async (tx: Tx, { id: customer }: Customer, { now }: Pick<Desk, 'now'>): Promise<Left> => {
  const cause = { by: 'command', at: now() }
  const set = { reason: null, note: null, review_since: null, is_preferred: 'false' }
  for (const { id } of await store.lockAccounts(tx, customer)) {
    await endDeposits(tx, id, cause)
    await advance(tx, accountMoves, id, { to: 'Removed', ...cause, why: 'the customer was erased', set })
  }
  await store.forgetNumbers(tx, customer)
  return {}
}

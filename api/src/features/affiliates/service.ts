import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { saveRank } from '../identity/store.ts'
import { deleteMember } from './names-store.ts'
import { rankOf } from './rules.ts'
import * as store from './store.ts'

const saveRanks = async (tx: Tx, ids: readonly string[]) => {
  for (const member of await store.readMembers(tx, ids)) {
    const rank = rankOf(member.isVerified, member)
    if (rank !== member.rank) await saveRank(tx, member.id, rank)
  }
}

/**
 * To be called in the transaction in which somebody becomes verified, stops being so, or is put elsewhere: gives the customers
 * and every introducer above the rank that the network now earns them.
 */
export const recomputeRanks = async (tx: Tx, ...customers: readonly string[]): Promise<void> => {
  await saveRanks(tx, await store.lockLines(tx, customers))
}

/** Whoever is erased is in nobody's network any more; those below stay where they are. */
export const leaveNetwork = async (tx: Tx, customer: string): Promise<void> => {
  await deleteMember(tx, customer)
  await recomputeRanks(tx, customer)
}

const pageSize = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Everybody's rank anew, one customer at a time, so that nobody waits long: the policy may have changed. */
export const recomputeAllRanks = async (db: Db): Promise<void> => {
  for (let page = await store.listRankable(db, beforeAll, pageSize); page.length > 0; ) {
    for (const id of page)
      await inTransaction(db, async (tx) => {
        await store.lockCustomer(tx, id)
        await saveRanks(tx, [id])
      })
    page = await store.listRankable(db, page.at(-1) ?? '', pageSize)
  }
}

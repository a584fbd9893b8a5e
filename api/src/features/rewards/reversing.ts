import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { lockCustomer } from '../identity/store.ts'
import { saveToTakeBack } from './requested-store.ts'
import { findOne } from './reversing-store.ts'
import { rewardMoves } from './rules.ts'

type By = { by: string; why: string; at: Date }

/**
 * Reverses one, however far it is. One that is asked for is left to its request, which ends by it. One that was paid stays with the
 * customer, and is taken from what he claims next.
 */
export const reverseReward = async (tx: Tx, id: string, how: By): Promise<void> => {
  const found = await findOne(tx, id)
  if (!found || ['Reversed', 'Expired', 'Requested'].includes(found.state)) return
  await advance(tx, rewardMoves, id, { to: 'Reversed', ...how, set: { held_at: null } })
  if (found.state === 'Paid') await saveToTakeBack(tx, found.customer, found.asset, found.amount)
}

/** Several, of customers who are locked one after the other in one order, as wherever something of theirs is decided. */
export const reverseRewards = async (
  tx: Tx,
  gone: readonly { id: string; customer: string }[],
  how: By,
): Promise<void> => {
  for (const customer of [...new Set(gone.map((each) => each.customer))].sort()) await lockCustomer(tx, customer)
  for (const { id } of gone) await reverseReward(tx, id, how)
}

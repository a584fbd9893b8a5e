import type { Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { RewardAsset, RewardState } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'
import { rewardMoves } from './rules.ts'

export type Found = {
  id: string
  customer: string
  referee: string
  state: RewardState
  asset: RewardAsset
  amount: bigint
  request: string | null
}

export const findOne = async (tx: Tx, id: string): Promise<Found | undefined> => {
  const { rows } = await sql<Omit<Found, 'amount'> & { amount: string }>`
    select id, customer, referee, state, asset, amount, request from rewards where id = ${id}`.execute(tx)
  return rows[0] && { ...rows[0], amount: BigInt(rows[0].amount) }
}

/** Whoever leaves or dies earns nothing more: what is not asked for stays with the house. */
export const reverseAllOf = (
  tx: Tx,
  customer: string,
  at: Date,
  why: string = 'the customer has left',
): Promise<string[]> =>
  advanceAll(tx, rewardMoves, sql`customer = ${customer} and state in ('Pending', 'Claimable', 'Held')`, {
    ...{ to: 'Reversed', by: 'clock', why, at, set: { held_at: null } },
  })

import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'
import { rewardMoves } from './rules.ts'

// What becomes of rewards by the requests that ask for them. The customer is locked by whoever calls.

type By = { by: string; at: Date }

/** Those that can be claimed of an asset, locked. */
export const lockClaimable = async (
  tx: Tx,
  customer: string,
  asset: RewardAsset,
): Promise<{ ids: string[]; units: bigint }> => {
  const { rows } = await sql<{ id: string; amount: string }>`
    select id, amount from rewards where customer = ${customer} and asset = ${asset} and state = 'Claimable'
    order by id for update`.execute(tx)
  return { ids: rows.map(({ id }) => id), units: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n) }
}

export const saveToTakeBack = async (tx: Tx, customer: string, asset: RewardAsset, change: bigint): Promise<void> => {
  await sql`update reward_bundles set to_take_back = to_take_back + ${String(change)}
    where customer = ${customer} and asset = ${asset}`.execute(tx)
}

const refuseOthers = (moved: readonly string[], wanted: number) => {
  if (moved.length !== wanted) throw new Error('rewards of a request are in another state than it says')
}

/** Puts them into a request. */
export const markRequested = async (tx: Tx, ids: readonly string[], request: string, by: By): Promise<void> => {
  const chosen = sql`id = any(${[...ids]}::uuid[])`
  refuseOthers(await advanceAll(tx, rewardMoves, chosen, { to: 'Requested', ...by, set: { request } }), ids.length)
  await sql`
    insert into reward_request_rewards (request, reward)
    select ${request}::uuid, id from unnest(${[...ids]}::uuid[]) as one (id)`.execute(tx)
}

type Asked = { id: string; customer: string; asset: RewardAsset; takenBack: bigint; rewards: number }

const isGone = sql`exists (select from reward_events e where e.entry = rewards.entry and e.back_entry is not null)`

/** What a customer asked for and nobody decided about. */
export const readAskedFor = async (tx: Tx, customer: string): Promise<string[]> => {
  const { rows } = await sql<{ request: string }>`
    select distinct request from rewards where customer = ${customer} and state = 'Requested' order by request`.execute(
    tx,
  )
  return rows.map(({ request }) => request)
}

/** Requests that ask for something of a fee that went back meanwhile. */
export const findGone = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ request: string }>`
    select distinct r.request from rewards r join reward_events e on e.entry = r.entry
    where r.request is not null and r.state = 'Requested' and e.back_entry is not null`.execute(db)
  return rows.map(({ request }) => request)
}

/**
 * Gives them back: they can be claimed again, and what was kept of them is to be taken back as before. Those whose fee went back
 * meanwhile are reversed.
 */
export const releaseRequested = async (tx: Tx, asked: Asked, by: By): Promise<void> => {
  const chosen = sql`request = ${asked.id} and state = 'Requested'`
  const released = await advanceAll(tx, rewardMoves, chosen, { to: 'Claimable', ...by, set: { request: null } })
  refuseOthers(released, asked.rewards)
  const gone = sql`id = any(${released}::uuid[]) and ${isGone}`
  await advanceAll(tx, rewardMoves, gone, { from: 'Claimable', to: 'Reversed', ...by, why: 'the fee went back' })
  if (asked.takenBack > 0n) await saveToTakeBack(tx, asked.customer, asked.asset, asked.takenBack)
}

export const markPaid = async (tx: Tx, asked: Asked, entry: bigint, by: By): Promise<void> => {
  const chosen = sql`request = ${asked.id} and state = 'Requested'`
  const set = { paid_entry: String(entry) }
  refuseOthers(await advanceAll(tx, rewardMoves, chosen, { to: 'Paid', ...by, set }), asked.rewards)
}

/** What the rewards of a request come to, as they stand: nothing is paid that they do not cover. */
export const sumRequested = async (tx: Tx, request: string): Promise<{ count: number; units: bigint }> => {
  const { rows } = await sql<{ count: number; units: string }>`
    select count(*)::int as count, coalesce(sum(amount), 0) as units from rewards
    where request = ${request} and state = 'Requested' and not ${isGone}`.execute(tx)
  return { count: rows[0]?.count ?? 0, units: BigInt(rows[0]?.units ?? 0) }
}

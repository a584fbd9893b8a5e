import type { Db } from '@ingot/db/connect'
import type { RewardAsset, RewardEvent } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'

/** A reward that a request asks for. */
export type RewardBehind = {
  request: string
  number: string
  asset: RewardAsset
  amount: string
  level: number
  event: RewardEvent
  at: Date
  referee: string
}

/** The newest of each request, so many at most. */
export const readRewardsBehind = async (db: Db, requests: readonly string[], most: number): Promise<RewardBehind[]> => {
  const { rows } = await sql<RewardBehind>`
    select asked.request, r.* from unnest(${[...requests]}::uuid[]) as asked (request), lateral (
      select r.number, r.asset, r.amount, r.level::int, e.event, r.at, f.username as referee
      from reward_request_rewards q join rewards r on r.id = q.reward join reward_events e on e.entry = r.entry
        join customers f on f.id = r.referee
      where q.request = asked.request order by r.number desc limit ${most}) r`.execute(db)
  return rows
}

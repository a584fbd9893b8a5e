import type { Db } from '@ingot/db/connect'
import type { RewardAsset, RewardEvent } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import type { Flag } from './rules.ts'

export const sumHeld = (db: Db) => sumOf(db, sql`select r.held_at as since from rewards r where r.state = 'Held'`)

export type HeldRow = {
  id: string
  number: string
  since: Date
  micros: string
  customer: string
  username: string
  referee: string
  asset: RewardAsset
  amount: string
  level: number
  event: RewardEvent
  at: Date
  flags: Flag[]
  held: number
}

export const listHeld = async (db: Db, after: Place, limit: number): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    select r.id, r.number, r.held_at as since, ${microsOf(sql`r.held_at`)} as micros, r.customer, c.username,
      f.username as referee, r.asset, r.amount, r.level::int, e.event, r.at, r.flags,
      (select count(*)::int from rewards o where o.referee = r.referee and o.customer = r.customer and o.state = 'Held') as held
    from rewards r join reward_events e on e.entry = r.entry join customers c on c.id = r.customer
      join customers f on f.id = r.referee
    where r.state = 'Held' and (r.held_at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by r.held_at, r.id limit ${limit}`.execute(db)
  return rows
}

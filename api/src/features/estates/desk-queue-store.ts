import type { Db } from '@ingot/db/connect'
import type { EstateState } from '@ingot/endpoints/estate-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

/** What waits for an operator: while the owner has his time, nobody does. The first line is the index's own. */
const waits = (now: Date) => sql`
  e.state in ('Reported', 'Checking', 'Waiting', 'Documents', 'Approved')
    and e.state <> 'Approved' and (e.state <> 'Waiting' or e.waiting_until <= ${now})`

/** Since when it waits for an operator. */
const since = sql`case e.state when 'Reported' then e.reported_at when 'Checking' then e.checked_at
  when 'Waiting' then e.waiting_until else e.documents_at end`

export const sumWaiting = (db: Db, now: Date) =>
  sumOf(db, sql`select e.reported_at as since from estates e where ${waits(now)}`)

export type Waits = {
  id: string
  state: 'Reported' | 'Checking' | 'Waiting' | 'Documents'
  source: 'public' | 'operator'
  sealed: Buffer
  reported_at: Date
  since: Date
  customer: string | null
  username: string | null
  micros: string
}

export const listWaiting = async (db: Db, now: Date, after: Place, limit: number): Promise<Waits[]> => {
  const { rows } = await sql<Waits>`
    select e.id, e.state, e.source, e.sealed, e.reported_at, ${since} as since, e.customer, c.username,
      ${microsOf(sql`e.reported_at`)} as micros
    from estates e left join customers c on c.id = e.customer
    where ${waits(now)} and (e.reported_at, e.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by e.reported_at, e.id limit ${limit}`.execute(db)
  return rows
}

type Standing = { state: EstateState; count: number; oldest: Date }

/** How many wait in each state, and since when the oldest of them does. */
export const readStandings = async (db: Db, now: Date): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select state, count(*)::int as count, min(since) as oldest
    from (select e.state, ${since} as since from estates e where ${waits(now)}) waiting group by state`.execute(db)
  return rows
}

import type { Db } from '@ingot/db/connect'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import { readWithdrawals, type StoredWithdrawal } from './store.ts'

/** What waits for the vault: all that has not ended but what is with the carrier. The first line is the index's own. */
const waits = sql`w.state not in ('Refused', 'Cancelled', 'Delivered', 'Replaced', 'Credited') and w.state <> 'Sent'`

export const sumWaiting = (db: Db) => sumOf(db, sql`select w.requested_at as since from withdrawals w where ${waits}`)

export type Waits = StoredWithdrawal & { username: string; micros: string; stateSince: Date }

/** Since when it is as it is. */
const since = sql`coalesce((
  select max(s.at) from state_history s where s.thing = 'withdrawal' and s.id = w.id::text), w.requested_at)`

type Row = { id: string; username: string; micros: string; since: Date }

export const listWaiting = async (db: Db, after: Place, limit: number): Promise<Waits[]> => {
  const { rows } = await sql<Row>`
    select w.id, c.username, ${microsOf(sql`w.requested_at`)} as micros, ${since} as since
    from withdrawals w join customers c on c.id = w.customer
    where ${waits} and (w.requested_at, w.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by w.requested_at, w.id limit ${limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const found = await readWithdrawals(db, sql`w.id = any(${ids}::uuid[])`, limit)
  const byId = new Map(found.map((each) => [each.id, each]))
  return rows.flatMap(({ id, username, micros, since: stateSince }) => {
    const withdrawal = byId.get(id)
    return withdrawal ? { ...withdrawal, username, micros, stateSince } : []
  })
}

export type Standing = { state: WithdrawalState; count: number; oldest: Date }

/** How many wait in each state, and since when the oldest of them is in it. */
export const readStandings = async (db: Db): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select state, count(*)::int as count, min(since) as oldest
    from (select w.state, ${since} as since from withdrawals w where ${waits}) waiting group by state`.execute(db)
  return rows
}

import type { Db, Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, type Sum, sumOf, uuidIn } from '../../queue.ts'
import { type CheckState, reportStates } from './rules.ts'

type Found = { snapshot: number; customer: string; device: string; why: string | null; at: Date }

/** Says whether it counts: what a device has found before stands, unless it finds now that something does not fit. */
export const saveReport = async (tx: Tx, { snapshot, customer, device, why, at }: Found): Promise<boolean> => {
  const state: CheckState = why === null ? 'Fine' : 'Failed'
  const { rows } = await sql`
    insert into proof_reports (snapshot, customer, device, state, why, at)
    values (${snapshot}, ${customer}, ${device}, ${state}, ${why}, ${at})
    on conflict on constraint proof_reports_once do nothing returning id`.execute(tx)
  if (rows.length > 0) return true
  if (state === 'Fine') return false
  const { rows: fine } = await sql<{ id: string }>`
    select id from proof_reports
    where snapshot = ${snapshot} and customer = ${customer} and device = ${device} and state = 'Fine' for update`.execute(
    tx,
  )
  const [known] = fine
  if (!known) return false
  await advance(tx, reportStates, known.id, { to: 'Failed', by: `customer:${customer}`, at, set: { why, at } })
  return true
}

const waiting = sql`proof_reports r where r.state = 'Failed'`

export const sumFailed = (db: Db): Promise<Sum> => sumOf(db, sql`select r.at as since from ${waiting}`)

type FailedRow = {
  id: string
  snapshot: string
  why: string
  since: Date
  micros: string
  customer: string
  username: string | null
}

export const listFailed = async (db: Db, after: Place, limit: number): Promise<FailedRow[]> => {
  const { rows } = await sql<FailedRow>`
    select r.id, r.snapshot, r.why, r.at as since, ${microsOf(sql`r.at`)} as micros, r.customer, c.username
    from (select r.* from ${waiting} and (r.at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
      order by r.at, r.id limit ${limit}) r left join customers c on c.id = r.customer
    order by r.at, r.id`.execute(db)
  return rows
}

export const findReport = async (tx: Tx, id: string): Promise<{ customer: string } | undefined> => {
  const { rows } = await sql<{ customer: string }>`select customer from proof_reports where id = ${id}`.execute(tx)
  return rows[0]
}

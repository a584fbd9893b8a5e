import type { Db, Tx } from '@ingot/db/connect'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { readWithdrawals, type StoredWithdrawal } from './store.ts'

/** Of every customer, the last one first. */
export const listAll = (
  db: Db,
  { state }: { state?: WithdrawalState | undefined },
  { before, limit }: Stretch,
): Promise<StoredWithdrawal[]> => {
  const wanted = [
    sql`w.number < ${String(before ?? largestNumber)}`,
    ...(state === undefined ? [] : [sql`w.state = ${state}`]),
  ]
  return readWithdrawals(db, sql.join(wanted, sql` and `), limit)
}

/** The names of customers and operators, by their ids. */
export const readNames = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from customers where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export type Step = { state: WithdrawalState; at: Date; by: string; why: string | null }

/** What became of one, with who and why: for operators. */
export const readSteps = async (db: Db | Tx, id: string): Promise<Step[]> => {
  const { rows } = await sql<Step>`
    select to_state as state, at, by, why from state_history
    where thing = 'withdrawal' and id = ${id}::text order by number`.execute(db)
  return rows
}

/** What is looked at of the carrier's word: the latest. */
const mostScans = 100

export type StoredScan = { at: Date; words: string; place: string }

/** The last one first. */
export const readScans = async (db: Db | Tx, id: string): Promise<StoredScan[]> => {
  const { rows } = await sql<StoredScan>`
    select at, words, place from withdrawal_scans where withdrawal = ${id}
    order by at desc, id desc limit ${mostScans}`.execute(db)
  return rows
}

export type StoredPhoto = { id: string; file: string; takenBy: string; at: Date }

export const readPhotos = async (db: Db | Tx, id: string): Promise<StoredPhoto[]> => {
  const { rows } = await sql<StoredPhoto>`
    select id, file, taken_by as "takenBy", at from withdrawal_photos where withdrawal = ${id} order by at, id`.execute(
    db,
  )
  return rows
}

/** Whether less of its holding lies aside than its open withdrawals need: a disputed payment has taken it back. */
export const isShort = async (tx: Db | Tx, { holding }: Pick<StoredWithdrawal, 'holding'>): Promise<boolean> => {
  if (holding === null) return false
  const { rows } = await sql<{ short: boolean }>`
    select l.withdrawing_units < coalesce((
      select sum(w.units) from withdrawals w where w.holding = l.id and w.state in ('Requested', 'Approved')), 0) as short
    from holdings l where l.id = ${holding}`.execute(tx)
  return rows[0]?.short ?? true
}

export const insertPhoto = async (
  tx: Tx,
  { id, withdrawal, file, takenBy, at }: StoredPhoto & { withdrawal: string },
): Promise<void> => {
  await sql`
    insert into withdrawal_photos (id, withdrawal, file, taken_by, at)
    values (${id}, ${withdrawal}, ${file}, ${takenBy}, ${at})`.execute(tx)
}

export const findPhoto = async (db: Db, withdrawal: string, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ file: string }>`
    select file from withdrawal_photos where id = ${id} and withdrawal = ${withdrawal}`.execute(db)
  return rows[0]?.file
}

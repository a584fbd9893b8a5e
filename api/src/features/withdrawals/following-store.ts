import type { Db, Tx } from '@ingot/db/connect'
import type { Scan } from '@ingot/providers/carrier/port'
import { sql } from 'kysely'

/** Which part of those that are due, or one of them if it still is. */
type Page = { after: string | null; most: number; only?: string }
type Row = { id: string }

/** On its way to somebody, or late. */
const onItsWay = sql`state in ('Sent', 'Late')`
/** When something was last heard of it. */
const heard = sql`greatest(handed_at, last_scan_at)`
const among = ({ only }: Page) => (only === undefined ? sql`true` : sql`id = ${only}`)

/** Parcels that the carrier was not asked about since a moment, as a sweep goes through them. */
export const dueToAsk = async (db: Db, before: Date, { after, most }: Page): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id from withdrawals where ${onItsWay} and tracking is not null and (asked_at is null or asked_at <= ${before})
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

export const noteAsked = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await sql`update withdrawals set asked_at = ${at} where id = ${id}`.execute(tx)
}

/** Which parcel that is on its way a message is about. One that we have not heard back about is known by its number alone. */
export const findFollowed = async (
  tx: Tx,
  { tracker, tracking }: { tracker: string; tracking: string },
): Promise<string | undefined> => {
  const { rows } = await sql<Row>`
    select id from withdrawals where ${onItsWay} and (tracker = ${tracker} or (tracker is null and tracking = ${tracking}))
    order by tracker is null limit 1`.execute(tx)
  return rows[0]?.id
}

/** Notes under which id the carrier follows it; false when that id is another parcel's, now or before. */
export const saveTracker = async (
  tx: Tx,
  id: string,
  { tracker, carrier }: { tracker: string; carrier: string | null },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update withdrawals set tracker = ${tracker}, carrier = coalesce(${carrier}, carrier)
    where id = ${id} and not exists (select from withdrawals other where other.tracker = ${tracker})
      and not exists (select from withdrawal_scans s where s.tracker = ${tracker})`.execute(tx)
  return numAffectedRows === 1n
}

/** Keeps those that are new, and says which: by their keys. */
export const addScans = async (
  tx: Tx,
  { withdrawal, tracker, most }: { withdrawal: string; tracker: string; most: number },
  scans: readonly Scan[],
): Promise<ReadonlySet<string>> => {
  const rows = scans.map(({ key, at, status, words, place }) => ({ key, at: at.toISOString(), status, words, place }))
  const added = await sql<{ key: string }>`
    insert into withdrawal_scans (withdrawal, tracker, key, at, status, words, place)
    select ${withdrawal}, ${tracker}, x.key, x.at, x.status, x.words, x.place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (key text, at timestamptz, status text, words text, place text)
    where (select count(*) from withdrawal_scans s where s.tracker = ${tracker}) < ${most}
    order by x.at on conflict do nothing returning key`.execute(tx)
  return new Set(added.rows.map(({ key }) => key))
}

export const saveHeard = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await sql`update withdrawals set last_scan_at = greatest(last_scan_at, ${at}) where id = ${id}`.execute(tx)
}

export const dueToBeLate = async (db: Db | Tx, before: Date, page: Page): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id from withdrawals where state = 'Sent' and ${heard} <= ${before}
    and ${among(page)} order by id <= ${page.after}, id limit ${page.most}`.execute(db)
  return rows
}

/** Those that have been late since a moment or longer. */
export const dueToBeLost = async (db: Db | Tx, before: Date, page: Page): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id from withdrawals w where state = 'Late' and (
      select max(m.at) from state_history m where m.thing = 'withdrawal' and m.id = w.id::text and m.to_state = 'Late') <= ${before}
    and ${among(page)} order by id <= ${page.after}, id limit ${page.most}`.execute(db)
  return rows
}

/** Those that lie at the counter since a moment or longer. */
export const dueToBeReturned = async (db: Db | Tx, before: Date, page: Page): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id from withdrawals where state = 'Ready' and handed_at <= ${before}
    and ${among(page)} order by id <= ${page.after}, id limit ${page.most}`.execute(db)
  return rows
}

/** Gives up what nobody asked for in time, so that its bars can be had by others. */
export const releaseExpired = async (tx: Tx, at: Date): Promise<void> => {
  const { rows } = await sql<Row>`
    update withdrawal_choices set released_at = ${at} where id in (
      select id from withdrawal_choices where order_id is null and released_at is null and until <= ${at}
      order by id limit 500 for update skip locked)
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from bar_reservations where choice = any(${ids}) and withdrawal is null`.execute(tx)
}

export const deleteReleased = async (db: Db, before: Date): Promise<void> => {
  await sql`
    delete from withdrawal_choices c where order_id is null and released_at is not null and until < ${before}
      and not exists (select from bar_reservations r where r.choice = c.id)`.execute(db)
}

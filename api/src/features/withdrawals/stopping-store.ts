import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { readWithdrawals, type StoredWithdrawal } from './store.ts'

/** More bars than that cannot leave at once. */
const mostParcels = 40

/** Why one that is not packed may not leave: a frozen account, a debt, or less gold set aside than it needs. */
export type StopReason = 'frozen' | 'debt' | 'short'

const reason = sql`case
  when s.frozen_at is not null then 'frozen'
  when exists (select from debts d where d.customer = w.customer and d.left_cents > 0) then 'debt'
  when l.withdrawing_units < (
    select sum(o.units) from withdrawals o where o.holding = w.holding and o.state in ('Requested', 'Approved')) then 'short' end`

const tables = sql`withdrawals w left join wallet_senders s on s.customer = w.customer left join holdings l on l.id = w.holding`

/** Undefined while it may leave. */
export const findStop = async (tx: Tx, id: string): Promise<StopReason | undefined> => {
  const { rows } = await sql<{ reason: StopReason | null }>`
    select ${reason} as reason from ${tables} where w.id = ${id}`.execute(tx)
  return rows[0]?.reason ?? undefined
}

/** Those that are not packed and may not leave, as a sweep goes through them. */
export const listStopped = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string; reason: StopReason }[]> => {
  const { rows } = await sql<{ id: string; reason: StopReason }>`
    select w.id, ${reason} as reason from ${tables}
    where w.state in ('Requested', 'Approved') and ${reason} is not null
    order by w.id <= ${after}, w.id limit ${most}`.execute(db)
  return rows
}

/** Those of a customer that were asked for until a moment and are not packed. */
export const unpackedOf = async (db: Db, customer: string, until: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where customer = ${customer} and state in ('Requested', 'Approved') and requested_at <= ${until}
    order by number`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those that were asked for together and are not packed. */
export const listOfOrder = async (tx: Tx, order: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals where order_id = ${order} and state in ('Requested', 'Approved') and replaces is null
    order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/** All that were asked for together, the first one first. */
export const readOrder = async (db: Db, order: string): Promise<StoredWithdrawal[]> =>
  (await readWithdrawals(db, sql`w.order_id = ${order} and w.replaces is null`, mostParcels)).reverse()

/** What a customer should look at: bars that are on their way or lie ready, since they do. */
export const readUnderWay = async (db: Db, customer: string): Promise<{ id: string; at: Date; isReady: boolean }[]> => {
  const { rows } = await sql<{ id: string; at: Date; isReady: boolean }>`
    select id, coalesce(handed_at, requested_at) as at, state = 'Ready' as "isReady" from withdrawals
    where customer = ${customer} and state in ('Sent', 'Late', 'Ready') order by handed_at desc, number desc limit 5`.execute(
    db,
  )
  return rows
}

/** Whether something of a customer is on its way, or has to be made good. */
export const isOpen = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from withdrawals where customer = ${customer}
      and state not in ('Refused', 'Cancelled', 'Delivered', 'Replaced', 'Credited') limit 1`.execute(tx)
  return rows.length > 0
}

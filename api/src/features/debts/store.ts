import type { Db, Tx } from '@ingot/db/connect'
import type { Debt } from '@ingot/endpoints/debts'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

/** What settles debts by itself when it comes. */
export type DollarToken = 'USDT' | 'USDAU'

export type NewDebt = {
  id: string
  customer: string
  cause: Debt['cause']
  subject: string
  units: bigint
  price: string
  cents: bigint
  at: Date
}

export const insertDebt = async (tx: Tx, { units, cents, ...debt }: NewDebt): Promise<void> => {
  await sql`
    insert into debts (id, customer, cause, subject, units, price, owed_cents, left_cents, at)
    values (${debt.id}, ${debt.customer}, ${debt.cause}, ${debt.subject}, ${String(units)}, ${debt.price}, ${String(cents)},
      ${String(cents)}, ${debt.at})`.execute(tx)
}

/** Unless another debt is open, of which it was noted before. */
export const noteFloor = async (tx: Tx, customer: string, asset: DollarToken, units: bigint): Promise<void> => {
  await sql`
    insert into debt_floors (customer, asset, units) values (${customer}, ${asset}, ${String(units)})
    on conflict (customer, asset) do nothing`.execute(tx)
}

export const saveFloor = async (tx: Tx, customer: string, asset: DollarToken, units: bigint): Promise<void> => {
  await sql`
    update debt_floors set units = ${String(units)} where customer = ${customer} and asset = ${asset}`.execute(tx)
}

export const readFloors = async (tx: Tx, customer: string): Promise<{ asset: DollarToken; units: bigint }[]> => {
  const { rows } = await sql<{ asset: DollarToken; units: string }>`
    select asset, units from debt_floors where customer = ${customer} order by asset`.execute(tx)
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }))
}

export const deleteFloors = async (tx: Tx, customer: string): Promise<void> => {
  await sql`delete from debt_floors where customer = ${customer}`.execute(tx)
}

/** What is open, oldest first, until the transaction ends: a customer's debts are settled one after the other. */
export const lockOpenDebts = async (tx: Tx, customer: string): Promise<{ id: string; left: bigint }[]> => {
  const { rows } = await sql<{ id: string; left_cents: string }>`
    select id, left_cents from debts where customer = ${customer} and left_cents > 0 order by number for update`.execute(
    tx,
  )
  return rows.map(({ id, left_cents }) => ({ id, left: BigInt(left_cents) }))
}

export type Settlement = {
  debt: string
  customer: string
  cents: bigint
  by: Debt['settlements'][number]['by']
  paid: { asset: Asset; units: bigint }
  entry: bigint
  at: Date
}

export const insertSettlement = async (tx: Tx, { debt, cents, paid, entry, ...given }: Settlement): Promise<void> => {
  await sql`
    with settled as (
      update debts set left_cents = left_cents - ${String(cents)}::numeric,
        settled_at = case when left_cents = ${String(cents)}::numeric then ${given.at}::timestamptz end
      where id = ${debt})
    insert into debt_settlements (debt, customer, cents, by, paid_asset, paid_units, entry, at)
    values (${debt}, ${given.customer}, ${String(cents)}, ${given.by}, ${paid.asset}, ${String(paid.units)}, ${String(entry)},
      ${given.at})`.execute(tx)
}

export const sumOwed = async (db: Db | Tx, customer: string): Promise<bigint> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(left_cents), 0) as cents from debts where customer = ${customer} and left_cents > 0`.execute(db)
  return BigInt(rows[0]?.cents ?? 0)
}

/** Since when something is owed; undefined when nothing is. */
export const owingSince = async (db: Db, customer: string): Promise<{ id: string; at: Date } | undefined> => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, at from debts where customer = ${customer} and left_cents > 0 order by number limit 1`.execute(db)
  return rows[0]
}

/** Customers who owe something, those behind the named one first. */
export const readDebtors = async (db: Db, after: string | null, most: number): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct customer as id, ${after}::uuid is not null and customer <= ${after}::uuid as before
    from debts where left_cents > 0 order by before, id limit ${most}`.execute(db)
  return rows
}

type SettlementRow = { at: string; cents: string; by: Settlement['by']; asset: Asset; units: string }
export type DebtRow = {
  id: string
  cause: Debt['cause']
  subject: string
  at: Date
  units: string
  price: string
  owed_cents: string
  left_cents: string
  settled_at: Date | null
  settlements: SettlementRow[]
}

export const readDebts = async (db: Db | Tx, customer: string, most: number): Promise<DebtRow[]> => {
  const { rows } = await sql<DebtRow>`
    select d.id, d.cause, d.subject, d.at, d.units, d.price, d.owed_cents, d.left_cents, d.settled_at, array(
      select jsonb_build_object('at', s.at, 'cents', s.cents::text, 'by', s.by, 'asset', s.paid_asset, 'units', s.paid_units::text)
      from debt_settlements s where s.debt = d.id order by s.id limit ${most}) as settlements
    from debts d where d.customer = ${customer} order by d.left_cents > 0 desc, d.number desc limit ${most}`.execute(db)
  return rows
}

type Owing = { count: string; cents: string; oldest: Date | null }

export const sumAllOwed = async (db: Db): Promise<Owing> => {
  const { rows } = await sql<Owing>`
    select count(distinct customer) as count, coalesce(sum(left_cents), 0) as cents, min(at) as oldest from debts
    where left_cents > 0`.execute(db)
  return rows[0] ?? { count: '0', cents: '0', oldest: null }
}

const isOpen = sql`left_cents > 0`

export const sumOpen = (db: Db) => sumOf(db, sql`select at as since from debts where ${isOpen}`)

type OpenRow = Pick<DebtRow, 'id' | 'cause' | 'units' | 'price' | 'owed_cents' | 'left_cents'> & {
  customer: string
  username: string
  since: Date
  micros: string
}

/** What is open, oldest first, after a place in that order. */
export const listOpen = async (db: Db, after: Place, limit: number): Promise<OpenRow[]> => {
  const { rows } = await sql<OpenRow>`
    select d.id, d.customer, c.username, d.cause, d.units, d.price, d.owed_cents, d.left_cents, d.at as since,
      ${microsOf(sql`d.at`)} as micros
    from debts d join customers c on c.id = d.customer
    where ${isOpen} and (d.at, d.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by d.at, d.id limit ${limit}`.execute(db)
  return rows
}

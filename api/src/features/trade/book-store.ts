import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import type { Asset } from '@ingot/money/assets'
import { parseRate, type Rate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { dayOf } from '../../deals/deals.ts'
import { lockDealer } from '../../deals/store.ts'
import { policy } from '../../policy.ts'
import { conversionRows } from './conversions.ts'
import { type Book, bookWithLeft, emptyBook, least } from './rules.ts'

type BookRow = { bought: string; cost: string; realised: string }

const bookOf = (row: BookRow | undefined): Book =>
  row ? { bought: BigInt(row.bought), cost: BigInt(row.cost), realised: BigInt(row.realised) } : emptyBook

/** A customer's book as it is. */
export const readBook = async (db: Db, customer: string): Promise<Book> => {
  const { rows } = await sql<BookRow>`
    select bought_units as bought, cost_units as cost, realised_units as realised from trade_accounts
    where customer = ${customer}`.execute(db)
  return bookOf(rows[0])
}

/** The same for a trade, which nothing that takes QMGT away may cross. */
export const bookOfTrader = async (tx: Tx, customer: string): Promise<Book> => {
  const [row] = await runStatement<BookRow>(tx, {
    name: 'book-of-trader',
    text: `select bought_units as bought, cost_units as cost, realised_units as realised from trade_accounts
      where customer = $1 for update`,
    values: [customer],
  })
  return bookOf(row)
}

/** The same as it was when a moment began: after the last trade or conversion before it, or after the last gold that left. */
export const readBookBefore = async (db: Db, customer: string, moment: Date): Promise<Book> => {
  const { rows } = await sql<BookRow>`
    select bought, cost, realised from (
      (select bought_after as bought, cost_after as cost, realised_after as realised, at, 1 as rank, id from trades
        where customer = ${customer} and at < ${moment} order by id desc limit 1)
      union all
      (select bought_after, cost_after, realised_after, at, 1, id from trade_conversions
        where customer = ${customer} and at < ${moment} order by id desc limit 1)
      union all
      (select bought_after, cost_after, realised_after, at, 2, id from trade_departures
        where customer = ${customer} and at < ${moment} order by id desc limit 1)
    ) as books order by at desc, rank desc, id desc limit 1`.execute(db)
  return bookOf(rows[0])
}

/** All QMGT of a customer, wherever it lies. */
export const readHeld = async (db: Db | Tx, customer: string): Promise<bigint> => {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(b.units), 0) as units from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = ${`customer:${customer}`} and a.asset = 'QMGT'`.execute(db)
  return BigInt(rows[0]?.units ?? 0)
}

/**
 * Begins what takes QMGT from a customer without selling it. As in a trade, the book is locked before the accounts, so
 * this comes before it is posted; undefined when there is nothing to note.
 */
export const lockBook = async (tx: Tx, customer: string, asset: Asset): Promise<Book | undefined> => {
  if (asset !== 'QMGT') return
  const { rows } = await sql<BookRow>`
    select bought_units as bought, cost_units as cost, realised_units as realised from trade_accounts
    where customer = ${customer} and bought_units > 0 for update`.execute(tx)
  return rows[0] && bookOf(rows[0])
}

const departed = async (
  tx: Tx,
  customer: string,
  { book, units, cost }: { book: Book; units: bigint; cost: bigint },
  at: Date,
): Promise<void> => {
  if (units === 0n) return
  const [bought, rest] = [String(book.bought), String(book.cost)]
  await sql`
    with booked as (
      update trade_accounts set bought_units = ${bought}, cost_units = ${rest} where customer = ${customer})
    insert into trade_departures (customer, units, cost_units, bought_after, cost_after, realised_after, at)
    values (${customer}, ${String(units)}, ${String(cost)}, ${bought}, ${rest}, ${String(book.realised)},
      ${at})`.execute(tx)
}

/** Ends it, once it was posted: what of it was bought here is no longer in the book. */
export const noteDeparture = async (tx: Tx, customer: string, before: Book | undefined, at: Date): Promise<void> => {
  if (before) await departed(tx, customer, bookWithLeft(before, await readHeld(tx, customer)), at)
}

/** The same where it is known which of it goes: what was bought of it, and what that had cost. */
export const notePassing = async (
  tx: Tx,
  customer: string,
  before: Book | undefined,
  { units, cost }: { units: bigint; cost: bigint },
  at: Date,
): Promise<void> => {
  if (!before) return
  // What left meanwhile without being sold may have taken some of it out of the book.
  const [left, gone] = [least(units, before.bought), least(cost, before.cost)]
  const book = { ...before, bought: before.bought - left, cost: before.cost - gone }
  await departed(tx, customer, { book, units: left, cost: gone }, at)
}

/**
 * Begins what brings QMGT to a customer without a deal, at what it is worth: before it is posted, as above. A first deal of the
 * customer that is under way would write over it, so none is.
 */
export const lockBookToAdd = async (tx: Tx, customer: string, at: Date): Promise<Book> => {
  await lockDealer(tx, customer, dayOf(at))
  return bookOfTrader(tx, customer)
}

/** Ends it, once it was posted: for the position it was bought at that worth. */
export const noteArrival = async (
  tx: Tx,
  which: { customer: string; movement: string; at: Date },
  before: Book,
  { units, worth }: { units: bigint; worth: bigint },
): Promise<void> => {
  const [saved, noted] = conversionRows(which, before, { kind: 'got', units, worth })
  if (!saved || !noted) throw new Error('gold that arrived has no rows')
  await runStatement(tx, {
    name: 'note-arrival',
    text: `with ${saved.text(1)}, ${noted.text(saved.values.length + 1)} select 1 as noted`,
    values: [...saved.values, ...noted.values],
  })
}

type DepartureRow = { units: string; cost_units: string; close: string | null }

/** What was bought here and has left since a moment, with the gold price of then. Those of one candle are one. */
export const readDepartures = async (
  db: Db,
  customer: string,
  since: Date,
): Promise<{ units: bigint; cost: bigint; perOunce: Rate | undefined }[]> => {
  const { seconds } = policy.price.ranges['1D']
  const { rows } = await sql<DepartureRow>`
    with candles as (
      select date_bin(make_interval(secs => ${seconds}), at, 'epoch') as until, sum(units) as units,
        sum(cost_units) as cost_units
      from trade_departures where customer = ${customer} and at >= ${since} group by 1)
    select units, cost_units, (select close from price_candles p where p.seconds = ${seconds} and p.at <= until
      order by p.at desc limit 1) as close
    from candles`.execute(db)
  return rows.map(({ units, cost_units, close }) => ({
    units: BigInt(units),
    cost: BigInt(cost_units),
    perOunce: close === null ? undefined : parseRate(close),
  }))
}

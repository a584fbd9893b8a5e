import { type Condition, nameWith, type Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { runStatement, withoutWaiting } from '@ingot/db/transaction'
import type { Trade } from '@ingot/endpoints/trade'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { type Stops, type StopsRow, stopColumns, stopsOf } from './price-store.ts'
import { type Book, emptyBook, legsOf, type Pair, type Side, type Sums, typeOf } from './rules.ts'

/** What a quote and a trade have in common: everything that was shown. */
export type Figures = {
  pair: Pair
  side: Side
  sums: Sums
  price: string
  midPrice: string
  spread: number
  fee: number
}

export type Quote = Figures & {
  id: string
  usdUnits: bigint
  market: 'open' | 'closed'
  goldPrice: string
  round: bigint
  observedAt: Date
  madeAt: Date
  expiresAt: Date
  reservedAt: Date | null
  usedAt: Date | null
}

type FigureRow = {
  pair: Pair
  side: Side
  pay_units: string
  fee_units: string
  receive_units: string
  price: string
  mid_price: string
  spread: number
  fee: number
}

type QuoteRow = FigureRow & {
  id: string
  usd_units: string
  market: 'open' | 'closed'
  gold_price: string
  round: string
  observed_at: Date
  made_at: Date
  expires_at: Date
  reserved_at: Date | null
  used_at: Date | null
}

const figuresOf = (row: FigureRow): Figures => {
  const { pays, gets } = legsOf(row.pair, row.side)
  return {
    pair: row.pair,
    side: row.side,
    sums: {
      pay: amountOf(pays, BigInt(row.pay_units)),
      fee: amountOf(pays, BigInt(row.fee_units)),
      receive: amountOf(gets, BigInt(row.receive_units)),
    },
    price: row.price,
    midPrice: row.mid_price,
    spread: row.spread,
    fee: row.fee,
  }
}

const quoteOf = (row: QuoteRow): Quote => ({
  ...figuresOf(row),
  id: row.id,
  usdUnits: BigInt(row.usd_units),
  market: row.market,
  goldPrice: row.gold_price,
  round: BigInt(row.round),
  observedAt: row.observed_at,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  reservedAt: row.reserved_at,
  usedAt: row.used_at,
})

type QuoteLimits = { since: Date; mostSince: number; day: string; mostPerDay: bigint }

/**
 * Writes a quote unless the customer has asked for too many or has traded too much today, and says which. The last minute
 * has two ends, though none is made later: of one end PostgreSQL expects a third of all quotes, and plans anew each time.
 */
export const insertQuote = async (
  db: Db,
  customer: string,
  quote: Quote,
  { since, mostSince, day, mostPerDay }: QuoteLimits,
  standing: Condition,
): Promise<{ made: boolean; recent: number; tradedToday: bigint }> => {
  const { pay, fee, receive } = quote.sums
  const [row] = await runStatement<{ made: boolean; recent: string; traded: string }>(db, {
    name: nameWith(standing, 'insert-quote'),
    text: `
      with known as (
        select (select count(*) from trade_quotes where customer = $2 and made_at between $18 and $17) as recent,
          coalesce((select day_units from trade_accounts where customer = $2 and day = $20::date), 0) as traded
      ), made as (
        insert into trade_quotes (id, customer, pair, side, pay_units, fee_units, receive_units, usd_units, price,
          mid_price, spread, fee, market, gold_price, round, observed_at, made_at, expires_at)
        select $1, $2, $3, $4, $5, $6, $7, $8::numeric, $9, $10, $11, $12, $13, $14, $15, $16, $17, $22
        from known where recent < $19 and traded + $8::numeric <= $21::numeric
        returning id
      )
      select recent, traded, exists (select from made) as made, ${withoutWaiting}, ${standing.text(23)}
      from known`,
    values: [
      quote.id,
      customer,
      quote.pair,
      quote.side,
      String(pay.units),
      String(fee.units),
      String(receive.units),
      String(quote.usdUnits),
      quote.price,
      quote.midPrice,
      quote.spread,
      quote.fee,
      quote.market,
      quote.goldPrice,
      String(quote.round),
      quote.observedAt,
      quote.madeAt,
      since,
      mostSince,
      day,
      String(mostPerDay),
      quote.expiresAt,
      ...standing.values,
    ],
  })
  return { made: row?.made ?? false, recent: Number(row?.recent ?? 0), tradedToday: BigInt(row?.traded ?? 0) }
}

export const findQuote = async (db: Db | Tx, customer: string, id: string): Promise<Quote | undefined> => {
  const { rows } = await sql<QuoteRow>`
    select * from trade_quotes where id = ${id} and customer = ${customer}`.execute(db)
  return rows[0] && quoteOf(rows[0])
}

/** Makes a quote last longer, if it was not made longer before; undefined when there is none that could be. */
export const reserveQuote = async (db: Db, customer: string, id: string, at: Date, until: Date) => {
  const { rows } = await sql<QuoteRow>`
    update trade_quotes set expires_at = greatest(expires_at, ${until}), reserved_at = ${at}
    where id = ${id} and customer = ${customer} and used_at is null and reserved_at is null and expires_at > ${at}
    returning *`.execute(db)
  return rows[0] && quoteOf(rows[0])
}

/** By name, since the statement that has them is prepared. */
const quoteColumns = `id, pair, side, pay_units, fee_units, receive_units, usd_units, price, mid_price, spread, fee, market,
  gold_price, round, observed_at, made_at, expires_at, reserved_at, used_at`

type DayLimit = { day: string; mostPerDay: bigint }

/**
 * What a trade begins with. The customer's row stays locked until the trade is done, so the book is what the trade
 * before left; undefined when this trade would be more than one day may have.
 */
type Begun = { book: Book | undefined; stops: Stops }

type AccountRow = { bought: string | null; cost: string | null; realised: string | null }

const begunOf = ({ bought, cost, realised, ...stops }: AccountRow & StopsRow): Begun => ({
  book:
    bought === null ? undefined : { bought: BigInt(bought), cost: BigInt(cost ?? 0), realised: BigInt(realised ?? 0) },
  stops: stopsOf(stops),
})

/** Counts a trade into the customer's day. `$1` is the customer, `$2` the day, `$3` the most; `given` has its dollars. */
const counting = (given: string) => `
  counted as (
    insert into trade_accounts as known (customer, day, day_units)
    select $1::uuid, $2::date, usd_units from ${given} where usd_units <= $3::numeric
    on conflict (customer) do update set day = excluded.day,
      day_units = excluded.day_units + case when known.day = excluded.day then known.day_units else 0 end
    where excluded.day_units + case when known.day = excluded.day then known.day_units else 0 end <= $3::numeric
    returning bought_units, cost_units, realised_units)`

const countedColumns = `(select bought_units from counted) as bought, (select cost_units from counted) as cost,
  (select realised_units from counted) as realised, ${stopColumns}`

/** Uses up a quote that is alive and not used, once, and counts its trade. Undefined when there is no such quote. */
export const claimQuote = async (
  tx: Tx,
  customer: string,
  id: string,
  at: Date,
  { day, mostPerDay }: DayLimit,
): Promise<(Begun & { quote: Quote }) | undefined> => {
  const [row] = await runStatement<QuoteRow & AccountRow & StopsRow>(tx, {
    name: 'claim-quote',
    text: `
      with claimed as (
        update trade_quotes set used_at = $5 where id = $4 and customer = $1 and used_at is null and expires_at > $5
        returning ${quoteColumns}
      ), ${counting('claimed')}
      select ${quoteColumns}, ${countedColumns} from claimed`,
    values: [customer, day, String(mostPerDay), id, at],
  })
  return row && { quote: quoteOf(row), ...begunOf(row) }
}

/** The same for a trade without a quote. */
export const countTrade = async (
  tx: Tx,
  customer: string,
  usdUnits: bigint,
  { day, mostPerDay }: DayLimit,
): Promise<Begun> => {
  const [row] = await runStatement<AccountRow & StopsRow>(tx, {
    name: 'count-trade',
    text: `with given as (select $4::numeric as usd_units), ${counting('given')} select ${countedColumns}`,
    values: [customer, day, String(mostPerDay), String(usdUnits)],
  })
  if (!row) throw new Error('the database answered nothing')
  return begunOf(row)
}

type NewTrade = {
  customer: string
  movement: string
  quote: string | null
  figures: Figures
  book: Book
  at: Date
}

/** Writes the trade, and what it makes of the customer's book, along with its entry, which its movement names. */
export const tradeAlong = ({ customer, movement, quote, figures, book, at }: NewTrade): Part => {
  const { pay, fee, receive } = figures.sums
  const values = [
    customer,
    String(book.bought),
    String(book.cost),
    String(book.realised),
    movement,
    quote,
    typeOf(figures.pair, figures.side),
    figures.pair,
    figures.side,
    String(pay.units),
    String(fee.units),
    String(receive.units),
    figures.price,
    figures.midPrice,
    figures.spread,
    figures.fee,
    at,
  ]
  return {
    name: 'trade',
    text: (first) => {
      const places = values.map((_, place) => `$${first + place}`)
      const [owner, ...after] = places.slice(0, 4)
      return `
        booked as (
          update trade_accounts set (bought_units, cost_units, realised_units) = (${after}) where customer = ${owner}),
        traded as (
          insert into trades (customer, bought_after, cost_after, realised_after, movement, quote, type, pair, side,
            pay_units, fee_units, receive_units, price, mid_price, spread, fee, at)
          values (${places}))`
    },
    values,
  }
}

export const tradeReplyOf = (figures: Figures, more: { movement: string; quoted: boolean; at: Date }): Trade => {
  const { pay, fee, receive } = figures.sums
  const shown = (amount: Sums['pay']) => ({ asset: amount.asset, amount: formatAmount(amount) })
  return {
    id: more.movement,
    type: typeOf(figures.pair, figures.side),
    pair: figures.pair,
    side: figures.side,
    pay: shown(pay),
    receive: shown(receive),
    fee: shown(fee),
    feeBasisPoints: figures.fee,
    price: figures.price,
    midPrice: figures.midPrice,
    spreadBasisPoints: figures.spread,
    quoted: more.quoted,
    at: more.at.toISOString(),
  }
}

export type TradeFilter = {
  pair?: Pair | undefined
  side?: Side | undefined
  from?: string | undefined
  until?: string | undefined
  /** Only those with a lower number: the next page. */
  before?: bigint | undefined
}

type TradeRow = FigureRow & { id: string; movement: string; quote: string | null; at: Date }

/** A customer's trades, newest first, with the number by which the next page goes on. */
export const readTrades = async (
  db: Db,
  customer: string,
  { pair, side, from, until, before }: TradeFilter,
  limit: number,
): Promise<{ number: string; trade: Trade }[]> => {
  const conditions = [
    sql`customer = ${customer}`,
    ...(pair ? [sql`pair = ${pair}`] : []),
    ...(side ? [sql`side = ${side}`] : []),
    ...(from ? [sql`at >= ${from}`] : []),
    ...(until ? [sql`at < ${until}`] : []),
    ...(before === undefined ? [] : [sql`id < ${String(before)}`]),
  ]
  const { rows } = await sql<TradeRow>`
    select * from trades where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    number: row.id,
    trade: tradeReplyOf(figuresOf(row), { movement: row.movement, quoted: row.quote !== null, at: row.at }),
  }))
}

/** A customer's book after the last trade before a moment, or after the last of all. */
export const readBook = async (db: Db, customer: string, before?: Date): Promise<Book> => {
  const { rows } = await sql<{ bought_after: string; cost_after: string; realised_after: string }>`
    select bought_after, cost_after, realised_after from trades
    where customer = ${customer} and (${before ?? null}::timestamptz is null or at < ${before ?? null})
    order by id desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return emptyBook
  return { bought: BigInt(row.bought_after), cost: BigInt(row.cost_after), realised: BigInt(row.realised_after) }
}

type Cover = { covered: boolean; required: bigint; behind: bigint }

export const saveCover = async (tx: Tx, { covered, required, behind }: Cover, at: Date) => {
  await sql`
    insert into usdau_cover (covered, required_units, behind_units, checked_at)
    values (${covered}, ${String(required)}, ${String(behind)}, ${at})
    on conflict (single) do update set covered = excluded.covered, required_units = excluded.required_units,
      behind_units = excluded.behind_units, checked_at = excluded.checked_at`.execute(tx)
}

export const purgeQuotes = async (db: Db, before: Date) => {
  await sql`delete from trade_quotes where made_at < ${before}`.execute(db)
}

import { type Condition, nameWith, type Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { runStatement, withoutWaiting } from '@ingot/db/transaction'
import type { Trade } from '@ingot/endpoints/trade'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { type Stops, type StopsRow, stopColumns, stopsOf } from './price-store.ts'
import { type Book, legsOf, type Pair, type Side, type Sums, typeOf } from './rules.ts'

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
  /** Which of the two amounts the customer gave. */
  given: 'pay' | 'receive'
  usdUnits: bigint
  gramUnits: bigint
  market: 'open' | 'closed'
  goldPrice: string
  round: bigint
  observedAt: Date
  madeAt: Date
  expiresAt: Date
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
  given: 'pay' | 'receive'
  usd_units: string
  gram_units: string
  market: 'open' | 'closed'
  gold_price: string
  round: string
  observed_at: Date
  made_at: Date
  expires_at: Date
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
  given: row.given,
  usdUnits: BigInt(row.usd_units),
  gramUnits: BigInt(row.gram_units),
  market: row.market,
  goldPrice: row.gold_price,
  round: BigInt(row.round),
  observedAt: row.observed_at,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})

/** What one day may have, in dollars and in grams. */
export type DayLimit = { day: string; mostPerDay: bigint; mostGramsPerDay: bigint }

export type TradedToday = { usd: bigint; grams: bigint }

type QuoteLimits = { since: Date; mostSince: number } & DayLimit

/**
 * Writes a quote unless the customer has asked for too many or has traded too much today, and says which. The last minute
 * has two ends, though none is made later: of one end PostgreSQL expects a third of all quotes, and plans anew each time.
 */
export const insertQuote = async (
  db: Db,
  customer: string,
  quote: Quote,
  { since, mostSince, day, mostPerDay, mostGramsPerDay }: QuoteLimits,
  standing: Condition,
): Promise<{ made: boolean; recent: number; tradedToday: TradedToday }> => {
  const { pay, fee, receive } = quote.sums
  const [row] = await runStatement<{ made: boolean; recent: string; traded: string; grams: string }>(db, {
    name: nameWith(standing, 'insert-quote'),
    text: `
      with known as (
        select (select count(*) from trade_quotes where customer = $2 and made_at between $18 and $17) as recent,
          coalesce(a.day_units, 0) as traded, coalesce(a.day_grams, 0) as grams
        from (select) as one left join trade_accounts a on a.customer = $2 and a.day = $20::date
      ), made as (
        insert into trade_quotes (id, customer, pair, side, pay_units, fee_units, receive_units, usd_units, price,
          mid_price, spread, fee, market, gold_price, round, observed_at, made_at, expires_at, given, gram_units)
        select $1, $2, $3, $4, $5, $6, $7, $8::numeric, $9, $10, $11, $12, $13, $14, $15, $16, $17, $22, $24, $25::numeric
        from known where recent < $19 and traded + $8::numeric <= $21::numeric and grams + $25::numeric <= $23::numeric
        returning id
      )
      select recent, traded, grams, exists (select from made) as made, ${withoutWaiting}, ${standing.text(26)}
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
      String(mostGramsPerDay),
      quote.given,
      String(quote.gramUnits),
      ...standing.values,
    ],
  })
  return {
    made: row?.made ?? false,
    recent: Number(row?.recent ?? 0),
    tradedToday: { usd: BigInt(row?.traded ?? 0), grams: BigInt(row?.grams ?? 0) },
  }
}

/** By name, since the statement that has them is prepared. */
const quoteColumns = `id, given, pair, side, pay_units, fee_units, receive_units, usd_units, gram_units, price, mid_price,
  spread, fee, market, gold_price, round, observed_at, made_at, expires_at, used_at`

/** Until when a quote is held for its customer; null when it is not, or no longer. */
export type Held = { quote: Quote; until: Date | null }

type HeldRow = QuoteRow & { held_until: Date | null }

const heldOf = (row: HeldRow | undefined): Held | undefined => row && { quote: quoteOf(row), until: row.held_until }

/** A customer's quote as it is, and whether it is held. `$1` is the customer, `$2` the quote, `$3` the moment. */
const askedQuote = `
  select ${quoteColumns}, (select until from trade_reserves r where r.customer = $1 and r.quote = q.id and until > $3) as held_until
  from trade_quotes q where id = $2 and customer = $1`

export const findQuote = async (db: Db | Tx, customer: string, id: string, at: Date): Promise<Held | undefined> => {
  const [row] = await runStatement<HeldRow>(db, { name: 'find-quote', text: askedQuote, values: [customer, id, at] })
  return heldOf(row)
}

type Reserving = { at: Date; until: Date; goldPrice: string | null; mostMove: bigint }

/**
 * Holds a quote longer, in the place of any other that its customer held, unless it is used, dead, held already, or gold
 * has moved too far against the house. Says how it is then. A customer has one row there: however many come at once, the
 * last one is held.
 */
export const reserveQuote = async (
  db: Db,
  customer: string,
  id: string,
  { at, until, goldPrice, mostMove }: Reserving,
): Promise<Held | undefined> => {
  const [row] = await runStatement<HeldRow>(db, {
    name: 'reserve-quote',
    text: `
      with asked as (${askedQuote}), reserved as (
        insert into trade_reserves as known (customer, quote, until)
        select $1::uuid, id, greatest($4::timestamptz, expires_at) from asked
        where used_at is null and expires_at > $3 and held_until is null and $5::numeric is not null and (pair = 'USDAU/USDT' or case side
          when 'buy' then $5::numeric * 10000 <= gold_price::numeric * (10000 + $6::numeric)
          else $5::numeric * 10000 >= gold_price::numeric * (10000 - $6::numeric) end)
        on conflict (customer) do update set quote = excluded.quote,
          until = case when known.quote = excluded.quote then known.until else excluded.until end
        returning until
      )
      select ${quoteColumns}, coalesce((select until from reserved), held_until) as held_until, ${withoutWaiting} from asked`,
    values: [customer, id, at, until, goldPrice, String(mostMove)],
  })
  return heldOf(row)
}

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

/** Counts a trade into the customer's day. `$1` is the customer, `$2` the day, `$3` and `$4` the most; `given` has the rest. */
const counting = (given: string) => `
  counted as (
    insert into trade_accounts as known (customer, day, day_units, day_grams)
    select $1::uuid, $2::date, usd_units, gram_units from ${given} where usd_units <= $3::numeric and gram_units <= $4::numeric
    on conflict (customer) do update set day = excluded.day,
      day_units = excluded.day_units + case when known.day = excluded.day then known.day_units else 0 end,
      day_grams = excluded.day_grams + case when known.day = excluded.day then known.day_grams else 0 end
    where excluded.day_units + case when known.day = excluded.day then known.day_units else 0 end <= $3::numeric
      and excluded.day_grams + case when known.day = excluded.day then known.day_grams else 0 end <= $4::numeric
    returning bought_units, cost_units, realised_units)`

const countedColumns = `(select bought_units from counted) as bought, (select cost_units from counted) as cost,
  (select realised_units from counted) as realised, ${stopColumns}`

/** Uses up a quote that is alive or held and not used, once, and counts its trade. Undefined when there is no such quote. */
export const claimQuote = async (
  tx: Tx,
  customer: string,
  id: string,
  at: Date,
  { day, mostPerDay, mostGramsPerDay }: DayLimit,
): Promise<(Begun & { quote: Quote }) | undefined> => {
  const [row] = await runStatement<QuoteRow & AccountRow & StopsRow>(tx, {
    name: 'claim-quote',
    text: `
      with claimed as (
        update trade_quotes set used_at = $6 where id = $5 and customer = $1 and used_at is null and (expires_at > $6
          or exists (select from trade_reserves r where r.customer = $1 and r.quote = $5 and until > $6))
        returning ${quoteColumns}
      ), ${counting('claimed')}
      select ${quoteColumns}, ${countedColumns} from claimed`,
    values: [customer, day, String(mostPerDay), String(mostGramsPerDay), id, at],
  })
  return row && { quote: quoteOf(row), ...begunOf(row) }
}

/** The same for a trade without a quote. */
export const countTrade = async (
  tx: Tx,
  customer: string,
  { usdUnits, gramUnits }: Pick<Quote, 'usdUnits' | 'gramUnits'>,
  { day, mostPerDay, mostGramsPerDay }: DayLimit,
): Promise<Begun> => {
  const [row] = await runStatement<AccountRow & StopsRow>(tx, {
    name: 'count-trade',
    text: `with given as (select $5::numeric as usd_units, $6::numeric as gram_units), ${counting('given')}
      select ${countedColumns}`,
    values: [customer, day, String(mostPerDay), String(mostGramsPerDay), String(usdUnits), String(gramUnits)],
  })
  if (!row) throw new Error('the database answered nothing')
  return begunOf(row)
}

/** What a customer has traded on a day, for the words of a refusal. */
export const readTradedToday = async (db: Db | Tx, customer: string, day: string): Promise<TradedToday> => {
  const { rows } = await sql<{ day_units: string; day_grams: string }>`
    select day_units, day_grams from trade_accounts where customer = ${customer} and day = ${day}::date`.execute(db)
  return { usd: BigInt(rows[0]?.day_units ?? 0), grams: BigInt(rows[0]?.day_grams ?? 0) }
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

import type { Db, Tx } from '@ingot/db/connect'
import type { Trade } from '@ingot/endpoints/trade'
import { type Amount, amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { legsOf, type Pair, type Side, type TradedAsset } from './rules.ts'

type TradeRow = {
  id: string
  movement: string
  quote: string | null
  type: Trade['type']
  pair: Pair
  side: Side
  pay_units: string
  fee_units: string
  receive_units: string
  price: string
  mid_price: string
  spread: number
  fee: number
  at: Date
}

const shownAmount = (asset: TradedAsset, units: string) => ({
  asset,
  amount: formatAmount(amountOf(asset, BigInt(units))),
})

const tradeOf = (row: TradeRow): Trade => {
  const { pays, gets } = legsOf(row.pair, row.side)
  return {
    id: row.movement,
    type: row.type,
    pair: row.pair,
    side: row.side,
    pay: shownAmount(pays, row.pay_units),
    receive: shownAmount(gets, row.receive_units),
    fee: shownAmount(pays, row.fee_units),
    feeBasisPoints: row.fee,
    price: row.price,
    midPrice: row.mid_price,
    spreadBasisPoints: row.spread,
    quoted: row.quote !== null,
    at: row.at.toISOString(),
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
  return rows.map((row) => ({ number: row.id, trade: tradeOf(row) }))
}

type Cover = { covered: boolean; required: bigint; behind: bigint }

export const saveCover = async (tx: Tx, { covered, required, behind }: Cover, at: Date) => {
  await sql`
    insert into usdau_cover (covered, required_units, behind_units, checked_at)
    values (${covered}, ${String(required)}, ${String(behind)}, ${at})
    on conflict (single) do update set covered = excluded.covered, required_units = excluded.required_units,
      behind_units = excluded.behind_units, checked_at = excluded.checked_at`.execute(tx)
}

/** The grams that USDAU needed behind it when that was last looked at; null before that. */
export const readUsdauRequired = async (db: Db): Promise<Amount<'XAU'> | null> => {
  const { rows } = await sql<{ units: string }>`select required_units as units from usdau_cover`.execute(db)
  return rows[0] ? amountOf('XAU', BigInt(rows[0].units)) : null
}

export const countTradesSince = async (db: Db, since: Date): Promise<string> => {
  const { rows } = await sql<{ count: string }>`select count(*) from trades where at >= ${since}`.execute(db)
  return rows[0]?.count ?? '0'
}

type TradedRow = { pair: Pair; side: Side; paid: string; received: string }

/** What customers took of each asset from the treasury since a moment, less what they gave it: below zero when that is more. */
export const sumTakenSince = async (db: Db, since: Date): Promise<ReadonlyMap<TradedAsset, bigint>> => {
  const { rows } = await sql<TradedRow>`
    select pair, side, sum(pay_units - fee_units) as paid, sum(receive_units) as received
    from trades where at >= ${since} group by pair, side`.execute(db)
  const sums = new Map<TradedAsset, bigint>()
  const add = (asset: TradedAsset, units: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + units)
  for (const { pair, side, paid, received } of rows) {
    const { pays, gets } = legsOf(pair, side)
    add(gets, BigInt(received))
    add(pays, -BigInt(paid))
  }
  return sums
}

import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import { parseRate, type Rate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'
import type { Reading } from './market.ts'
import type { TradedAsset } from './rules.ts'

const hourMs = 3600 * 1000

/** Where the reader is in the past of a feed. */
export type Walk = { source: string; round: bigint; next: bigint | null; until: bigint | null }

export const readWalk = async (db: Db | Tx): Promise<Walk | undefined> => {
  const { rows } = await sql<{ source: string; round: string; walk_next: string | null; walk_until: string | null }>`
    select source, round, walk_next, walk_until from price_feed`.execute(db)
  const [row] = rows
  return (
    row && {
      source: row.source,
      round: BigInt(row.round),
      next: row.walk_next === null ? null : BigInt(row.walk_next),
      until: row.walk_until === null ? null : BigInt(row.walk_until),
    }
  )
}

/** One price of the feed, in US dollars for an ounce. */
export type Observed = { round: bigint; price: string; at: Date }

/** Whoever reads a feed alone may write: two readers take turns, and the later one finds it written. */
export const lockFeed = (tx: Tx) => sql`select pg_advisory_xact_lock(1866308)`.execute(tx)

/** The history of another feed is not this one's. */
export const forgetFeed = async (tx: Tx) => {
  await sql`delete from price_candles`.execute(tx)
  await sql`delete from price_feed`.execute(tx)
}

/** A slow reader does not put an older price in the place of a newer one. */
export const saveLatest = async (tx: Tx, source: string, { round, price, at }: Observed, readAt: Date) => {
  await sql`
    insert into price_feed as known (source, round, price, observed_at, read_at)
    values (${source}, ${String(round)}, ${price}, ${at}, ${readAt})
    on conflict (single) do update set read_at = excluded.read_at, (round, price, observed_at) = (
      select one.* from (values (excluded.round, excluded.price, excluded.observed_at),
        (known.round, known.price, known.observed_at)) as one (round, price, at) order by at desc limit 1)`.execute(tx)
}

export const saveWalk = async (tx: Tx, { next, until }: Pick<Walk, 'next' | 'until'>) => {
  await sql`
    update price_feed set walk_next = ${next === null ? null : String(next)},
      walk_until = ${until === null ? null : String(until)}`.execute(tx)
}

const stretches = Object.values(policy.price.ranges)

/**
 * Merges prices into the candles of every length, in whatever order they come, and drops what has become too old. Rounds
 * that were doubted come in only if they lie within the bounds of what was believed in the end.
 */
export const mergeCandles = async (tx: Tx, source: string, observed: readonly Observed[], now: Date) => {
  const oldest = stretches.map(({ keptHours }) => new Date(now.getTime() - keptHours * hourMs))
  await sql`
    insert into price_candles as known (seconds, at, open, high, low, close, opened_at, closed_at)
    select seconds, date_bin(make_interval(secs => seconds), o.at, 'epoch'),
      (array_agg(price order by o.at, round))[1], max(price), min(price),
      (array_agg(price order by o.at desc, round desc))[1], min(o.at), max(o.at)
    from unnest(${observed.map(({ at }) => at)}::timestamptz[], ${observed.map(({ price }) => price)}::numeric[],
        ${observed.map(({ round }) => String(round))}::numeric[]) as o (at, price, round)
      cross join unnest(${stretches.map(({ seconds }) => seconds)}::integer[], ${oldest}::timestamptz[]) as s (seconds, oldest)
    where o.at >= oldest and not exists (
      select from price_doubts d
      where d.source = ${source} and o.round >= d.first_round and (d.believed_round is null
        or o.round < d.believed_round
          and abs(o.price - d.believed_price) * 10000 > d.believed_price * ${String(policy.price.lastBasisPoints)}::numeric))
    group by 1, 2
    on conflict (seconds, at) do update set
      open = case when excluded.opened_at < known.opened_at then excluded.open else known.open end,
      close = case when excluded.closed_at >= known.closed_at then excluded.close else known.close end,
      high = greatest(known.high, excluded.high), low = least(known.low, excluded.low),
      opened_at = least(known.opened_at, excluded.opened_at), closed_at = greatest(known.closed_at, excluded.closed_at)
  `.execute(tx)
  await sql`
    delete from price_candles c
    using unnest(${stretches.map(({ seconds }) => seconds)}::integer[], ${oldest}::timestamptz[]) as s (seconds, oldest)
    where c.seconds = s.seconds and c.at < oldest`.execute(tx)
}

/** What stands in the way of trading, besides a price that is too old. */
export type Stops = { suspect: boolean; issuing: boolean; reserves: boolean; usdau: boolean; paused: TradedAsset[] }

/** The last price that was believed, what stops trading, and since when the second source is silent, if there is one. */
export type Board = { reading: Reading | undefined; stops: Stops; secondHeardAt: Date | undefined }

/** Read by every process each second, in one statement. */
export const readBoard = async (db: Db | Tx): Promise<Board> => {
  const [row] = await runStatement<BoardRow>(db, {
    name: 'read-board',
    text: `select f.round, f.price, f.observed_at, f.read_at, coalesce(s.read_at, s.since) as second_heard_at, ${stopColumns}
      from (select) as one left join price_feed f on true left join price_second s on true`,
    values: [],
  })
  if (!row) throw new Error('the database answered nothing')
  return {
    reading: row.price === null ? undefined : readingOf(row as PriceRow),
    stops: stopsOf(row),
    secondHeardAt: row.second_heard_at ?? undefined,
  }
}

type PriceRow = { round: string; price: string; observed_at: Date; read_at: Date }
type StopsRow = {
  price_suspect: boolean
  issuing_stopped: boolean
  reserves_stopped: boolean
  usdau_covered: boolean | null
  paused: TradedAsset[]
}
type BoardRow = (PriceRow | { [Name in keyof PriceRow]: null }) & StopsRow & { second_heard_at: Date | null }

const stopColumns = `exists (select from price_doubts where ended_at is null) as price_suspect,
  exists (select from ledger_issuing_stops where stopped_by <> 'reserves') as issuing_stopped, reserves_stop() as reserves_stopped,
  (select covered from usdau_cover) as usdau_covered, array(select asset from token_pauses) as paused`

/** As of what is being done in a transaction, and not of a second ago. */
export const readStops = async (tx: Tx): Promise<Stops> => {
  const [row] = await runStatement<StopsRow>(tx, { name: 'read-stops', text: `select ${stopColumns}`, values: [] })
  if (!row) throw new Error('the database answered nothing')
  return stopsOf(row)
}

const stopsOf = ({ price_suspect, issuing_stopped, reserves_stopped, usdau_covered, paused }: StopsRow): Stops => ({
  suspect: price_suspect,
  issuing: issuing_stopped,
  reserves: reserves_stopped,
  usdau: usdau_covered === false,
  paused,
})

const readingOf = ({ round, price, observed_at, read_at }: PriceRow): Reading => ({
  round: BigInt(round),
  perOunce: parseRate(price),
  observedAt: observed_at,
  readAt: read_at,
})

type CandleRow = { at: Date; open: string; high: string; low: string; close: string; closed_at: Date }

/** Candles of one length that have something after a moment, oldest first. */
export const readCandles = async (db: Db, seconds: number, after: Date): Promise<CandleRow[]> => {
  const { rows } = await sql<CandleRow>`
    select at, open, high, low, close, closed_at from price_candles
    where seconds = ${seconds} and at > ${after}::timestamptz - make_interval(secs => ${seconds})
    order by at`.execute(db)
  return rows
}

/** The gold price when a moment began, from the shortest candle that still tells, and when it was observed. */
export const observedBefore = async (db: Db | Tx, moment: Date): Promise<{ price: string; at: Date } | undefined> => {
  const { rows } = await sql<{ price: string; at: Date }>`
    select close as price, closed_at as at from price_candles
    where closed_at < ${moment} order by closed_at desc, seconds limit 1`.execute(db)
  return rows[0]
}

export const priceBefore = async (db: Db, moment: Date): Promise<Rate | undefined> => {
  const observed = await observedBefore(db, moment)
  return observed && parseRate(observed.price)
}

export const savePauses = async (tx: Tx, paused: readonly string[], now: Date) => {
  await sql`delete from token_pauses where not asset = any(${[...paused]}::text[])`.execute(tx)
  await sql`insert into token_pauses (asset, seen_at) select asset, ${now} from unnest(${[...paused]}::text[]) as p (asset)
    on conflict do nothing`.execute(tx)
}

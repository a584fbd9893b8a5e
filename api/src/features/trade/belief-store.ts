import type { Db, Tx } from '@ingot/db/connect'
import { formatDecimal } from '@ingot/money/decimal'
import { parseRate, type Rate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'
import type { Reason } from './belief-rules.ts'
import type { Observed } from './price-store.ts'

const hourMs = 3600 * 1000
const shortestCandle = Math.min(...Object.values(policy.price.ranges).map(({ seconds }) => seconds))

export type Doubt = Observed & { reason: Reason; since: Date }

/** What a source said, and when. */
export type Said = { perOunce: Rate; at: Date }

/** Everything that a round of a feed is judged by. */
export type Belief = {
  last: Observed | undefined
  median: Rate | undefined
  second: { source: string; since: Date; said: Said | undefined } | undefined
  doubt: Doubt | undefined
  /** The round that operators confirmed last. */
  confirmed: { round: bigint; price: string } | undefined
}

type BeliefRow = {
  round: string | null
  price: string
  observed_at: Date
  median: string | null
  second_source: string | null
  second_since: Date
  second_price: string | null
  second_at: Date
  doubt_round: string | null
  doubt_price: string
  doubt_at: Date
  reason: Reason
  since: Date
  confirmed_round: string | null
  confirmed_price: string
}

/**
 * The median is of the candles of an hour, so each stretch of time counts once, however many rounds came in it. After a
 * doubt it begins anew: what was before says nothing about the price that is believed since.
 */
export const readBelief = async (db: Db | Tx, source: string, now: Date): Promise<Belief> => {
  const { rows } = await sql<BeliefRow>`
    select f.round, f.price, f.observed_at,
      (select percentile_disc(0.5) within group (order by close) from price_candles
        where seconds = ${shortestCandle} and closed_at >= greatest(${new Date(now.getTime() - hourMs)}::timestamptz,
          (select max(believed_from) from price_doubts where source = ${source}))) as median,
      s.source as second_source, s.since as second_since, s.price as second_price, s.observed_at as second_at,
      d.round as doubt_round, d.price as doubt_price, d.observed_at as doubt_at, d.reason, d.since,
      c.believed_round as confirmed_round, c.believed_price as confirmed_price
    from (select) as one
      left join price_feed f on f.source = ${source}
      left join price_second s on true
      left join price_doubts d on d.ended_at is null
      left join (select believed_round, believed_price from price_doubts
        where source = ${source} and confirmed_by is not null order by ended_at desc limit 1) c on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database answered nothing')
  return beliefOf(row)
}

const beliefOf = (row: BeliefRow): Belief => ({
  last: row.round === null ? undefined : { round: BigInt(row.round), price: row.price, at: row.observed_at },
  median: row.median === null ? undefined : parseRate(row.median),
  second:
    row.second_source === null
      ? undefined
      : {
          source: row.second_source,
          since: row.second_since,
          said: row.second_price === null ? undefined : { perOunce: parseRate(row.second_price), at: row.second_at },
        },
  doubt:
    row.doubt_round === null
      ? undefined
      : {
          round: BigInt(row.doubt_round),
          price: row.doubt_price,
          at: row.doubt_at,
          reason: row.reason,
          since: row.since,
        },
  confirmed:
    row.confirmed_round === null ? undefined : { round: BigInt(row.confirmed_round), price: row.confirmed_price },
})

/** The feed whose round is doubted, or else whose price is believed; undefined while none was ever read. */
export const readSource = async (db: Db | Tx): Promise<string | undefined> => {
  const { rows } = await sql<{ source: string | null }>`
    select coalesce((select source from price_doubts where ended_at is null), (select source from price_feed))
      as source`.execute(db)
  return rows[0]?.source ?? undefined
}

/** Says which second source is asked from now on, or that none is. What another one said is forgotten. */
export const nameSecond = async (db: Db, source: string | undefined, now: Date) => {
  await sql`delete from price_second where source is distinct from ${source ?? null}`.execute(db)
  if (source)
    await sql`insert into price_second (source, since) values (${source}, ${now}) on conflict do nothing`.execute(db)
}

export const saveSecond = async (db: Db, source: string, { perOunce, at }: Said, now: Date) => {
  await sql`
    insert into price_second (source, since, price, observed_at, read_at)
    values (${source}, ${now}, ${formatDecimal(perOunce)}, ${at}, ${now})
    on conflict (single) do update set source = excluded.source, price = excluded.price,
      observed_at = excluded.observed_at, read_at = excluded.read_at`.execute(db)
}

/** Opens a doubt, or goes on with the open one. */
export const saveDoubt = async (tx: Tx, source: string, { round, price, at }: Observed, reason: Reason, now: Date) => {
  await sql`
    insert into price_doubts as known (source, first_round, round, price, observed_at, reason, since)
    values (${source}, ${String(round)}, ${String(round)}, ${price}, ${at}, ${reason}, ${now})
    on conflict ((true)) where ended_at is null do update set source = excluded.source,
      first_round = case when known.source = excluded.source then known.first_round else excluded.first_round end,
      round = excluded.round, price = excluded.price, observed_at = excluded.observed_at,
      reason = excluded.reason`.execute(tx)
}

/** Ends the open doubt, if there is one, with the round that is believed. */
export const endDoubt = async (tx: Tx, { round, price, at }: Observed, now: Date, confirmedBy?: [string, string]) => {
  await sql`
    update price_doubts set ended_at = ${now}, believed_round = ${String(round)}, believed_price = ${price},
      believed_from = ${at}, confirmed_by = ${confirmedBy ?? null}::uuid[]
    where ended_at is null`.execute(tx)
}

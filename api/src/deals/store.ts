import type { Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { runBehind, runStatement, withoutWaiting } from '@ingot/db/transaction'
import { sql } from 'kysely'

/** Who gains if gold rises: whoever has bought it. */
type Lean = 'buys' | 'sells' | 'neither'

/** What a deal would be, as it was shown. What was asked for and what was shown are the product's own. */
export type Quote<Asked, Shown> = {
  id: string
  kind: string
  asked: Asked
  shown: Shown
  /** What limits count. */
  usdUnits: bigint
  gramUnits: bigint
  lean: Lean
  market: 'open' | 'closed'
  /** The gold price behind it. */
  goldPrice: string
  round: string
  observedAt: Date
  madeAt: Date
  expiresAt: Date
  usedAt: Date | null
  /** By which version of the policy it was made, and what of that still counts after it was shown. */
  policyVersion: string
  terms: Terms
}

/** As the policy has it: what is counted and held later goes by what was in force when the quote was made. */
type Terms = { reserveSeconds: number; reserveMove: string; mostPerDayUsd: string; mostPerDayGrams: string }

type QuoteRow = {
  id: string
  kind: string
  asked: unknown
  shown: unknown
  usd_units: string
  gram_units: string
  lean: Lean
  market: 'open' | 'closed'
  gold_price: string
  round: string
  observed_at: Date
  made_at: Date
  expires_at: Date
  used_at: Date | null
  policy_version: string
  terms: Terms
}

const quoteColumns = `id, kind, asked, shown, usd_units, gram_units, lean, market, gold_price, round, observed_at, made_at,
  expires_at, used_at, policy_version, terms`

const quoteOf = <Asked, Shown>(row: QuoteRow): Quote<Asked, Shown> => ({
  id: row.id,
  kind: row.kind,
  asked: row.asked as Asked,
  shown: row.shown as Shown,
  usdUnits: BigInt(row.usd_units),
  gramUnits: BigInt(row.gram_units),
  lean: row.lean,
  market: row.market,
  goldPrice: row.gold_price,
  round: row.round,
  observedAt: row.observed_at,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  policyVersion: row.policy_version,
  terms: row.terms,
})

export type DealtToday = { usd: bigint; grams: bigint }

/** The newest version of the policy: what was computed by another one is computed anew. */
const newestPolicy = '(select coalesce(max(id), 0) from policy_versions)'

/** The units of a dollar and of a gram, in which days are counted. */
const units = '1000000000000000000'

/**
 * Writes a quote unless the customer has asked for too many or has dealt too much today, and says which. The last minute
 * has two ends, though none is made later: of one end PostgreSQL expects a third of all quotes, and plans anew each time.
 */
export const insertQuote = async (
  db: Db,
  customer: string,
  quote: Quote<unknown, unknown>,
  { since, mostSince, day }: { since: Date; mostSince: number; day: string },
  ahead?: Statement,
): Promise<{ made: boolean; recent: number; dealt: DealtToday; policyVersion: string }> => {
  const { mostPerDayUsd, mostPerDayGrams } = quote.terms
  type Row = { made: boolean; recent: string; usd: string; grams: string; version: string }
  const [row] = await runBehind<Row>(db, ahead, {
    name: 'insert-quote',
    text: `
      with known as (
        select (select count(*) from deal_quotes where customer = $2 and made_at between $14 and $12) as recent,
          coalesce(d.usd_units, 0) as usd, coalesce(d.gram_units, 0) as grams, ${newestPolicy} as version
        from (select) as one left join deal_days d on d.customer = $2 and d.day = $16::date
      ), made as (
        insert into deal_quotes (id, customer, kind, asked, shown, usd_units, gram_units, lean, market, gold_price, round,
          made_at, expires_at, observed_at, policy_version, terms)
        select $1, $2, $3, $4::json, $5::json, $6::numeric, $7::numeric, $8, $9, $10, $11, $12, $13, $19, $20::bigint, $21::json
        from known where version = $20::bigint and recent < $15
          and usd + $6::numeric <= $17::numeric * ${units} and grams + $7::numeric <= $18::numeric * ${units}
        returning id
      )
      select recent, usd, grams, version, exists (select from made) as made, ${withoutWaiting} from known`,
    values: [
      ...[quote.id, customer, quote.kind, JSON.stringify(quote.asked), JSON.stringify(quote.shown)],
      ...[String(quote.usdUnits), String(quote.gramUnits), quote.lean, quote.market, quote.goldPrice, quote.round],
      ...[quote.madeAt, quote.expiresAt, since, mostSince, day, mostPerDayUsd, mostPerDayGrams, quote.observedAt],
      ...[quote.policyVersion, JSON.stringify(quote.terms)],
    ],
  })
  return {
    made: row?.made ?? false,
    recent: Number(row?.recent ?? 0),
    dealt: { usd: BigInt(row?.usd ?? 0), grams: BigInt(row?.grams ?? 0) },
    policyVersion: row?.version ?? '',
  }
}

/** Until when a quote is held for its customer; null when it is not, or no longer. */
export type Held<Asked, Shown> = { quote: Quote<Asked, Shown>; until: Date | null }

type HeldRow = QuoteRow & { held_until: Date | null }

const heldOf = <Asked, Shown>(row: HeldRow | undefined): Held<Asked, Shown> | undefined =>
  row && { quote: quoteOf(row), until: row.held_until }

/** Whose quote of which product. */
export type Named = { customer: string; kind: string; id: string }

/** A quote as it is, and whether it is held. `$1` to `$3` are its names, `$4` the moment. */
const askedQuote = `
  select ${quoteColumns}, (select until from deal_reserves r where r.customer = $1 and r.quote = q.id and until > $4) as held_until
  from deal_quotes q where customer = $1 and kind = $2 and id = $3`

export const findQuote = async <Asked, Shown>(
  tx: Tx,
  { customer, kind, id }: Named,
  at: Date,
): Promise<Held<Asked, Shown> | undefined> => {
  const values = [customer, kind, id, at]
  const [row] = await runStatement<HeldRow>(tx, { name: 'find-quote', text: askedQuote, values })
  return heldOf(row)
}

type Reserving = { at: Date; goldPrice: string | null }

/**
 * Holds a quote longer, in the place of any other that its customer held, unless it is used, dead, held already, or gold
 * has moved too far against the house. Says how it is then. A customer has one row there: however many come at once, the
 * last one is held.
 */
export const reserveQuote = async <Asked, Shown>(
  db: Db,
  { customer, kind, id }: Named,
  { at, goldPrice }: Reserving,
): Promise<Held<Asked, Shown> | undefined> => {
  const [row] = await runStatement<HeldRow>(db, {
    name: 'reserve-quote',
    text: `
      with asked as (${askedQuote}), reserved as (
        insert into deal_reserves as known (customer, quote, until)
        select $1::uuid, id, greatest($4::timestamptz + make_interval(secs => (terms->>'reserveSeconds')::int), expires_at)
        from asked
        where used_at is null and expires_at > $4 and held_until is null and $5::numeric is not null and case lean
          when 'buys' then $5::numeric * 10000 <= gold_price::numeric * (10000 + (terms->>'reserveMove')::numeric)
          when 'sells' then $5::numeric * 10000 >= gold_price::numeric * (10000 - (terms->>'reserveMove')::numeric)
          else true end
        on conflict (customer) do update set quote = excluded.quote,
          until = case when known.quote = excluded.quote then known.until else excluded.until end
        returning until
      )
      select ${quoteColumns}, coalesce((select until from reserved), held_until) as held_until, ${withoutWaiting} from asked`,
    values: [customer, kind, id, at, goldPrice],
  })
  return heldOf(row)
}

/**
 * Counts a deal into the customer's day, whose row stays locked until the deal is done: a customer's deals follow one
 * another. `$1` is the customer, `$2` the day; `given` is one row with the rest.
 */
const counting = (given: string) => `
  most as (
    select (terms->>'mostPerDayUsd')::numeric * ${units} as usd, (terms->>'mostPerDayGrams')::numeric * ${units} as grams
    from ${given}
  ), counted as (
    insert into deal_days as known (customer, day, usd_units, gram_units)
    select $1::uuid, $2::date, usd_units, gram_units from ${given}, most where usd_units <= usd and gram_units <= grams
    on conflict (customer) do update set day = excluded.day,
      usd_units = excluded.usd_units + case when known.day = excluded.day then known.usd_units else 0 end,
      gram_units = excluded.gram_units + case when known.day = excluded.day then known.gram_units else 0 end
    where excluded.usd_units + case when known.day = excluded.day then known.usd_units else 0 end <= (select usd from most)
      and excluded.gram_units + case when known.day = excluded.day then known.gram_units else 0 end <= (select grams from most)
    returning customer)`

/** Waits until no deal of a customer is under way, and lets none begin until the transaction ends. It counts as none itself. */
export const lockDealer = async (tx: Tx, customer: string, day: string): Promise<void> => {
  await runStatement(tx, {
    name: 'lock-dealer',
    text: `insert into deal_days as known (customer, day, usd_units, gram_units) values ($1, $2, 0, 0)
      on conflict (customer) do update set day = known.day`,
    values: [customer, day],
  })
}

/** Whether the day had room for it; and the policy's version, where what is counted was computed just now. */
export type Counted = { isWithinDay: boolean; policyVersion?: string }

/** Uses up a quote that is alive or held and not used, once, and counts its deal. Undefined when there is no such quote. */
export const claimQuote = async <Asked, Shown>(
  tx: Tx,
  { customer, kind, id }: Named,
  at: Date,
  day: string,
): Promise<(Counted & { quote: Quote<Asked, Shown> }) | undefined> => {
  const [row] = await runStatement<QuoteRow & { counted: boolean }>(tx, {
    name: 'claim-quote',
    text: `
      with claimed as (
        update deal_quotes set used_at = $5 where id = $3 and customer = $1 and kind = $4 and used_at is null
          and (expires_at > $5 or exists (select from deal_reserves r where r.customer = $1 and r.quote = $3 and until > $5))
        returning ${quoteColumns}
      ), ${counting('claimed')}
      select ${quoteColumns}, exists (select from counted) as counted from claimed`,
    values: [customer, day, id, kind, at],
  })
  return row && { quote: quoteOf(row), isWithinDay: row.counted }
}

/** The same for a deal without a quote. */
export const countDeal = async (
  tx: Tx,
  customer: string,
  { usdUnits, gramUnits, terms }: Pick<Quote<unknown, unknown>, 'usdUnits' | 'gramUnits' | 'terms'>,
  day: string,
): Promise<Required<Counted>> => {
  const [row] = await runStatement<{ counted: boolean; version: string }>(tx, {
    name: 'count-deal',
    text: `with given as (select $3::numeric as usd_units, $4::numeric as gram_units, $5::json as terms), ${counting('given')}
      select exists (select from counted) as counted, ${newestPolicy} as version`,
    values: [customer, day, String(usdUnits), String(gramUnits), JSON.stringify(terms)],
  })
  return { isWithinDay: row?.counted ?? false, policyVersion: row?.version ?? '' }
}

/** What a customer has dealt on a day, for the words of a refusal. */
export const readDealt = async (tx: Tx, customer: string, day: string): Promise<DealtToday> => {
  const { rows } = await sql<{ usd_units: string; gram_units: string }>`
    select usd_units, gram_units from deal_days where customer = ${customer} and day = ${day}::date`.execute(tx)
  return { usd: BigInt(rows[0]?.usd_units ?? 0), grams: BigInt(rows[0]?.gram_units ?? 0) }
}

export const purgeQuotes = async (db: Db, before: Date) => {
  await sql`delete from deal_quotes where made_at < ${before}`.execute(db)
}

import type { Db, Tx } from '@ingot/db/connect'
import type { RewardAsset, RewardEvent } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'

/** How far entries were followed. Nobody else follows them until the transaction ends. */
export const lockCursor = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ entry: string }>`select entry from reward_cursor for update`.execute(tx)
  if (!rows[0]) throw new Error('nobody knows how far fees were followed')
  return BigInt(rows[0].entry)
}

export const saveCursor = async (tx: Tx, entry: bigint): Promise<void> => {
  await sql`update reward_cursor set entry = ${String(entry)}`.execute(tx)
}

/** Since when entries wait to be followed; null while none does. */
export const behindSince = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select posted_at as at from ledger_entries where id > (select entry from reward_cursor) order by id limit 1`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** The last of so many entries after one, none of them behind the final one; undefined when there are no more. */
export const lastOf = async (tx: Tx, after: bigint, final: bigint, most: number): Promise<bigint | undefined> => {
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last from (
      select id from ledger_entries where id > ${String(after)} and id <= ${String(final)} order by id limit ${most}) chosen`.execute(
    tx,
  )
  return rows[0]?.last ? BigInt(rows[0].last) : undefined
}

/** A fee that came or went back. */
export type FeeMove = {
  entry: string
  kind: string
  /** The entry that it takes back as a whole. */
  reverses: string | null
  at: Date
  /** Dollars for an ounce when it was dealt. */
  gold: string | null
  /** The payment or remittance that it is of. */
  source: string | null
  asset: RewardAsset
  units: bigint
  isIncoming: boolean
  customer: string | null
}

export const readFees = async (tx: Tx, after: bigint, last: bigint, kinds: readonly string[]): Promise<FeeMove[]> => {
  const { rows } = await sql<Omit<FeeMove, 'units'> & { units: string }>`
    with fees as materialized (select id from ledger_accounts where owner = 'house' and purpose = 'fees')
    select e.id as entry, e.kind, e.reverses, e.posted_at as at, e.details ->> 'goldPrice' as gold,
      case when e.details ? 'payment' then 'payment:' || (e.details ->> 'payment')
        when e.details ? 'remittance' then 'remittance:' || (e.details ->> 'remittance') end as source,
      m.asset, sum(case when m.target in (select id from fees) then m.units else -m.units end) as units,
      bool_or(m.target in (select id from fees)) as "isIncoming",
      (select substr(v.owner, 10) from ledger_movements v where v.entry = e.id and v.type = e.kind limit 1) as customer
    from ledger_entries e join ledger_moves m on m.entry = e.id
    where e.id > ${String(after)} and e.id <= ${String(last)} and m.entry > ${String(after)} and m.entry <= ${String(last)}
      and (e.kind = any(${[...kinds]}) or e.reverses is not null)
      and (m.target in (select id from fees) or m.source in (select id from fees))
    group by e.id, m.asset order by e.id, m.asset`.execute(tx)
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
}

/** Who stands above somebody, and from when on his fees count. */
export type Line = {
  referee: string
  verifiedAt: Date | null
  cardAt: Date | null
  above: { id: string; level: number; isEarning: boolean; isFrozen: boolean; residence: string | null }[]
}

/** Those of them whom somebody brought. Who is not verified, has left or has died, earns nothing. */
export const readLines = async (tx: Tx, referees: readonly string[], levels: number): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    with recursive above (referee, id, level) as (
      select id, introducer, 1 from customers where id = any(${[...referees]}::uuid[]) and introducer is not null
      union all
      select above.referee, c.introducer, level + 1 from above join customers c on c.id = above.id
      where level < ${levels} and c.introducer is not null
    )
    select c.id as referee,
      coalesce((select min(k.at) from kyc_moves k where k.customer = c.id and k.to_status = 'Verified'),
        case when c.kyc_status = 'Verified' then c.kyc_since end) as "verifiedAt",
      (select max(p.booked_at) from card_payments p where p.customer = c.id) as "cardAt",
      (select jsonb_agg(jsonb_build_object('id', a.id, 'level', above.level, 'residence', a.residence,
          'isEarning', a.role = 'customer' and a.kyc_status = 'Verified' and a.email not like '%@erased.invalid' and a.closed_at is null
            and a.id <> c.id,
          'isFrozen', exists (select from wallet_senders w where w.customer = a.id and w.frozen_at is not null)) order by above.level)
        from above join customers a on a.id = above.id where above.referee = c.id) as above
    from customers c where c.id in (select referee from above)`.execute(tx)
  return rows.map((row) => ({
    ...row,
    verifiedAt: row.verifiedAt && new Date(row.verifiedAt),
    cardAt: row.cardAt && new Date(row.cardAt),
  }))
}

export type NewEvent = {
  entry: string
  referee: string
  event: RewardEvent
  asset: RewardAsset
  fee: bigint
  usd: bigint
  at: Date
  byCard: boolean
  source: string | null
}

export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ fee, usd, at, byCard, ...each }) => ({
    ...{ ...each, fee_units: String(fee), fee_usd: String(usd), at: at.toISOString(), by_card: byCard },
  }))
  await sql`
    insert into reward_events (entry, referee, event, asset, fee_units, fee_usd, at, by_card, source)
    select entry, referee, event, asset, fee_units, fee_usd, at, by_card, source
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (entry bigint, referee uuid, event text, asset text,
      fee_units numeric, fee_usd numeric, at timestamptz, by_card boolean, source text)`.execute(tx)
}

export type NewReward = {
  customer: string
  referee: string
  entry: string
  level: number
  asset: RewardAsset
  fee: bigint
  rate: bigint
  amount: bigint
  version: string
  at: Date
  pendingUntil: Date
}

/** With a bundle for each customer and asset that has none yet. */
export const insertRewards = async (tx: Tx, rewards: readonly NewReward[]): Promise<void> => {
  if (rewards.length === 0) return
  const rows = rewards.map(({ fee, rate, amount, version, at, pendingUntil, ...each }) => ({
    ...{ ...each, fee_units: String(fee), rate: String(rate), amount: String(amount), policy_version: version },
    ...{ at: at.toISOString(), pending_until: pendingUntil.toISOString() },
  }))
  const given = JSON.stringify(rows)
  await sql`
    insert into reward_bundles (customer, asset)
    select distinct customer, asset from jsonb_to_recordset(${given}::jsonb) as made (customer uuid, asset text)
    order by 1, 2 on conflict (customer, asset) do nothing`.execute(tx)
  await sql`
    insert into rewards (customer, referee, entry, level, asset, fee_units, rate, amount, policy_version, at, pending_until)
    select customer, referee, entry, level, asset, fee_units, rate, amount, policy_version, at, pending_until
    from jsonb_to_recordset(${given}::jsonb) as made (customer uuid, referee uuid, entry bigint, level smallint, asset text,
      fee_units numeric, rate integer, amount numeric, policy_version bigint, at timestamptz, pending_until timestamptz)
    order by entry, level`.execute(tx)
}

/** Adds to what was earned in a year; below zero what went back. */
export const addEarned = async (tx: Tx, sums: ReadonlyMap<number, bigint>): Promise<void> => {
  for (const [year, usd] of sums)
    await sql`
      insert into reward_years (year, fees_usd) values (${year}, ${String(usd)})
      on conflict (year) do update set fees_usd = reward_years.fees_usd + excluded.fees_usd`.execute(tx)
}

/** What a fee that goes back is of: the entry that is reversed, or the payment or remittance. */
export type Back = { entry: string; reverses: string | null; source: string | null }

/** Notes that fees went back, each once, and tells the rewards that came of them and are not reversed. */
export const markBack = async (tx: Tx, backs: readonly Back[]): Promise<{ id: string; customer: string }[]> => {
  if (backs.length === 0) return []
  const { rows } = await sql<{ id: string; customer: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(backs)}::jsonb) as back (entry bigint, reverses bigint, source text)),
    marked as (
      update reward_events e set back_entry = (
        select min(g.entry) from given g where g.reverses = e.entry or g.reverses is null and g.source = e.source)
      where e.back_entry is null and (e.entry in (select reverses from given)
        or e.source in (select source from given where reverses is null))
      returning e.entry)
    select r.id, r.customer from rewards r where r.entry in (select entry from marked)
      and r.state not in ('Reversed', 'Expired') order by r.customer, r.id`.execute(tx)
  return rows
}

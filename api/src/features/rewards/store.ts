import type { Db, Tx } from '@ingot/db/connect'
import type { RewardAsset, RewardEvent, RewardState } from '@ingot/endpoints/reward-fields'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type RewardRow = {
  id: string
  number: string
  state: RewardState
  asset: RewardAsset
  amount: bigint
  level: number
  event: RewardEvent
  at: Date
  pendingUntil: Date
  expiresAt: Date | null
  request: { id: string; number: string } | null
}

export type RewardFilter = {
  state?: RewardState | undefined
  asset?: RewardAsset | undefined
  from?: string | undefined
  until?: string | undefined
}

/** A customer's, newest first. */
export const listRewards = async (
  db: Db,
  customer: string,
  { state, asset, from, until }: RewardFilter,
  { before, limit }: Stretch,
): Promise<RewardRow[]> => {
  const { rows } = await sql<Omit<RewardRow, 'amount'> & { amount: string }>`
    select r.id, r.number, r.state, r.asset, r.amount, r.level::int, e.event, r.at, r.pending_until as "pendingUntil",
      r.expires_at as "expiresAt",
      (select jsonb_build_object('id', q.id, 'number', q.number::text) from reward_requests q where q.id = r.request) as request
    from rewards r join reward_events e on e.entry = r.entry
    where r.customer = ${customer} and (${state ?? null}::text is null or r.state = ${state ?? null})
      and (${asset ?? null}::text is null or r.asset = ${asset ?? null})
      and (${from ?? null}::timestamptz is null or r.at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or r.at < ${until ?? null})
      and r.number < ${String(before ?? largestNumber)}::bigint
    order by r.number desc limit ${limit}`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

export type BundleRow = { id: string; asset: RewardAsset; toTakeBack: bigint; sums: ReadonlyMap<RewardState, bigint> }

/** A customer's, each with its sums by state. */
export const readBundles = async (db: Db | Tx, customer: string): Promise<BundleRow[]> => {
  const { rows } = await sql<{ id: string; asset: RewardAsset; back: string; sums: [RewardState, string][] | null }>`
    select b.id, b.asset, b.to_take_back as back, (
      select jsonb_agg(jsonb_build_array(state, units::text)) from (
        select r.state, sum(r.amount) as units from rewards r
        where r.customer = b.customer and r.asset = b.asset group by r.state) of_state) as sums
    from reward_bundles b where b.customer = ${customer} order by b.asset`.execute(db)
  return rows.map(({ id, asset, back, sums }) => ({
    ...{ id, asset, toTakeBack: BigInt(back) },
    sums: new Map((sums ?? []).map(([state, units]) => [state, BigInt(units)])),
  }))
}

export type BundleNamed = { id: string; asset: RewardAsset; toTakeBack: bigint }

/** Somebody else's is as unknown as one that never was. Nobody else claims or pays of it until the transaction ends. */
export const lockBundle = async (tx: Tx, customer: string, id: string): Promise<BundleNamed | undefined> => {
  const { rows } = await sql<{ id: string; asset: RewardAsset; back: string }>`
    select id, asset, to_take_back as back from reward_bundles where id = ${id} and customer = ${customer} for update`.execute(
    tx,
  )
  return rows[0] && { id: rows[0].id, asset: rows[0].asset, toTakeBack: BigInt(rows[0].back) }
}

/** What would be paid now of each asset if all that can be claimed or is asked for were, less what is to be taken back. */
export const readEarned = async (db: Db | Tx, customer: string): Promise<{ asset: RewardAsset; units: bigint }[]> => {
  const { rows } = await sql<{ asset: RewardAsset; units: string }>`
    select b.asset, greatest(0, coalesce((select sum(r.amount) from rewards r
        where r.customer = b.customer and r.asset = b.asset and r.state in ('Claimable', 'Requested')), 0)
      - b.to_take_back - coalesce((select sum(q.taken_units) from reward_requests q
        where q.customer = b.customer and q.asset = b.asset and q.state = 'Requested'), 0)) as units
    from reward_bundles b where b.customer = ${customer} order by b.asset`.execute(db)
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }))
}

/** What was paid in each year (UTC) of each asset, what of it was kept for what went back, and what it was worth then. */
export type YearSum = { year: number; asset: RewardAsset; paid: bigint; takenBack: bigint; worth: bigint }

export const readYears = async (db: Db | Tx, customer: string): Promise<YearSum[]> => {
  const { rows } = await sql<{ year: number; asset: RewardAsset; paid: string; back: string; worth: string }>`
    select extract(year from decided_at at time zone 'UTC')::int as year, asset, sum(units + taken_units) as paid,
      sum(taken_units) as back, sum(worth_units) as worth
    from reward_requests where customer = ${customer} and kind = 'referral' and state = 'Paid'
    group by 1, 2 order by 1 desc, 2`.execute(db)
  return rows.map(({ year, asset, paid, back, worth }) => ({
    ...{ year, asset, paid: BigInt(paid), takenBack: BigInt(back), worth: BigInt(worth) },
  }))
}

export type PaidLine = { number: string; at: Date; asset: RewardAsset; paid: bigint; takenBack: bigint; worth: bigint }

/** What was paid in a year, oldest first. */
export const readPaidIn = async (db: Db | Tx, customer: string, year: number, most: number): Promise<PaidLine[]> => {
  const { rows } = await sql<{
    number: string
    at: Date
    asset: RewardAsset
    paid: string
    back: string
    worth: string
  }>`
    select number, decided_at as at, asset, units + taken_units as paid, taken_units as back, worth_units as worth
    from reward_requests
    where customer = ${customer} and kind = 'referral' and state = 'Paid'
      and extract(year from decided_at at time zone 'UTC') = ${year}
    order by number limit ${most}`.execute(db)
  return rows.map(({ number, at, asset, paid, back, worth }) => ({
    ...{ number, at, asset, paid: BigInt(paid), takenBack: BigInt(back), worth: BigInt(worth) },
  }))
}

/** Of all customers in a year (UTC): fees less what went back, and what was paid for bringing others; in dollars. */
export const readShare = async (db: Db, year: number): Promise<{ fees: bigint; paid: bigint }> => {
  const since = new Date(Date.UTC(year, 0, 1))
  const { rows } = await sql<{ fees: string; paid: string }>`
    select coalesce((select greatest(fees_usd, 0) from reward_years where year = ${year}), 0) as fees,
      (select coalesce(sum(worth_units), 0) from reward_requests
        where kind = 'referral' and state = 'Paid' and decided_at >= ${since}) as paid`.execute(db)
  return { fees: BigInt(rows[0]?.fees ?? 0), paid: BigInt(rows[0]?.paid ?? 0) }
}

/** Whether something is asked for that is not decided. */
export const hasRequested = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from rewards where customer = ${customer} and state = 'Requested' limit 1`.execute(tx)
  return rows.length > 0
}

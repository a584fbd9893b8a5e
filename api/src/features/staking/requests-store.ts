import type { Db, Tx } from '@ingot/db/connect'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import type { RequestKind, RequestState } from '@ingot/endpoints/staking-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import { type RequestRow, readRequests } from './store.ts'

export type RequestFilter = {
  state?: RequestState | undefined
  kind?: RequestKind | undefined
  from?: string | undefined
  until?: string | undefined
}

/** A customer's own, or everybody's, newest first. */
export const listRequests = (
  db: Db,
  customer: string | null,
  { state, kind, from, until }: RequestFilter,
  { before, limit }: Stretch,
): Promise<RequestRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`r.number < ${String(before ?? largestNumber)}::bigint`,
    ...(customer === null ? [] : [sql`r.customer = ${customer}`]),
    ...(state ? [sql`r.state = ${state}`] : []),
    ...(kind ? [sql`r.kind = ${kind}`] : []),
    ...(from ? [sql`r.asked_at >= ${from}`] : []),
    ...(until ? [sql`r.asked_at < ${until}`] : []),
  ]
  return readRequests(db, sql`${sql.join(conditions, sql` and `)} order by r.number desc limit ${limit}`)
}

/** What was asked for of one stake, and what goes into its sum. */
export type PartBehind = {
  request: string
  stake: string
  number: string
  staked: bigint
  termDays: number
  basisPoints: number
  reward: bigint
  beganAt: Date
  noticeAt: Date | null
  askedAt: Date
  asked: bigint
  paidBefore: bigint
  askedBefore: bigint
}

type BehindColumns = {
  request: string
  stake: string
  number: string
  units: string
  term_days: number
  basis_points: number
  reward_units: string
  began_at: Date
  notice_at: Date | null
  asked_at: Date
  asked: string
  paid_before: string
  asked_before: string
}

/** Whatever earlier requests asked for of the same stake: paid by now, or not decided when this one was asked for. */
const before = (which: RawBuilder<unknown>) => sql`(
  select coalesce(sum(o.units), 0) from reward_request_parts o join reward_requests q on q.id = o.request
  where o.stake = p.stake and q.number < r.number and ${which})`

/** The parts of requests by their stakes, oldest first. */
export const readBehindRequests = async (db: Db | Tx, requests: readonly string[]): Promise<PartBehind[]> => {
  const { rows } = await sql<BehindColumns>`
    select p.request, p.stake, s.number, s.units, s.term_days, s.basis_points, s.reward_units, s.began_at, s.notice_at,
      r.asked_at, p.units as asked, ${before(sql`q.state = 'Paid'`)} as paid_before,
      ${before(sql`(q.state = 'Requested' or q.state <> 'Paid' and q.decided_at > r.asked_at)`)} as asked_before
    from reward_request_parts p join reward_requests r on r.id = p.request join stakes s on s.id = p.stake
    where p.request = any(${[...requests]}::uuid[]) order by s.number`.execute(db)
  return rows.map((row) => ({
    request: row.request,
    stake: row.stake,
    number: row.number,
    staked: BigInt(row.units),
    termDays: row.term_days,
    basisPoints: row.basis_points,
    reward: BigInt(row.reward_units),
    beganAt: row.began_at,
    noticeAt: row.notice_at,
    askedAt: row.asked_at,
    asked: BigInt(row.asked),
    paidBefore: BigInt(row.paid_before),
    askedBefore: BigInt(row.asked_before),
  }))
}

/** An operator's decisions follow one another, so that what he pays alone is counted one by one. */
export const lockDecider = (tx: Tx, operator: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`reward-decider ${operator}`}, 0))`.execute(tx)

/** Something of an asset that counts among what was paid. */
export type PaidSum = { asset: RewardAsset; units: bigint }

/** What was paid since a moment: to a customer by whomever, or by an operator alone. */
export const sumPaidSince = async (
  db: Db | Tx,
  who: { customer: string } | { operator: string },
  since: Date,
): Promise<PaidSum[]> => {
  const whose = 'customer' in who ? sql`customer = ${who.customer}` : sql`decided_by = array[${who.operator}::uuid]`
  const { rows } = await sql<{ asset: RewardAsset; units: string }>`
    select asset, sum(units) as units from reward_requests
    where state = 'Paid' and decided_at > ${since} and ${whose} group by asset`.execute(db)
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }))
}

export const sumWaiting = (db: Db) =>
  sumOf(db, sql`select r.asked_at as since from reward_requests r where r.state = 'Requested'`)

/** One that waits, and what its customer was paid of late. */
export type WaitingRequest = {
  id: string
  username: string
  isVerified: boolean
  isFrozen: boolean
  micros: string
  paidLately: PaidSum[]
}

export const listWaiting = async (
  db: Db,
  after: Place,
  limit: number,
  since: Date,
): Promise<(WaitingRequest & { row: RequestRow })[]> => {
  const { rows } = await sql<
    Omit<WaitingRequest, 'paidLately'> & { paidLately: { asset: RewardAsset; units: string }[] | null }
  >`
    select r.id, c.username, c.kyc_status = 'Verified' as "isVerified", w.frozen_at is not null as "isFrozen",
      ${microsOf(sql`r.asked_at`)} as micros,
      (select jsonb_agg(jsonb_build_object('asset', o.asset, 'units', o.units::text)) from reward_requests o
        where o.customer = r.customer and o.state = 'Paid' and o.decided_at > ${since}) as "paidLately"
    from reward_requests r join customers c on c.id = r.customer left join wallet_senders w on w.customer = r.customer
    where r.state = 'Requested' and (r.asked_at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by r.asked_at, r.id limit ${limit}`.execute(db)
  const found = await readRequests(db, sql`r.id = any(${rows.map(({ id }) => id)}::uuid[])`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap(({ paidLately, ...waiting }) => {
    const row = byId.get(waiting.id)
    return row
      ? [
          {
            ...waiting,
            paidLately: (paidLately ?? []).map(({ asset, units }) => ({ asset, units: BigInt(units) })),
            row,
          },
        ]
      : []
  })
}

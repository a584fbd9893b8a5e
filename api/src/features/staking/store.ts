import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import type { RequestState, RewardCurrency, StakeState } from '@ingot/endpoints/staking-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { stakeMoves, type Vesting } from './rules.ts'

type Named = { id: string; number: string }

/** A stake with its amounts in base units. */
export type StakeRow = Vesting & {
  id: string
  number: string
  customer: string
  state: StakeState
  units: bigint
  basisPoints: number
  renews: boolean
  endedAt: Date | null
  movement: string
  renewedFrom: Named | null
  renewedBy: Named | null
}

type Columns = {
  id: string
  number: string
  customer: string
  state: StakeState
  units: string
  term_days: number
  basis_points: number
  reward_units: string
  began_at: Date
  ends_at: Date
  renews: boolean
  movement: string
  notice_at: Date | null
  leaves_at: Date | null
  ended_at: Date | null
  paid_units: string
  requested_units: string
  returned_units: string
  renewed_from: Named | null
  renewed_by: Named | null
}

const named = sql`jsonb_build_object('id', o.id, 'number', o.number::text)`

const columns = sql`s.id, s.number, s.customer, s.state, s.units, s.term_days, s.basis_points, s.reward_units, s.began_at,
  s.ends_at, s.renews, s.movement, s.notice_at, s.leaves_at, s.ended_at, s.paid_units, s.requested_units, s.returned_units,
  (select ${named} from stakes o where o.id = s.renewed_from) as renewed_from,
  (select ${named} from stakes o where o.renewed_from = s.id) as renewed_by`

const stakeOf = (row: Columns): StakeRow => ({
  id: row.id,
  number: row.number,
  customer: row.customer,
  state: row.state,
  units: BigInt(row.units),
  termDays: row.term_days,
  basisPoints: row.basis_points,
  reward: BigInt(row.reward_units),
  beganAt: row.began_at,
  endsAt: row.ends_at,
  renews: row.renews,
  movement: row.movement,
  noticeAt: row.notice_at,
  leavesAt: row.leaves_at,
  endedAt: row.ended_at,
  paid: BigInt(row.paid_units),
  requested: BigInt(row.requested_units),
  returned: BigInt(row.returned_units),
  renewedFrom: row.renewed_from,
  renewedBy: row.renewed_by,
})

/** By its id, or that of the movement it began by. */
export const findStake = async (db: Db | Tx, customer: string, id: string): Promise<StakeRow | undefined> => {
  const { rows } = await sql<Columns>`
    select ${columns} from stakes s where (s.id = ${id} or s.movement = ${id}) and s.customer = ${customer}`.execute(db)
  return rows[0] && stakeOf(rows[0])
}

/** Nobody else changes them until the transaction ends. Oldest first; those that are not there are left out. */
export const lockStakes = async (tx: Tx, ids: readonly string[]): Promise<StakeRow[]> => {
  const { rows } = await sql<Columns>`
    select ${columns} from stakes s where s.id = any(${[...ids]}::uuid[]) order by s.number for update of s`.execute(tx)
  return rows.map(stakeOf)
}

/** Those of a customer that have not ended, until the transaction ends. */
export const lockOpenStakes = async (tx: Tx, customer: string): Promise<StakeRow[]> => {
  const { rows } = await sql<Columns>`
    select ${columns} from stakes s where s.customer = ${customer} and s.state in ('Staked', 'Leaving')
    order by s.number for update of s`.execute(tx)
  return rows.map(stakeOf)
}

/** Those of a customer of which not everything was paid, asked for or given back, oldest first. */
export const readUnclaimed = async (db: Db | Tx, customer: string): Promise<StakeRow[]> => {
  const { rows } = await sql<Columns>`
    select ${columns} from stakes s
    where s.customer = ${customer} and s.paid_units + s.requested_units + s.returned_units < s.reward_units
    order by s.number`.execute(db)
  return rows.map(stakeOf)
}

/** Whether something of a customer is staked, or of a reward not paid. */
export const hasOpen = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from stakes where customer = ${customer}
      and (state in ('Staked', 'Leaving') or paid_units + returned_units < reward_units) limit 1`.execute(tx)
  return rows.length > 0
}

export const saveRenews = async (tx: Tx, id: string, renews: boolean): Promise<void> => {
  await sql`update stakes set renews = ${renews} where id = ${id}`.execute(tx)
}

export type NewStake = {
  id: string
  customer: string
  units: bigint
  termDays: number
  basisPoints: bigint
  reward: bigint
  policyVersion: string
  beganAt: Date
  endsAt: Date
  renews: boolean
  renewedFrom: string | null
  movement: string
}

export const insertStake = async (tx: Tx, given: NewStake): Promise<void> => {
  await sql`
    insert into stakes (id, customer, units, term_days, basis_points, reward_units, policy_version, began_at, ends_at, renews,
      renewed_from, movement)
    values (${given.id}, ${given.customer}, ${String(given.units)}, ${given.termDays}, ${String(given.basisPoints)},
      ${String(given.reward)}, ${given.policyVersion}, ${given.beganAt}, ${given.endsAt}, ${given.renews},
      ${given.renewedFrom}, ${given.movement})`.execute(tx)
}

/** What a request asks for of one stake. */
export type Part = { stake: string; units: bigint }

const added = (parts: readonly Part[]) => sql`
  unnest(${parts.map(({ stake }) => stake)}::uuid[], ${parts.map(({ units }) => String(units))}::numeric[])
    as added (stake, units)`

/** Puts what was asked for among what is requested; its stakes are locked by then. */
const addRequested = async (tx: Tx, parts: readonly Part[]): Promise<void> => {
  await sql`update stakes s set requested_units = s.requested_units + added.units
    from ${added(parts)} where s.id = added.stake`.execute(tx)
}

/** Takes it out again: it has vested and can be claimed as before. */
export const dropRequested = async (tx: Tx, parts: readonly Part[]): Promise<void> => {
  await sql`update stakes s set requested_units = s.requested_units - added.units
    from ${added(parts)} where s.id = added.stake`.execute(tx)
}

/** What was requested is paid. */
export const addPaid = async (tx: Tx, parts: readonly Part[]): Promise<void> => {
  await sql`update stakes s set requested_units = s.requested_units - added.units, paid_units = s.paid_units + added.units
    from ${added(parts)} where s.id = added.stake`.execute(tx)
}

/** A request with what it asks for of which stakes, oldest first. */
export type RequestRow = {
  id: string
  number: string
  customer: string
  kind: 'stake' | 'referral'
  currency: RewardCurrency
  /** What is asked for, of this asset: of stakes QMGT. */
  asset: RewardAsset
  units: bigint
  /** What is kept beside it, for rewards that were paid and went back. */
  takenBack: bigint
  /** How many rewards for bringing others it is of. */
  rewards: number
  state: RequestState
  reason: string | null
  askedAt: Date
  decidedAt: Date | null
  /** What arrived, in base units of the currency. */
  received: bigint | null
  price: string | null
  movement: { id: string; number: string; type: string } | null
  parts: (Part & { number: string })[]
}

type RequestColumns = Pick<
  RequestRow,
  'id' | 'number' | 'customer' | 'kind' | 'currency' | 'asset' | 'rewards' | 'state' | 'reason' | 'price' | 'movement'
> & {
  units: string
  taken_units: string
  asked_at: Date
  decided_at: Date | null
  receive_units: string | null
  parts: { stake: string; number: string; units: string }[] | null
}

const requestColumns = sql`r.id, r.number, r.customer, r.kind, r.currency, r.asset, r.units, r.taken_units, r.state, r.reason, r.asked_at, r.decided_at,
  r.receive_units, r.price,
  (select count(*)::int from reward_request_rewards w where w.request = r.id) as rewards,
  (select jsonb_build_object('id', v.id, 'number', v.number::text, 'type', v.type) from ledger_movements v
    where v.id = r.movement) as movement,
  (select jsonb_agg(jsonb_build_object('stake', p.stake, 'number', s.number::text, 'units', p.units::text) order by s.number)
    from reward_request_parts p join stakes s on s.id = p.stake where p.request = r.id) as parts`

const requestOf = (row: RequestColumns): RequestRow => ({
  id: row.id,
  number: row.number,
  customer: row.customer,
  kind: row.kind,
  currency: row.currency,
  asset: row.asset,
  units: BigInt(row.units),
  takenBack: BigInt(row.taken_units),
  rewards: row.rewards,
  state: row.state,
  reason: row.reason,
  askedAt: row.asked_at,
  decidedAt: row.decided_at,
  received: row.receive_units === null ? null : BigInt(row.receive_units),
  price: row.price,
  movement: row.movement,
  parts: (row.parts ?? []).map(({ units, ...part }) => ({ ...part, units: BigInt(units) })),
})

/** Requests as `r`, with whatever follows the word `where`: order and limit as well. */
export const readRequests = async (db: Db | Tx, where: RawBuilder<unknown>): Promise<RequestRow[]> => {
  const { rows } = await sql<RequestColumns>`select ${requestColumns} from reward_requests r where ${where}`.execute(db)
  return rows.map(requestOf)
}

export const findRequest = async (db: Db | Tx, id: string): Promise<RequestRow | undefined> =>
  (await readRequests(db, sql`r.id = ${id}`))[0]

/** What a customer asked for of stakes and nobody decided about. */
export const readUndecided = (db: Db | Tx, customer: string): Promise<RequestRow[]> =>
  readRequests(db, sql`r.customer = ${customer} and r.kind = 'stake' and r.state = 'Requested' order by r.number`)

/** What was asked for of a stake, newest first. */
export const readRequestsOf = (db: Db | Tx, stake: string, limit: number): Promise<RequestRow[]> =>
  readRequests(
    db,
    sql`r.id in (select request from reward_request_parts where stake = ${stake}) order by r.number desc limit ${limit}`,
  )

/**
 * Nobody else decides about it until the transaction ends, nor changes a stake that it names. The customer's row is locked before
 * it, as in everything that changes his stakes.
 */
export const lockRequest = async (tx: Tx, id: string): Promise<RequestRow | undefined> => {
  await sql`select from reward_requests where id = ${id} for update`.execute(tx)
  const found = await findRequest(tx, id)
  if (found)
    await lockStakes(
      tx,
      found.parts.map(({ stake }) => stake),
    )
  return found
}

export type NewRequest = {
  id: string
  customer: string
  currency: RewardCurrency
  askedAt: Date
  parts: readonly Part[]
}

/** A request and its parts, and so much more that is requested of each of its stakes, which are locked by then. */
export const insertRequest = async (tx: Tx, { id, customer, currency, askedAt, parts }: NewRequest): Promise<void> => {
  const units = parts.reduce((sum, part) => sum + part.units, 0n)
  await sql`
    insert into reward_requests (id, customer, kind, currency, units, asked_at)
    values (${id}, ${customer}, 'stake', ${currency}, ${String(units)}, ${askedAt})`.execute(tx)
  await sql`
    insert into reward_request_parts (request, stake, units)
    select ${id}::uuid, added.stake, added.units from ${added(parts)}`.execute(tx)
  await addRequested(tx, parts)
}

export type NewReferralRequest = {
  id: string
  customer: string
  asset: RewardAsset
  currency: RewardCurrency
  units: bigint
  takenBack: bigint
  askedAt: Date
}

/** One for rewards for bringing others, which are put into it by whoever has them locked. */
export const insertReferralRequest = async (tx: Tx, given: NewReferralRequest): Promise<void> => {
  await sql`
    insert into reward_requests (id, customer, kind, currency, asset, units, taken_units, asked_at)
    values (${given.id}, ${given.customer}, 'referral', ${given.currency}, ${given.asset}, ${String(given.units)},
      ${String(given.takenBack)}, ${given.askedAt})`.execute(tx)
}

export type StakeFilter = { state?: StakeState | undefined; from?: string | undefined; until?: string | undefined }

export const listStakes = async (
  db: Db,
  customer: string,
  { state, from, until }: StakeFilter,
  { before, limit }: Stretch,
): Promise<StakeRow[]> => {
  const { rows } = await sql<Columns>`
    select ${columns} from stakes s
    where s.customer = ${customer} and (${state ?? null}::text is null or s.state = ${state ?? null})
      and (${from ?? null}::timestamptz is null or s.began_at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or s.began_at < ${until ?? null})
      and s.number < ${String(before ?? largestNumber)}::bigint
    order by s.number desc limit ${limit}`.execute(db)
  return rows.map(stakeOf)
}

/** What became of a stake, and the entries behind it: as it began and ended, and what was paid of it. */
export const readBehind = async (
  db: Db | Tx,
  id: string,
): Promise<{ history: { state: StakeState; at: string }[]; entries: string[] }> => {
  const references = ['stake', 'stake-end', 'stake-left'].map((kind) => `${kind}:${id}`)
  const { rows } = await sql<{ history: { state: StakeState; at: string }[]; entries: string[] }>`
    select ${historyOf(stakeMoves, sql`s.id`)} as history,
      array(select e.id::text from ledger_entries e where e.reference = any(${references})
        union select v.entry::text from reward_request_parts p join reward_requests r on r.id = p.request
          join ledger_movements v on v.id = r.movement where p.stake = s.id) as entries
    from stakes s where s.id = ${id}`.execute(db)
  return rows[0] ?? { history: [], entries: [] }
}

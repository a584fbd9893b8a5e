import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { PayoutState } from '@ingot/endpoints/bank-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { type EndReason, type Figures, type PayoutAsset, payoutStates } from './rules.ts'

type PayoutRow = {
  id: string
  number: string
  customer: string
  account: string
  bank: string | null
  last_four: string
  asset: PayoutAsset
  units: string
  fee_units: string
  rate: string
  gross_cents: string
  fee_cents: string
  receive_cents: string
  fee_fixed_cents: string
  fee_basis_points: number
  state: PayoutState
  reason: EndReason | null
  hold: string
  payment: string | null
  entry: string | null
  requested_at: Date
  approved_at: Date | null
  ended_at: Date | null
  history: { state: PayoutState; at: string }[]
  returned_cents: string
  returned_units: string
}

/** One with its figures as amounts. */
export type StoredPayout = Pick<
  PayoutRow,
  'id' | 'number' | 'customer' | 'account' | 'bank' | 'state' | 'reason' | 'payment' | 'history'
> & {
  lastFour: string
  figures: Figures
  hold: bigint
  entry: bigint | null
  requestedAt: Date
  approvedAt: Date | null
  endedAt: Date | null
  /** What came back of it so far, in dollars and in tokens. */
  returned: { cents: Amount<'USD'>; amount: Amount<PayoutAsset> }
}

const columns = sql`p.id, p.number, p.customer, p.account, p.bank, p.last_four, p.asset, p.units, p.fee_units, p.rate,
  p.gross_cents, p.fee_cents, p.receive_cents, p.fee_fixed_cents, p.fee_basis_points, p.state, p.reason, p.hold, p.payment,
  p.entry, p.requested_at, p.approved_at, p.ended_at, ${historyOf(payoutStates, sql`p.id`)} as history,
  (select coalesce(sum(r.cents), 0) from payout_returns r where r.payout = p.id) as returned_cents,
  (select coalesce(sum(r.units), 0) from payout_returns r where r.payout = p.id) as returned_units`

const payoutOf = (row: PayoutRow): StoredPayout => {
  const token = (units: string) => amountOf<PayoutAsset>(row.asset, BigInt(units))
  const dollars = (cents: string) => amountOf('USD', BigInt(cents))
  return {
    id: row.id,
    number: row.number,
    customer: row.customer,
    account: row.account,
    bank: row.bank,
    lastFour: row.last_four,
    state: row.state,
    reason: row.reason,
    payment: row.payment,
    history: row.history,
    figures: {
      amount: token(row.units),
      feeAmount: token(row.fee_units),
      rate: row.rate,
      gross: dollars(row.gross_cents),
      fee: dollars(row.fee_cents),
      feeFixed: dollars(row.fee_fixed_cents),
      feeBasisPoints: row.fee_basis_points,
      receive: dollars(row.receive_cents),
    },
    hold: BigInt(row.hold),
    entry: row.entry === null ? null : BigInt(row.entry),
    requestedAt: row.requested_at,
    approvedAt: row.approved_at,
    endedAt: row.ended_at,
    returned: { cents: dollars(row.returned_cents), amount: token(row.returned_units) },
  }
}

export const findPayout = async (db: Db | Tx, id: string): Promise<StoredPayout | undefined> => {
  const { rows } = await sql<PayoutRow>`select ${columns} from payouts p where p.id = ${id}`.execute(db)
  return rows[0] && payoutOf(rows[0])
}

/** Nobody else moves it on until the transaction ends. What is read after the lock is what the other one left. */
export const lockPayout = async (tx: Tx, id: string): Promise<StoredPayout | undefined> => {
  await sql`select from payouts where id = ${id} for update`.execute(tx)
  return findPayout(tx, id)
}

export type PayoutFilter = { state?: PayoutState | undefined; from?: string | undefined; until?: string | undefined }

export const listPayouts = async (
  db: Db,
  customer: string,
  { state, from, until }: PayoutFilter,
  { before, limit }: Stretch,
): Promise<StoredPayout[]> => {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payouts p
    where p.customer = ${customer} and (${state ?? null}::text is null or p.state = ${state ?? null})
      and (${from ?? null}::timestamptz is null or p.requested_at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or p.requested_at < ${until ?? null})
      and p.number < ${String(before ?? largestNumber)}::bigint
    order by p.number desc limit ${limit}`.execute(db)
  return rows.map(payoutOf)
}

export type NewPayout = {
  id: string
  customer: string
  account: { id: string; bank: string | null; lastFour: string }
  figures: Figures
  policyVersion: string
  hold: bigint
  requestedAt: Date
}

export const insertPayout = async (tx: Tx, given: NewPayout): Promise<StoredPayout> => {
  const { id, customer, account, figures, policyVersion, hold, requestedAt } = given
  const { amount, feeAmount, rate, gross, fee, feeFixed, feeBasisPoints, receive } = figures
  await sql`
    insert into payouts (id, customer, account, bank, last_four, asset, units, fee_units, rate, gross_cents, fee_cents,
      receive_cents, fee_fixed_cents, fee_basis_points, policy_version, hold, requested_at)
    values (${id}, ${customer}, ${account.id}, ${account.bank}, ${account.lastFour}, ${amount.asset}, ${String(amount.units)},
      ${String(feeAmount.units)}, ${rate}, ${String(gross.units)}, ${String(fee.units)}, ${String(receive.units)},
      ${String(feeFixed.units)}, ${feeBasisPoints}, ${policyVersion}, ${String(hold)}, ${requestedAt})`.execute(tx)
  const made = await findPayout(tx, id)
  if (!made) throw new Error('a payout was not inserted')
  return made
}

/** What a customer asked for since a moment, whichever token it is. What was called off does not count. */
export const askedSince = async (db: Db | Tx, customer: string, since: Date): Promise<Amount<'USD'>> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(gross_cents), 0) as cents from payouts
    where customer = ${customer} and requested_at > ${since} and state not in ('Cancelled', 'Refused')`.execute(db)
  return amountOf('USD', BigInt(rows[0]?.cents ?? 0))
}

/** A payout together with what its customer asked for in the 24 hours before it: two of them count it, however it is cut. */
export const dayUntil = sql<string>`(select coalesce(sum(o.gross_cents), 0) from payouts o where o.customer = p.customer
  and o.state not in ('Cancelled', 'Refused') and o.number <= p.number and o.requested_at > p.requested_at - interval '24 hours')`

export const readDayUntil = async (tx: Tx, id: string): Promise<Amount<'USD'>> => {
  const { rows } = await sql<{ cents: string }>`select ${dayUntil} as cents from payouts p where p.id = ${id}`.execute(
    tx,
  )
  return amountOf('USD', BigInt(rows[0]?.cents ?? 0))
}

/** Those of a customer that were asked for until a moment and that nobody has put into a file. */
export const unsentOf = async (db: Db, customer: string, until: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from payouts where customer = ${customer} and state in ('Requested', 'Approved') and requested_at <= ${until}
    order by number`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether something of a customer is on its way, or has come back and is not credited. */
export const isOpen = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from payouts where customer = ${customer} and state in ('Requested', 'Approved', 'Sent')
    union all select from payout_returns where customer = ${customer} and entry is null limit 1`.execute(tx)
  return rows.length > 0
}

export type Return = {
  id: string
  payout: string
  customer: string
  amount: Amount<PayoutAsset>
  cents: Amount<'USD'>
  at: Date
}

export const insertReturn = async (tx: Tx, { id, payout, customer, amount, cents, at }: Return): Promise<void> => {
  await sql`
    insert into payout_returns (id, payout, customer, cents, units, at)
    values (${id}, ${payout}, ${customer}, ${String(cents.units)}, ${String(amount.units)}, ${at})`.execute(tx)
}

/** What came back and is not credited, as a sweep goes through it. */
export const uncredited = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from payout_returns where entry is null order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** One that is not credited yet, locked; undefined when another one was quicker. */
export const lockUncredited = async (tx: Tx, id: string): Promise<(Return & { rate: string }) | undefined> => {
  const { rows } = await sql<{
    payout: string
    customer: string
    asset: PayoutAsset
    units: string
    cents: string
    at: Date
    rate: string
  }>`
    select r.payout, r.customer, p.asset, r.units, r.cents, r.at, p.rate
    from payout_returns r join payouts p on p.id = r.payout
    where r.id = ${id} and r.entry is null for update of r`.execute(tx)
  const [row] = rows
  if (!row) return
  const { asset, units, cents, ...rest } = row
  return { ...rest, id, amount: amountOf(asset, BigInt(units)), cents: amountOf('USD', BigInt(cents)) }
}

export const setCredited = async (tx: Tx, id: string, entry: bigint): Promise<void> => {
  await sql`update payout_returns set entry = ${String(entry)} where id = ${id}`.execute(tx)
}

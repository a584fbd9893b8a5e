import type { Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { advance, movesNoted } from '@ingot/db/states'
import type { PaymentReason, PaymentState } from '@ingot/endpoints/payment-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Shown } from '../remittances/booking.ts'
import { isOver, nextLook, type Past, paymentMoves } from './rules.ts'

/** A card payment as far as deciding about it needs it. Amounts are cents. */
export type Payment = {
  id: string
  number: string
  customer: string
  state: PaymentState
  reason: PaymentReason | null
  cents: bigint
  fee: bigint
  /** The figures that were shown, at which it is booked if it is paid in time. */
  locked: Shown
  lockedUntil: Date
  /** By which version of the policy they were made. */
  policyVersion: string
  createdAt: Date
  isLive: boolean
  checkout: string | null
  intent: string | null
  paidAt: Date | null
  tryAt: Date | null
  triedSince: Date | null
  askedAt: Date | null
  readAt: Date | null
  holding: string | null
  bookedAt: Date | null
  clearsAt: Date | null
  refunded: bigint
  lost: bigint
  disputedAt: Date | null
  approvedBy: string[]
}

type Row = Omit<Payment, 'cents' | 'fee' | 'refunded' | 'lost'> & Record<'cents' | 'fee' | 'refunded' | 'lost', string>

const columns = sql`id, number, customer, state, reason, cents, fee_cents as fee, locked, locked_until as "lockedUntil", policy_version as "policyVersion",
  created_at as "createdAt", is_live as "isLive", checkout, intent, paid_at as "paidAt", try_at as "tryAt", tried_since as "triedSince", asked_at as "askedAt", read_at as "readAt",
  holding, booked_at as "bookedAt", clears_at as "clearsAt", refunded_cents as refunded, lost_cents as lost,
  disputed_at as "disputedAt", approved_by::text[] as "approvedBy"`

const paymentOf = (row: Row): Payment => ({
  ...row,
  cents: BigInt(row.cents),
  fee: BigInt(row.fee),
  refunded: BigInt(row.refunded),
  lost: BigInt(row.lost),
})

const findOne = async (db: Db | Tx, chosen: RawBuilder<unknown>): Promise<Payment | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from card_payments where ${chosen}`.execute(db)
  return rows[0] && paymentOf(rows[0])
}

export const findPayment = (db: Db | Tx, id: string) => findOne(db, sql`id = ${id}`)

export const findOwn = (db: Db | Tx, customer: string, id: string) =>
  findOne(db, sql`id = ${id} and customer = ${customer}`)

/** Whoever changes one locks it first, so that no two do so at once. */
export const lockPayment = (tx: Tx, id: string) => findOne(tx, sql`id = ${id} for update`)

export type By = { by: string; at: Date }

type Set = Readonly<Record<string, string | Date | null>>

/** Moves one on. Booking it is tried no more unless it is told anew. */
export const moveTo = (
  tx: Tx,
  id: string,
  { to, reason, set }: { to: PaymentState; reason: PaymentReason | null; set?: Set },
  { by, at }: By,
): Promise<void> => {
  const known = { reason, try_at: null, tried_since: null, look_at: nextLook(to, at), ended_at: isOver(to) ? at : null }
  return advance(tx, paymentMoves, id, { to, by, at, why: reason, set: { ...known, ...set } })
}

export const save = async (tx: Db | Tx, id: string, set: Set): Promise<void> => {
  const changes = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update card_payments set ${sql.join(changes)} where id = ${id}`.execute(tx)
}

type NowBooked = { id: string; from: PaymentState; holding: string; isAtLock: boolean; clearsAt: Date; at: Date }

/**
 * What a booking changes of its payment, as parts of the statement that posts it: all of it is there, or nothing. All of it is
 * booked; what went back before is taken out of the books after that.
 */
export const bookedPayment = ({ id, from, holding, isAtLock, clearsAt, at }: NowBooked): Part[] => [
  {
    name: 'booked-payment',
    text: (first) => `booked_payment as (
      update card_payments set state = 'Booked', reason = null, try_at = null, tried_since = null, ended_at = null, refunded_cents = 0, lost_cents = 0, holding = $${first + 1}::uuid,
        is_at_lock = $${first + 2}::boolean, clears_at = $${first + 3}::timestamptz, booked_at = $${first + 4}::timestamptz,
        look_at = $${first + 5}::timestamptz where id = $${first}::uuid)`,
    values: [id, holding, isAtLock, clearsAt, at, nextLook('Booked', at)],
  },
  movesNoted(paymentMoves, [{ id, from, to: 'Booked' }], { by: 'clock', at }),
]

/** Nobody else starts a payment for this customer until the transaction ends. */
export const lockPayer = async (tx: Tx, customer: string): Promise<void> => {
  await sql`select from customers where id = ${customer} for no key update`.execute(tx)
}

/** What a customer has done with cards before. What went back whole makes nobody trusted. */
export const readPast = async (db: Db | Tx, customer: string): Promise<Past> => {
  const { rows } = await sql<Past>`
    select min(booked_at) filter (where state in ('Booked', 'Cleared')) as "bookedFirst", max(disputed_at) as "disputedLast",
      coalesce(bool_or(state = 'Disputed'), false) as "isDisputed"
    from card_payments where customer = ${customer}`.execute(db)
  return rows[0] ?? { bookedFirst: null, disputedLast: null, isDisputed: false }
}

/** What counts for the limit since a moment, and how many are neither paid nor over. */
export const readStarted = async (db: Db | Tx, customer: string, since: Date) => {
  const { rows } = await sql<{ cents: string; open: number }>`
    select coalesce(sum(cents) filter (where created_at > ${since} and state not in ('Failed', 'Expired')), 0) as cents,
      (count(*) filter (where state in ('Created', 'Open') and paid_at is null))::int as open
    from card_payments where customer = ${customer}`.execute(db)
  return { cents: BigInt(rows[0]?.cents ?? 0), open: rows[0]?.open ?? 0 }
}

type Started = { at: Date } & Pick<
  Payment,
  'id' | 'customer' | 'cents' | 'fee' | 'locked' | 'lockedUntil' | 'policyVersion' | 'isLive'
>

export const insertPayment = async (tx: Tx, given: Started): Promise<void> => {
  await sql`
    insert into card_payments (id, customer, state, cents, fee_cents, locked, locked_until, policy_version, created_at, is_live, look_at)
    values (${given.id}, ${given.customer}, 'Created', ${String(given.cents)}, ${String(given.fee)}, ${JSON.stringify(given.locked)}::json,
      ${given.lockedUntil}, ${given.policyVersion}, ${given.at}, ${given.isLive}, ${nextLook('Created', given.at)})`.execute(
    tx,
  )
}

/** The money's name, unless it is another payment's, which then is looked at by people. */
export const saveIntent = async (tx: Tx, id: string, intent: string): Promise<void> => {
  await sql`
    update card_payments set intent = ${intent}
    where id = ${id} and intent is null and not exists (select from card_payments where intent = ${intent})`.execute(tx)
}

/** Says whether nobody has asked the processor about it since a moment; from then on somebody has. */
export const takeTurn = async (tx: Tx, id: string, since: Date, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update card_payments set asked_at = ${at} where id = ${id} and (asked_at is null or asked_at <= ${since})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export type Due = { id: string; state: PaymentState }

const dueRows = async (db: Db, chosen: RawBuilder<unknown>, after: string | null, most: number): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select id, state from card_payments where ${chosen}
    order by ${after}::uuid is not null and id <= ${after}::uuid, id limit ${most}`.execute(db)
  return rows
}

export const dueToTry = (db: Db, now: Date, after: string | null, most: number) =>
  dueRows(db, sql`try_at <= ${now}`, after, most)

export const dueToLook = (db: Db, now: Date, after: string | null, most: number) =>
  dueRows(db, sql`look_at <= ${now}`, after, most)

export const dueToClear = (db: Db, now: Date, after: string | null, most: number) =>
  dueRows(db, sql`state = 'Booked' and clears_at <= ${now}`, after, most)

/** Whether one may still be paid, or was and may still be taken back. */
export const hasUnderWay = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from card_payments
    where customer = ${customer} and state in ('Created', 'Open', 'Waiting', 'Held', 'Booked', 'Disputed')
    limit 1`.execute(tx)
  return rows.length > 0
}

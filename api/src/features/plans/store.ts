import type { Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { advance, movesNoted } from '@ingot/db/states'
import { runStatement } from '@ingot/db/transaction'
import type { DueReason, PlanProduct, PlanReason, PlanState, Rhythm } from '@ingot/endpoints/plans'
import { sql } from 'kysely'
import type { PayAsset } from '../holdings/rules.ts'
import { dueMoves, type PlanDate, planMoves } from './rules.ts'

/** What can be changed of a plan. Amounts are base units, a ceiling is dollars for a gram. */
export type Terms = {
  payWith: PayAsset
  amount: bigint
  every: Rhythm
  on: number | null
  zone: string
  ceiling: string | null
  endsOn: string | null
}

export type Plan = Terms & {
  id: string
  number: string
  customer: string
  product: PlanProduct
  state: PlanState
  skippedInRow: number
  bookedTimes: number
}

/** The date that is ahead of a plan. */
export type OpenDue = {
  id: string
  on: string
  dueAt: Date
  tryAt: Date
  tries: number
  firstMissedAt: Date | null
  state: 'Due' | 'Waiting' | 'Retrying'
  reason: DueReason | null
}

type PlanColumns = {
  plan_id: string
  plan_number: string
  customer: string
  product: PlanProduct
  pay_with: PayAsset
  amount_units: string
  every: Rhythm
  on_day: number | null
  zone: string
  ceiling: string | null
  ends_on: string | null
  plan_state: PlanState
  skipped_in_row: number
  booked_times: number
}

type DueColumns = {
  due_id: string | null
  due_on: string
  due_at: Date
  try_at: Date
  tries: number
  first_missed_at: Date | null
  due_state: OpenDue['state']
  due_reason: DueReason | null
}

const planColumns = `p.id as plan_id, p.number as plan_number, p.customer, p.product, p.pay_with, p.amount_units, p.every, p.on_day,
  p.zone, p.ceiling, p.ends_on::text as ends_on, p.state as plan_state, p.skipped_in_row, p.booked_times`

const dueColumns = `d.id as due_id, d.due_on::text as due_on, d.due_at, d.try_at, d.tries, d.first_missed_at, d.state as due_state,
  d.reason as due_reason`

const planOf = (row: PlanColumns): Plan => ({
  id: row.plan_id,
  number: row.plan_number,
  customer: row.customer,
  product: row.product,
  payWith: row.pay_with,
  amount: BigInt(row.amount_units),
  every: row.every,
  on: row.on_day,
  zone: row.zone,
  ceiling: row.ceiling,
  endsOn: row.ends_on,
  state: row.plan_state,
  skippedInRow: row.skipped_in_row,
  bookedTimes: row.booked_times,
})

const dueOf = (row: DueColumns): OpenDue | undefined =>
  row.due_id === null
    ? undefined
    : {
        id: row.due_id,
        on: row.due_on,
        dueAt: row.due_at,
        tryAt: row.try_at,
        tries: row.tries,
        firstMissedAt: row.first_missed_at,
        state: row.due_state,
        reason: row.due_reason,
      }

/** A plan with the date that is ahead of it, if there is one, and days of late or still to come that were dates and are over. */
export type Standing = { plan: Plan; due: OpenDue | undefined; taken: ReadonlySet<string> }

/** Longer than a date can be late. */
const lateDays = 30

/** Whoever changes a plan or books for it locks it first, and its date with it; so no two do so at once. */
export const lockPlan = async (tx: Tx, id: string, now: Date): Promise<Standing | undefined> => {
  // One behind the other, so that the second sees what the one who had the lock before has changed.
  const [[plan], [due], taken] = await Promise.all([
    runStatement<PlanColumns>(tx, {
      name: 'lock-plan',
      text: `select ${planColumns} from plans p where p.id = $1 for update`,
      values: [id],
    }),
    runStatement<DueColumns>(tx, {
      name: 'open-due',
      text: `select ${dueColumns} from plan_dues d where d.plan = $1 and d.try_at is not null`,
      values: [id],
    }),
    runStatement<{ day: string }>(tx, {
      name: 'days-taken',
      text: `select due_on::text as day from plan_dues
        where plan = $1 and done_at is not null and due_on > $2::date - ${lateDays}`,
      values: [id, now.toISOString().slice(0, 10)],
    }),
  ])
  return plan && { plan: planOf(plan), due: due && dueOf(due), taken: new Set(taken.map(({ day }) => day)) }
}

export const countPlans = async (tx: Tx, customer: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from plans where customer = ${customer} and state <> 'Ended'`.execute(tx)
  return rows[0]?.count ?? 0
}

export const openPlansOf = async (tx: Tx, customer: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from plans where customer = ${customer} and state <> 'Ended' order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those that buy. */
export const activePlansOf = async (tx: Tx, customer: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from plans where customer = ${customer} and state = 'Active' order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

type NewPlan = Terms & { id: string; customer: string; product: PlanProduct; at: Date; policyVersion: string }

export const insertPlan = async (tx: Tx, plan: NewPlan) => {
  await sql`
    insert into plans (id, customer, product, pay_with, amount_units, every, on_day, zone, ceiling, ends_on, since, made_at, policy_version)
    values (${plan.id}, ${plan.customer}, ${plan.product}, ${plan.payWith}, ${String(plan.amount)}, ${plan.every}, ${plan.on},
      ${plan.zone}, ${plan.ceiling}, ${plan.endsOn}::date, ${plan.at}, ${plan.at}, ${plan.policyVersion}::bigint)`.execute(
    tx,
  )
}

export const saveTerms = async (tx: Tx, id: string, terms: Terms, policyVersion: string) => {
  await sql`
    update plans set pay_with = ${terms.payWith}, amount_units = ${String(terms.amount)}, every = ${terms.every},
      on_day = ${terms.on}, zone = ${terms.zone}, ceiling = ${terms.ceiling}, ends_on = ${terms.endsOn}::date,
      policy_version = ${policyVersion}::bigint
    where id = ${id}`.execute(tx)
}

export const insertDue = async (
  tx: Tx,
  { id, customer, amount }: Pick<Plan, 'id' | 'customer' | 'amount'>,
  { on, at }: PlanDate,
) => {
  await sql`
    insert into plan_dues (id, plan, customer, due_on, due_at, try_at, amount_units)
    values (gen_random_uuid(), ${id}, ${customer}, ${on}::date, ${at}, ${at}, ${String(amount)})`.execute(tx)
}

export const saveDueAmount = async (tx: Tx, id: string, amount: bigint) => {
  await sql`update plan_dues set amount_units = ${String(amount)} where id = ${id}`.execute(tx)
}

/** Puts a date that was never tried on another day. */
export const moveDue = async (tx: Tx, due: OpenDue, { on, at }: PlanDate, by: By) => {
  if (due.state === 'Waiting') await advance(tx, dueMoves, due.id, { ...by, to: 'Due' })
  await sql`
    update plan_dues set due_on = ${on}::date, due_at = ${at}, try_at = ${at} where id = ${due.id}`.execute(tx)
}

type By = { by: string; at: Date }

/** It is not tried before then. One that was missed before stays to be tried again. */
export const leaveUntil = async (tx: Tx, due: OpenDue, tryAt: Date, { by, at }: By) => {
  if (due.state === 'Due') await advance(tx, dueMoves, due.id, { to: 'Waiting', by, at, set: { try_at: tryAt } })
  else await sql`update plan_dues set try_at = ${tryAt} where id = ${due.id}`.execute(tx)
}

export const skip = async (tx: Tx, due: OpenDue, reason: DueReason, { by, at }: By) => {
  const set = { reason, try_at: null, done_at: at }
  await advance(tx, dueMoves, due.id, { from: due.state, to: 'Skipped', by, why: reason, at, set })
}

/** One more miss. The states stay the same where it was missed before. */
export const miss = async (
  tx: Tx,
  due: OpenDue,
  { reason, firstMissedAt, tryAt }: { reason: DueReason; firstMissedAt: Date; tryAt: Date | undefined },
  { by, at }: By,
) => {
  await sql`
    update plan_dues set tries = tries + 1, first_missed_at = ${firstMissedAt}
      ${due.state === 'Retrying' && tryAt ? sql`, reason = ${reason}, try_at = ${tryAt}` : sql``}
    where id = ${due.id}`.execute(tx)
  if (!tryAt) return skip(tx, due, reason, { by, at })
  if (due.state !== 'Retrying')
    await advance(tx, dueMoves, due.id, { to: 'Retrying', by, why: reason, at, set: { reason, try_at: tryAt } })
}

/** Missed dates one after the other; what is bought or begun anew ends them. */
export const saveSkips = async (tx: Tx, plan: string, skips: number) => {
  await sql`update plans set skipped_in_row = ${skips} where id = ${plan}`.execute(tx)
}

export const movePlan = async (
  tx: Tx,
  plan: string,
  to: PlanState,
  { reason, by, at }: By & { reason: PlanReason | null },
) => {
  await advance(tx, planMoves, plan, { to, by, why: reason, at, set: { reason, since: at, announce_at: null } })
}

export const saveAnnouncing = async (tx: Tx, plan: string, at: Date | null) => {
  await sql`update plans set announce_at = ${at} where id = ${plan}`.execute(tx)
}

/** Plans whose customer is to be told of the first date by now, each for whoever takes it first. */
export const takeToAnnounce = async (tx: Tx, now: Date, most: number): Promise<{ id: string; customer: string }[]> => {
  const { rows } = await sql<{ id: string; customer: string }>`
    update plans set announce_at = null where id in (
      select id from plans where announce_at <= ${now} order by announce_at limit ${most} for update skip locked)
    returning id, customer`.execute(tx)
  return rows
}

/** The last day for which something was bought. */
export const lastBooked = async (tx: Tx, plan: string): Promise<string | undefined> => {
  const { rows } = await sql<{ on: string | null }>`
    select max(due_on)::text as "on" from plan_dues where plan = ${plan} and state = 'Booked'`.execute(tx)
  return rows[0]?.on ?? undefined
}

/** Whose plan it is, as far as buying for him goes. */
type Buyer = { isVerified: boolean; isFrozen: boolean; residence: string | null }

type BuyerRow = { verified: boolean; frozen: boolean; residence: string | null }

export type ToTry = { plan: Plan; due: OpenDue; buyer: Buyer }

/** Dates whose time has come, oldest first, behind the one that was looked at last. */
export const readToTry = async (
  db: Db,
  now: Date,
  after: { tryAt: Date; id: string } | undefined,
  most: number,
): Promise<ToTry[]> => {
  const rows = await runStatement<PlanColumns & DueColumns & BuyerRow>(db, {
    name: 'plan-dues-to-try',
    text: `
      select ${planColumns}, ${dueColumns}, c.kyc_status = 'Verified' as verified, c.residence,
        exists (select from wallet_senders s where s.customer = p.customer and s.frozen_at is not null) as frozen
      from (
        select id from plan_dues
        where try_at <= $1 and (try_at, id) > ($2::timestamptz, $3::uuid) order by try_at, id limit $4) t
        join plan_dues d on d.id = t.id join plans p on p.id = d.plan join customers c on c.id = p.customer
      order by d.try_at, d.id`,
    values: [now, after?.tryAt ?? '-infinity', after?.id ?? '00000000-0000-0000-0000-000000000000', most],
  })
  return rows.flatMap((row) => {
    const due = dueOf(row)
    if (!due) return []
    return [
      {
        plan: planOf(row),
        due,
        buyer: { isVerified: row.verified, isFrozen: row.frozen, residence: row.residence },
      },
    ]
  })
}

type Booked = {
  plan: string
  due: OpenDue
  grams: bigint
  price: string
  movement: string
  at: Date
  /** The date after it; without one the plan has ended with this. */
  next: (PlanDate & { id: string }) | undefined
}

/**
 * What a booking changes of its plan, as parts of the statement that posts it: the date is booked, the next one is there, and the
 * plan has counted it, or nothing of that is.
 */
export const bookedDue = ({ plan, due, grams, price, movement, at, next }: Booked): Part[] => [
  {
    name: 'booked-due',
    text: (first) => {
      const [ofDue, ofPlan, units, ofPrice, moved, when, id, on, dueAt] = Array.from(
        { length: 9 },
        (_, place) => `$${first + place}`,
      )
      return `booked_due as (
        update plan_dues set state = 'Booked', reason = null, try_at = null, done_at = ${when}::timestamptz,
          gram_units = ${units}::numeric, price = ${ofPrice}, movement = ${moved}::uuid
        where id = ${ofDue}::uuid returning plan, customer, amount_units
      ), counted_plan as (
        update plans p set booked_times = booked_times + 1, paid_units = paid_units + d.amount_units,
          gram_units = gram_units + ${units}::numeric, skipped_in_row = 0, announce_at = null,
          state = case when ${id}::uuid is null then 'Ended' else p.state end,
          reason = case when ${id}::uuid is null then 'end' end,
          since = case when ${id}::uuid is null then ${when}::timestamptz else since end
        from booked_due d where p.id = ${ofPlan}::uuid
      ), next_due as (
        insert into plan_dues (id, plan, customer, due_on, due_at, try_at, amount_units)
        select ${id}::uuid, plan, customer, ${on}::date, ${dueAt}::timestamptz, ${dueAt}::timestamptz, amount_units
        from booked_due where ${id}::uuid is not null)`
    },
    values: [
      ...[due.id, plan, String(grams), price, movement, at],
      ...[next?.id ?? null, next?.on ?? null, next?.at ?? null],
    ],
  },
  movesNoted(dueMoves, [{ id: due.id, from: due.state, to: 'Booked' }], { by: 'clock', at }),
  movesNoted(planMoves, next ? [] : [{ id: plan, from: 'Active', to: 'Ended' }], { by: 'clock', at }),
]

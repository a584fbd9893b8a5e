import type { Db, Tx } from '@ingot/db/connect'
import type { Attention } from '@ingot/endpoints/dashboard'
import type { QueryOf } from '@ingot/endpoints/endpoint'
import { payAssets } from '@ingot/endpoints/holding-fields'
import type { Plan, PlanDue, PlanProduct, readPlanDates } from '@ingot/endpoints/plans'
import { refuseUnknownZone } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { List, Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { shownUnits } from '../holdings/holdings.ts'
import { dayAfter } from '../statements/days.ts'
import * as store from './list-store.ts'
import type { Plans } from './plans.ts'
import { type Days, daysFrom, firstDate, momentOf } from './rules.ts'

/** How many dates are told behind the next one. */
const datesAhead = 5
/** Of a plan that is not made yet. */
const datesTold = 6

const text = (units: string): string => shownUnits(BigInt(units))
const time = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

const shownDue = (row: store.DueRow): PlanDue => ({
  id: row.id,
  number: row.number,
  on: row.on,
  tryAt: time(row.try_at),
  state: row.state,
  reason: row.reason,
  amount: text(row.amount_units),
  doneAt: time(row.done_at),
  grams: row.gram_units === null ? null : text(row.gram_units),
  price: row.price,
  movement: row.movement === null ? null : { id: row.movement, type: row.movement_type ?? '' },
})

/** So many of a plan's days behind one. */
const daysBehind = (days: Days, on: string, most: number): string[] => {
  const behind = daysFrom(days, dayAfter(on))
  return Array.from({ length: most }, () => behind.next().value).filter((day) => day !== undefined)
}

const shownPlan = (row: store.PlanRow): Plan => {
  const { every, on, zone, ends_on: endsOn, next } = row
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    state: row.state,
    reason: row.reason,
    payWith: row.pay_with,
    amount: text(row.amount_units),
    ...{ every, on, zone, endsOn },
    ceiling: row.ceiling,
    madeAt: row.made_at.toISOString(),
    next: next && shownDue(next),
    dates: next ? daysBehind({ every, on, zone, endsOn }, next.on, datesAhead) : [],
    last: row.last && shownDue(row.last),
    booked: { times: row.booked_times, paid: text(row.paid_units), grams: text(row.gram_units) },
  }
}

/** Somebody else's is as unknown as one that never was. */
export const planIn = async (db: Db | Tx, customer: string, id: string): Promise<Plan> => {
  const row = await store.findPlan(db, customer, id)
  if (!row) throw new Failure('NotFound')
  return shownPlan(row)
}

export const planList = ({ db }: Plans, customer: string): List<store.PlanFilter, store.PlanRow, Plan> => ({
  read: (filter, stretch) => store.readPlans(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownPlan),
})

export const dueList = async (
  { db }: Plans,
  customer: string,
  plan: string,
): Promise<Table<store.DueFilter, store.DueRow, PlanDue>> => {
  if (!(await store.isOwn(db, customer, plan))) throw new Failure('NotFound')
  return {
    read: (filter, stretch) => store.readDues(db, plan, filter, stretch),
    number: ({ number }) => number,
    show: (rows) => rows.map(shownDue),
    name: 'plan-dates',
    columns: {
      Number: ({ number }) => number,
      Date: ({ on }) => on,
      State: ({ state }) => state,
      Reason: ({ reason }) => reason ?? '',
      'Amount (USD)': ({ amount }) => amount,
      'Done at (UTC)': ({ doneAt }) => doneAt ?? '',
      Grams: ({ grams }) => grams ?? '',
      'Price (USD)': ({ price }) => price ?? '',
    },
  }
}

/** The next dates of a customer's plans, soonest first. */
export const nextDates = async (db: Db, customer: string, most: number) =>
  (await store.readNext(db, customer, most)).map((row) => ({
    plan: row.plan,
    product: row.product satisfies PlanProduct,
    on: row.on,
    tryAt: row.try_at.toISOString(),
    amount: text(row.amount_units),
  }))

/** The days that a plan would have if it were made now. What is no rhythm has none. */
export const datesOf = ({ now }: Plans, { every, on, endsOn, zone }: QueryOf<typeof readPlanDates>) => {
  refuseUnknownZone(zone)
  const day = on === undefined ? null : Number(on)
  const most = every === 'week' ? 7 : 31
  if (every === 'day' ? day !== null : day === null || day < 1 || day > most)
    throw new Failure('InvalidInput', { errors: [{ path: ['on'], message: 'Please choose a day.' }] })
  const days = { every, on: day, zone, endsOn: endsOn ?? null }
  const first = firstDate(days, { now: now() })
  if (!first) return []
  return [first.on, ...daysBehind(days, first.on, datesTold - 1)].map((each) => ({
    on: each,
    at: momentOf(zone, each).toISOString(),
  }))
}

/** What each purchase costs while the market is open. GAE is priced as QMGT/USDT is, with a fee of its own. */
const costsOf = ({ trade: { pairs }, holdings: { bookingFee } }: Numbers) =>
  payAssets.flatMap((payWith) => {
    const gae = { product: 'GAE' as const, payWith, spread: pairs['QMGT/USDT'].spread, fee: bookingFee }
    const qmgt = { product: 'QMGT' as const, payWith, ...pairs[`QMGT/${payWith}`] }
    return [gae, qmgt].map(({ product, spread, fee }) => ({
      product,
      payWith,
      spreadBasisPoints: Number(spread),
      feeBasisPoints: Number(fee),
    }))
  })

export const readPlanRules = async ({ numbers }: Plans) => {
  const rules = await numbers.now()
  const { leastUsd, mostUsd, mostPlans } = rules.plans
  const { hour, skipsToPause } = policy.planDates
  return { leastUsd, mostUsd, mostPlans, hour, skipsToPause, costs: costsOf(rules) }
}

/** What of plans a customer should look at. */
export const planNeeds = async (db: Db, customer: string): Promise<Attention[]> =>
  (await store.readNeeds(db, customer)).map(({ kind, id, at }) => ({ kind, id, at: at.toISOString() }))

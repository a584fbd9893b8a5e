import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/plans'
import type { Person } from '../../bind.ts'
import { usdUnits } from '../../deals/deals.ts'
import { refuseUnknownZone } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { refuseClosed } from '../../switches/switches.ts'
import { unitsOf } from '../holdings/holdings.ts'
import { lockCustomer } from '../identity/store.ts'
import { planIn } from './history.ts'
import { announce, type By, type Plans, switchOf } from './plans.ts'
import { type Days, firstDate, type PlanDate, periodAfter } from './rules.ts'
import * as store from './store.ts'

/** Who asks, named once, and what was proven for it. */
export type Asking = { person: Person; operation: Operation }
export type Proven = Asking & { useGrants: (tx: Tx) => Promise<void> }

export const byCustomer = (customer: string, at: Date): By => ({ by: `customer:${customer}`, at })

const termsOf = (
  { payWith, amount, every, on, ceiling, endsOn, zone }: BodyOf<typeof calls.changePlan>,
  { leastUsd, mostUsd }: Numbers['plans'],
): store.Terms => {
  refuseUnknownZone(zone)
  const units = unitsOf(payWith, amount)
  if (units < usdUnits(leastUsd))
    throw new Failure('AmountTooSmall', { leastUsd }, `A plan buys for at least ${leastUsd} USD each time.`)
  if (units > usdUnits(mostUsd))
    throw new Failure('AmountTooLarge', { mostUsd }, `A plan buys for at most ${mostUsd} USD each time.`)
  const days = { every, on: on ?? null, zone, endsOn: endsOn ?? null }
  return { ...days, payWith, amount: units, ceiling: ceiling ?? null }
}

const refuseNever = (date: PlanDate | undefined): PlanDate => {
  if (!date) throw new Failure('PlanNeverDue')
  return date
}

export const makePlan = async (
  plans: Plans,
  { person, operation, useGrants }: Proven,
  { product, ...asked }: BodyOf<typeof calls.makePlan>,
): Promise<{ data: calls.Plan }> => {
  const snapshot = await plans.numbers.read()
  const at = plans.now()
  const numbers = snapshot.at(at).plans
  const terms = termsOf(asked, numbers)
  refuseClosed(await plans.switches.read(), switchOf[product], person.residence)
  const first = refuseNever(firstDate(terms, { now: at }))
  return runOperation(plans.db, operation, async (tx) => {
    await useGrants(tx)
    // One by one, so that those who come at once are counted.
    await lockCustomer(tx, person.id)
    if ((await store.countPlans(tx, person.id)) >= numbers.mostPlans)
      throw new Failure('TooManyPlans', { mostPlans: numbers.mostPlans })
    const plan = { ...terms, id: randomUUID(), customer: person.id, product, bookedTimes: 0 }
    await store.insertPlan(tx, { ...plan, at, policyVersion: snapshot.version })
    await store.insertDue(tx, plan, first)
    await announce(tx, plans, plan, first)
    return { data: await planIn(tx, person.id, plan.id) }
  })
}

/** Somebody else's is as unknown as one that never was. */
export const lockOwn = async (tx: Tx, customer: string, id: string, now: Date): Promise<store.Standing> => {
  const standing = await store.lockPlan(tx, id, now)
  if (standing?.plan.customer !== customer) throw new Failure('NotFound')
  return standing
}

/** The first date that is still to come, in a week or month after the one in which something was last bought. */
export const nextDate = async (
  tx: Tx,
  { plan, taken }: Pick<store.Standing, 'plan' | 'taken'>,
  days: Days,
  now: Date,
): Promise<PlanDate> => {
  const booked = await store.lastBooked(tx, plan.id)
  return refuseNever(firstDate(days, { now, from: booked && periodAfter(days.every, booked), taken }))
}

const daysAreSame = (one: Days, other: Days): boolean =>
  one.every === other.every && one.on === other.on && one.zone === other.zone

/** Puts the date ahead where the new terms want it. One that was tried before is over with the old ones. */
const changeDue = async (tx: Tx, plans: Plans, standing: store.Standing, terms: store.Terms, by: By) => {
  const { plan, due, taken } = standing
  // A paused one gets its date when it goes on; that there will be one is found out now.
  if (!due) return void (await nextDate(tx, standing, terms, by.at))
  if (daysAreSame(plan, terms) && (terms.endsOn === null || due.on <= terms.endsOn))
    return store.saveDueAmount(tx, due.id, terms.amount)
  if (due.tries > 0) {
    await store.skip(tx, due, 'customer', by)
    const over = new Set([...taken, due.on])
    return store.insertDue(tx, { ...plan, ...terms }, await nextDate(tx, { plan, taken: over }, terms, by.at))
  }
  const date = await nextDate(tx, standing, terms, by.at)
  await store.moveDue(tx, due, date, by)
  await store.saveDueAmount(tx, due.id, terms.amount)
  await announce(tx, plans, plan, date)
}

export const changePlan = async (
  plans: Plans,
  { person, operation, useGrants }: Proven,
  id: string,
  asked: BodyOf<typeof calls.changePlan>,
): Promise<{ data: calls.Plan }> => {
  const snapshot = await plans.numbers.read()
  const at = plans.now()
  const terms = termsOf(asked, snapshot.at(at).plans)
  const switched = await plans.switches.read()
  return runOperation(plans.db, operation, async (tx) => {
    await useGrants(tx)
    const standing = await lockOwn(tx, person.id, id, at)
    if (standing.plan.state === 'Ended') throw new Failure('StateChanged')
    refuseClosed(switched, switchOf[standing.plan.product], person.residence)
    await store.saveTerms(tx, id, terms, snapshot.version)
    await changeDue(tx, plans, standing, terms, byCustomer(person.id, at))
    return { data: await planIn(tx, person.id, id) }
  })
}

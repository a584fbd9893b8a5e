import type { Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import type { PlanProduct, PlanReason } from '@ingot/endpoints/plans'
import type { ProductName } from '@ingot/endpoints/products'
import { type Deps, type Left, once } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { type Holdings, holdingsOf } from '../holdings/holdings.ts'
import { dateAfter, firstDate, type PlanDate, periodAfter } from './rules.ts'
import { planMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** What the services of plans work with. */
export type Plans = Holdings & { outbox: Outbox }

export const plansOf = once((deps: Deps): Plans => ({ ...holdingsOf(deps), outbox: deps.outbox }))

/** By whose switch it is that a plan buys. */
export const switchOf = { GAE: 'gae', QMGT: 'swap' } as const satisfies Record<PlanProduct, ProductName>

/** Who does something to a plan, and when. */
export type By = { by: string; at: Date }

export const byClock = (at: Date): By => ({ by: 'clock', at })

const hourMs = 3600_000

/** Tells the customer of the first date: a day before it, or at once if it is nearer. */
export const announce = async (
  tx: Tx,
  { outbox, now }: Pick<Plans, 'outbox' | 'now'>,
  { id, customer, bookedTimes }: Pick<store.Plan, 'id' | 'customer' | 'bookedTimes'>,
  { at }: PlanDate,
) => {
  if (bookedTimes > 0) return
  const when = new Date(at.getTime() - policy.planDates.announceHours * hourMs)
  const isNear = when <= now()
  await store.saveAnnouncing(tx, id, isNear ? null : when)
  if (isNear) await outbox.send(tx, planMail, { customer, plan: id, kind: 'first' })
}

/** Makes the date after one that is over; without any the plan is ended. */
export const goOn = async (
  tx: Tx,
  { plan, taken }: Omit<store.Standing, 'due'>,
  on: string,
  { by, at }: By,
): Promise<void> => {
  const next = dateAfter(plan, on, { now: at, taken })
  if (next) await store.insertDue(tx, plan, next)
  else await store.movePlan(tx, plan.id, 'Ended', { reason: 'end', by, at })
}

/** Stops a plan, and skips the date that was ahead of it. */
export const stop = async (
  tx: Tx,
  { plan, due }: Pick<store.Standing, 'plan' | 'due'>,
  to: 'Paused' | 'Ended',
  reason: PlanReason,
  by: By,
): Promise<void> => {
  if (due) await store.skip(tx, due, to === 'Paused' ? 'paused' : 'customer', by)
  await store.movePlan(tx, plan.id, to, { reason, ...by })
}

/** Pauses those that buy, and says which. */
export const pausePlansOf = async (tx: Tx, customer: string, reason: PlanReason, by: By): Promise<string[]> => {
  const paused: string[] = []
  for (const id of await store.activePlansOf(tx, customer)) {
    const standing = await store.lockPlan(tx, id, by.at)
    if (standing?.plan.state !== 'Active') continue
    await stop(tx, standing, 'Paused', reason, by)
    paused.push(id)
  }
  return paused
}

/** Lets those buy again that are still paused, from the first date that is to come; without any a plan is ended. */
export const resumePlans = async (tx: Tx, ids: readonly string[], { by, at }: By): Promise<void> => {
  for (const id of ids) {
    const standing = await store.lockPlan(tx, id, at)
    if (standing?.plan.state !== 'Paused') continue
    const { plan, taken } = standing
    const booked = await store.lastBooked(tx, id)
    const next = firstDate(plan, { now: at, from: booked && periodAfter(plan.every, booked), taken })
    if (!next) {
      await store.movePlan(tx, id, 'Ended', { reason: 'end', by, at })
      continue
    }
    await store.movePlan(tx, id, 'Active', { reason: null, by, at })
    await store.saveSkips(tx, id, 0)
    await store.insertDue(tx, plan, next)
  }
}

/** Whoever leaves buys nothing more. What was bought stays in the books, and the plan with it. */
export const closePlans = async (tx: Tx, customer: string, at: Date): Promise<Left> => {
  for (const id of await store.openPlansOf(tx, customer)) {
    const standing = await store.lockPlan(tx, id, at)
    if (standing) await stop(tx, standing, 'Ended', 'closed', byClock(at))
  }
  return {}
}

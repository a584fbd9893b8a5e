import type { Tx } from '@ingot/db/connect'
import { runOperation } from '@ingot/db/operations'
import type { Plan } from '@ingot/endpoints/plans'
import { Failure } from '../../failure.ts'
import { refuseClosed } from '../../switches/switches.ts'
import { planIn } from './history.ts'
import { type Asking, byCustomer, lockOwn, nextDate } from './making.ts'
import { announce, type By, goOn, type Plans, stop, switchOf } from './plans.ts'
import * as store from './store.ts'

/** Does something to a plan of the customer's own, once, and tells how it is then. */
const changing = (
  { db, now }: Plans,
  { person, operation }: Asking,
  id: string,
  work: (tx: Tx, standing: store.Standing, by: By) => Promise<void>,
): Promise<{ data: Plan }> =>
  runOperation(db, operation, async (tx) => {
    const at = now()
    await work(tx, await lockOwn(tx, person.id, id, at), byCustomer(person.id, at))
    return { data: await planIn(tx, person.id, id) }
  })

export const pausePlan = (plans: Plans, asking: Asking, id: string) =>
  changing(plans, asking, id, (tx, standing, by) => stop(tx, standing, 'Paused', 'customer', by))

export const endPlan = (plans: Plans, asking: Asking, id: string) =>
  changing(plans, asking, id, (tx, standing, by) => stop(tx, standing, 'Ended', 'customer', by))

/** Goes on with the first date that is still to come. What was skipped stays skipped, and begins to be counted anew. */
export const resumePlan = async (plans: Plans, asking: Asking, id: string) => {
  const switched = await plans.switches.read()
  return changing(plans, asking, id, async (tx, standing, by) => {
    const { plan } = standing
    if (plan.state !== 'Paused') throw new Failure('StateChanged')
    refuseClosed(switched, switchOf[plan.product], asking.person.residence)
    const date = await nextDate(tx, standing, plan, by.at)
    await store.movePlan(tx, id, 'Active', { reason: null, ...by })
    await store.saveSkips(tx, id, 0)
    await store.insertDue(tx, plan, date)
    await announce(tx, plans, plan, date)
  })
}

export const skipDue = (plans: Plans, asking: Asking, id: string, which: string) =>
  changing(plans, asking, id, async (tx, standing, by) => {
    const { due } = standing
    if (due?.id !== which) throw new Failure('StateChanged')
    await store.skip(tx, due, 'customer', by)
    await goOn(tx, standing, due.on, by)
  })

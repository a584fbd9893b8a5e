import { randomUUID } from 'node:crypto'
import { rebuildDays } from '@ingot/api/features/dashboard/days'
import { runPlans } from '@ingot/api/features/plans/running'
import { listAlerts, makeAlert } from '@ingot/endpoints/alerts'
import { changePlan, listPlans, makePlan } from '@ingot/endpoints/plans'
import type { Customer } from './front-door.ts'
import { type Surroundings, withServices } from './seed-services.ts'
import { momentOf, type StoryClock } from './story-clock.ts'

/** Days of the story on which gold is bought by itself: one in the month, and one in each week. */
const days = { month: 36, week: 40 }

const zone = 'UTC'
const saving = { payWith: 'USDT', amount: '150', every: 'month', on: new Date(momentOf(days.month)).getUTCDate(), zone }
const weekly = { payWith: 'USDT', amount: '60', every: 'week', on: new Date(momentOf(days.week)).getUTCDay(), zone }
/** Far below what gold costs, so that the next date is missed, and shows how that looks. */
const ceiling = '80'

const alerts = [
  { kind: 'above', price: '150' },
  { kind: 'below', price: '110' },
  { kind: 'moves', percent: '2.5' },
]

const plansOf = async ({ call }: Customer) => (await call(listPlans)).data

export const makePlans = async (customer: Customer, pin: string) => {
  const made = await plansOf(customer)
  for (const body of [
    { product: 'GAE', ...saving },
    { product: 'QMGT', ...weekly },
  ])
    if (!made.some(({ product }) => product === body.product))
      await customer.withPin(makePlan, pin, { body }, randomUUID())
}

/** From then on nothing is bought above a price. */
export const nameCeiling = async (customer: Customer, pin: string) => {
  for (const plan of await plansOf(customer))
    if (plan.product === 'GAE' && plan.ceiling === null)
      await customer.withPin(changePlan, pin, { params: { id: plan.id }, body: { ...saving, ceiling } }, randomUUID())
}

export const makeAlerts = async ({ call }: Customer) => {
  const made = (await call(listAlerts)).data
  for (const body of alerts.slice(made.length))
    await call(makeAlert, { body, headers: { 'idempotency-key': randomUUID() } })
}

/** How often plans have bought something. */
export const countBooked = async (customer: Customer): Promise<number> =>
  (await plansOf(customer)).reduce((sum, { booked }) => sum + booked.times, 0)

/** The worker's clock strikes by the time on the wall: what is due by that of the story is done here. */
export const buyForPlans = (around: Surroundings, clock: StoryClock) =>
  withServices(around, clock, (deps) => runPlans(deps))

/** What no worker has done on the days of the story: it writes down what everything was worth, and tries for the last time. */
export const catchUp = (around: Surroundings, clock: StoryClock) =>
  withServices(around, clock, async (deps) => {
    await rebuildDays(deps)
    await runPlans(deps)
  })

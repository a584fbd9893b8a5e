import { feature } from '../../feature.ts'
import { planFigures, plansHealth } from './figures.ts'
import { planNeeds } from './history.ts'
import { planJobs } from './jobs.ts'
import { closePlans, plansOf } from './plans.ts'
import { planRoutes } from './routes.ts'
import { dueMoves, planMoves } from './rules.ts'
import { planSentJobs } from './sent-jobs.ts'

/** Standing orders that buy GAE or QMGT by themselves. */
export const plans = feature({
  name: 'plans',
  tables: {
    plans: {
      exported: {
        as: 'plans',
        columns: `number, product, pay_with, amount_units, every, on_day, zone, ceiling, ends_on, state, reason, since, booked_times,
          paid_units, gram_units, made_at`,
        order: 'number',
      },
      erased: (tx, { id }, { now }) => closePlans(tx, id, now()),
    },
    plan_dues: {
      exported: {
        as: 'datesOfPlans',
        columns: 'due_on, state, reason, amount_units, gram_units, price, movement, done_at',
        order: 'number',
      },
      erased: { kept: 'what was booked, which the books name; the id names nobody any more' },
    },
  },
  things: [planMoves, dueMoves],
  reads: ['customers', 'ledger_movements', 'wallet_senders'],
  routes: (deps) => planRoutes(plansOf(deps)),
  sends: planSentJobs,
  jobs: planJobs,
  health: (deps) => plansHealth(plansOf(deps)),
  figures: (deps) => planFigures(plansOf(deps)),
  attention:
    ({ db }) =>
    (customer) =>
      planNeeds(db, customer),
})

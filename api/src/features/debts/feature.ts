import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { feature } from '../../feature.ts'
import { debtsOf } from './debts.ts'
import { debtJobs } from './jobs.ts'
import { debtQueues } from './queues.ts'
import { debtRoutes } from './routes.ts'
import { debtSentJobs } from './sent-jobs.ts'
import { owingSince, sumAllOwed } from './store.ts'

const booked = { kept: 'what was owed and settled, which the books name; the id names nobody any more' }
const roles = ['Owner', 'Finance'] as const

/** What customers owe the house: a booking was taken back after its gold had gone. */
export const debts = feature({
  name: 'debts',
  tables: {
    debt_settlements: {
      exported: { as: 'settledDebts', columns: 'cents, by, paid_asset, paid_units, at', order: 'id' },
      erased: booked,
    },
    debts: {
      exported: {
        as: 'debts',
        columns: 'number, cause, units, price, owed_cents, left_cents, at, settled_at',
        order: 'number',
      },
      erased: booked,
    },
    debt_floors: {
      exported: { not: 'a figure that follows from the balance of the day a debt began' },
      erased: 'deleted',
    },
  },
  routes: (deps) => debtRoutes(debtsOf(deps)),
  sends: debtSentJobs,
  jobs: debtJobs,
  reads: ['customers'],
  queues: (deps) => debtQueues(debtsOf(deps)),
  figures: ({ db }) => [
    {
      name: 'debtors',
      title: 'Customers who owe something',
      unit: '',
      roles,
      read: async () => (await sumAllOwed(db)).count,
    },
    {
      name: 'debts-owed',
      title: 'What customers owe',
      unit: 'USD',
      roles,
      read: async () => formatAmount(amountOf('USD', BigInt((await sumAllOwed(db)).cents))),
    },
  ],
  attention:
    ({ db }) =>
    async (customer) => {
      const since = await owingSince(db, customer)
      return since ? [{ kind: 'debt', id: since.id, at: since.at.toISOString() }] : []
    },
})

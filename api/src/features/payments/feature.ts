import { feature, type Hindrance } from '../../feature.ts'
import { bookDecision, refundDecision } from './deciding.ts'
import { unsettledOnes } from './history.ts'
import { paymentJobs } from './jobs.ts'
import { paymentMailJobs } from './mailing.ts'
import { messagesHealth } from './messages.ts'
import { paymentsOf } from './payments.ts'
import { paymentQueues, paymentsHealth } from './queues.ts'
import { refundJobs } from './refunding.ts'
import { paymentRoutes } from './routes.ts'
import { paymentMoves } from './rules.ts'
import { paymentSentJobs } from './sent-jobs.ts'
import { hasUnderWay } from './store.ts'

const underWay: Hindrance = {
  words: 'A payment by card is under way, or can still be disputed. Please wait until it is cleared.',
  href: '/transactions-convert',
  toOperators: (who) => `${who} has a payment by card that is not cleared. Wait for it, or send it back first.`,
}

/** Dollars that customers pay by card at a processor's own page, and that are booked as Gold Convert. */
export const payments = feature({
  name: 'payments',
  tables: {
    card_payments: {
      exported: {
        as: 'cardPayments',
        columns: `number, state, reason, cents, fee_cents, locked_until, created_at, paid_at, booked_at, clears_at, refunded_cents, lost_cents,
          disputed_at, ended_at`,
        order: 'number',
      },
      erased: { kept: 'what was paid by card, which the books name; the id names nobody any more' },
    },
    card_refunds: 'impersonal',
    card_events: 'impersonal',
    card_event_refusals: 'impersonal',
  },
  hindrances: async (tx, { id }) => ((await hasUnderWay(tx, id)) ? [underWay] : []),
  things: [paymentMoves],
  reads: ['customers', 'holdings', 'ledger_movements'],
  routes: (deps) => paymentRoutes(paymentsOf(deps)),
  sends: paymentSentJobs,
  jobs: (deps) => [...paymentJobs(deps), ...paymentMailJobs(deps), ...refundJobs(deps)],
  health: async (deps) => [...(await paymentsHealth(paymentsOf(deps))), ...(await messagesHealth(paymentsOf(deps)))],
  queues: (deps) => paymentQueues(paymentsOf(deps)),
  attention:
    ({ db }) =>
    (customer) =>
      unsettledOnes(db, customer),
  decides: (deps) => [bookDecision(paymentsOf(deps)), refundDecision()],
})

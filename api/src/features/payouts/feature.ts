import { feature, type Hindrance } from '../../feature.ts'
import { approvePayout } from './approving.ts'
import { payoutFigures, payoutsHealth } from './figures.ts'
import { payoutJobs } from './jobs.ts'
import { payoutBank } from './paying.ts'
import { payoutsOf } from './payouts.ts'
import { payoutQueues } from './queues.ts'
import { payoutRoutes } from './routes.ts'
import { payoutStates } from './rules.ts'
import { payoutSentJobs } from './sent-jobs.ts'
import { isOpen } from './store.ts'

const underWay: Hindrance = {
  words: 'A payout to your bank account is under way. Please wait until it is paid, or cancel it.',
  href: '/BankVerification',
  toOperators: (who) => `${who} has a payout under way. Finish or refuse it first.`,
}

/** Dollar tokens that leave as dollars, to the customer's own bank account. */
export const payouts = feature({
  name: 'payouts',
  tables: {
    payout_returns: {
      exported: { as: 'returnedPayouts', columns: 'payout, cents, units, at', order: 'number' },
      erased: { kept: 'what the books and the bank show as well; the id names nobody any more' },
    },
    payouts: {
      exported: {
        as: 'payouts',
        columns: `id, number, asset, units, fee_units, rate, gross_cents, fee_cents, receive_cents, bank, last_four, state, reason,
          requested_at, approved_at, ended_at`,
        order: 'number',
      },
      erased: { kept: 'what the books and the bank show as well; the id names nobody any more' },
    },
  },
  things: [payoutStates],
  reads: ['bank_accounts', 'customers', 'debts', 'wallet_senders'],
  routes: (deps) => payoutRoutes(payoutsOf(deps)),
  sends: payoutSentJobs,
  jobs: payoutJobs,
  bank: payoutBank,
  audits: {
    'approve-payout-alone': 'Approved a payout',
    'refuse-payout': 'Refused a payout',
  },
  queues: (deps) => payoutQueues(payoutsOf(deps)),
  decides: (deps) => [approvePayout(payoutsOf(deps))],
  health: (deps) => payoutsHealth(payoutsOf(deps)),
  figures: (deps) => payoutFigures(payoutsOf(deps)),
  hindrances: async (tx, { id }) => ((await isOpen(tx, id)) ? [underWay] : []),
})

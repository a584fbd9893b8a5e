import { feature, type Hindrance } from '../../feature.ts'
import { payRewardDecision } from './deciding.ts'
import { stakingJobs } from './jobs.ts'
import { stakingMailJobs } from './mailing.ts'
import { fillPoolDecision } from './pool.ts'
import { requestQueues, requestsHealth, stakingFigures } from './queues.ts'
import { stakingRoutes } from './routes.ts'
import { requestMoves, stakeMoves } from './rules.ts'
import { stakingSentJobs } from './sent-jobs.ts'
import { stakingOf } from './staking.ts'
import { hasOpen } from './store.ts'

const booked = { kept: 'what was staked and paid, which the books name; the id names nobody any more' }

/** QMGT +: QMGT that is left alone for a term, and its reward. */
const open: Hindrance = {
  words:
    'You have QMGT staked, or a reward of a stake that you were not paid. Let your stakes end and ask for the rewards.',
  href: '/stakes',
  toOperators: (who) =>
    `${who} has QMGT staked, or a reward that was not paid. Let the stakes end and pay the rewards first.`,
}

export const staking = feature({
  name: 'staking',
  tables: {
    reward_request_parts: 'impersonal',
    reward_requests: {
      exported: {
        as: 'rewardRequests',
        columns:
          'number, kind, currency, asset, units, taken_units, state, reason, asked_at, decided_at, receive_units, price',
        order: 'number',
      },
      erased: booked,
    },
    stakes: {
      exported: {
        as: 'stakes',
        columns: `number, state, units, term_days, basis_points, reward_units, began_at, ends_at, renews, notice_at, leaves_at,
          ended_at, paid_units, requested_units, returned_units`,
        order: 'number',
      },
      erased: booked,
    },
    pool_fills: 'impersonal',
  },
  things: [stakeMoves, requestMoves],
  reads: [
    'approvals',
    'customers',
    'ledger_entries',
    'ledger_movements',
    'reward_request_rewards',
    'rewards',
    'wallet_senders',
  ],
  routes: (deps) => stakingRoutes(stakingOf(deps)),
  sends: stakingSentJobs,
  jobs: (deps) => [...stakingJobs(deps), ...stakingMailJobs(deps)],
  audits: {
    'pay-reward-alone': 'Paid a reward',
    'reject-reward': 'Rejected a request for a reward',
  },
  queues: (deps) => requestQueues(stakingOf(deps)),
  decides: (deps) => [fillPoolDecision(stakingOf(deps)), payRewardDecision(stakingOf(deps))],
  health: (deps) => requestsHealth(stakingOf(deps)),
  figures: (deps) => stakingFigures(stakingOf(deps)),
  hindrances: async (tx, { id }) => ((await hasOpen(tx, id)) ? [open] : []),
})

import { feature, type Hindrance } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { rewardJobs } from './jobs.ts'
import { heldQueues, rewardsHealth } from './queues.ts'
import { rewardReport } from './report.ts'
import { reverseAllOf } from './reversing-store.ts'
import { rewardsOf } from './rewards.ts'
import { rewardRoutes } from './routes.ts'
import { rewardMoves } from './rules.ts'
import { hasRequested } from './store.ts'
import { hasEnoughToClaim } from './unclaimed.ts'

/** What customers earn for bringing others: a share of the fees that the house really earned from them. */
const undecided: Hindrance = {
  words: 'You asked for rewards that we have not decided about yet. Please wait until they are paid.',
  href: '/My-Reward-Center',
  toOperators: (who) => `${who} has asked for rewards that were not decided about. Pay or reject them first.`,
}
const unclaimed: Hindrance = {
  words: 'You have rewards that you can claim. Please claim them, and wait until they are paid.',
  href: '/My-Reward-Center',
  toOperators: (who) => `${who} has rewards that can be claimed. Please wait until they are claimed or have expired.`,
}

export const rewards = feature({
  name: 'rewards',
  tables: {
    reward_cursor: 'impersonal',
    reward_years: 'impersonal',
    reward_events: 'impersonal',
    reward_bundles: {
      exported: { as: 'rewardBundles', columns: 'asset, to_take_back', order: 'asset' },
      erased: { kept: 'what was paid of rewards, which the books name; the id names nobody any more' },
    },
    rewards: {
      exported: {
        as: 'rewards',
        columns:
          'number, state, level, asset, amount, at::date as day, pending_until::date as pending_until, expires_at',
        order: 'number',
      },
      erased: async (tx, { id }, { now }) => {
        await reverseAllOf(tx, id, now())
        return {}
      },
    },
    reward_request_rewards: 'impersonal',
  },
  things: [rewardMoves],
  reads: [
    'bank_accounts',
    'card_payments',
    'consultant_profiles',
    'customers',
    'delivery_addresses',
    'kyc_moves',
    'kyc_personal',
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
    'ledger_movements',
    'reward_requests',
    'shared_devices',
    'wallet_senders',
  ],
  documents: [rewardReport],
  routes: (deps) =>
    rewardRoutes({
      ...rewardsOf(deps),
      limits: identityOf(deps).limits,
      isShareShown: deps.config.SHOW_FEE_SHARE === 'yes',
    }),
  jobs: (deps) => rewardJobs(deps),
  audits: {
    'clear-reward': 'Found a reward that was held all right',
    'reverse-reward': 'Reversed a reward that was held',
  },
  queues: (deps) => heldQueues(rewardsOf(deps)),
  health: (deps) => rewardsHealth(rewardsOf(deps)),
  hindrances: async (tx, { id, kyc_status }) => [
    ...((await hasRequested(tx, id)) ? [undecided] : []),
    // Only who is verified can claim: nobody else is held up by it.
    ...(kyc_status === 'Verified' && (await hasEnoughToClaim(tx, id)) ? [unclaimed] : []),
  ],
})

import { handler, job } from '@ingot/db/jobs'
import type { Deps } from '../../feature.ts'
import { followFees } from './following.ts'
import { rewardsOf } from './rewards.ts'
import { settleRewards } from './settling.ts'

const follow = job({
  name: 'follow-fees',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

const settle = job({
  name: 'settle-rewards',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '20 0 * * *',
})

export const rewardJobs = (deps: Deps) => [
  handler(follow, async () => {
    await followFees(rewardsOf(deps))
  }),
  handler(settle, async () => {
    await followFees(rewardsOf(deps))
    await settleRewards(rewardsOf(deps))
  }),
]

import { handler, job } from '@ingot/db/jobs'
import type { Deps } from '../../feature.ts'
import { endStakes } from './ending.ts'
import { endGone } from './gone.ts'
import { stakingOf } from './staking.ts'

/** One for all stakes: none has a schedule of its own. */
const end = job({
  name: 'end-stakes',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

/** After the fees were followed, which is done each minute too: nothing is paid of it meanwhile. */
const gone = job({
  name: 'end-gone-requests',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const stakingJobs = (deps: Deps) => [
  handler(end, async () => {
    const { failed } = await endStakes(deps)
    if (failed > 0) throw new Error(`ending failed for ${failed} stakes`)
  }),
  handler(gone, async () => {
    await endGone(stakingOf(deps))
  }),
]

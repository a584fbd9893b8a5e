import { handler, job } from '@ingot/db/jobs'
import type { Deps } from '../../feature.ts'
import { makeDays } from './days.ts'

/**
 * Five minutes after midnight by UTC, when whatever was dealt before it has long been written; and every ten minutes, so that a
 * night on which no worker ran is made up for as soon as one does.
 */
const daily = job({
  name: 'make-holding-days',
  attempts: 1,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 60,
  schedule: '5-55/10 * * * *',
})

export const dashboardJobs = (deps: Pick<Deps, 'db' | 'now' | 'log'>) => [
  handler(daily, async () => {
    const days = await makeDays(deps)
    if (days > 0) deps.log.info({ days }, 'what holdings were worth was written down')
  }),
]

import { handler, job } from '@ingot/db/jobs'
import type { Logger } from 'pino'
import type { Taking } from './proofs.ts'
import { isDue } from './rules.ts'
import { findUnderWay, newestBegun } from './store.ts'
import { takeSnapshot } from './taking.ts'

/** Once a day there is something to do, and after a fault or a stop it is caught up at once. */
const take = job({
  name: 'take-snapshot',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const proofJobs = (taking: Taking, log: Logger) => [
  handler(take, async () => {
    const newest = await newestBegun(taking.db)
    if (!isDue(newest?.takenAt, taking.now()) && !(await findUnderWay(taking.db))) return
    log.info({ snapshot: await takeSnapshot(taking) }, 'a snapshot was taken')
  }),
]

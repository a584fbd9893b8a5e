import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { purgeOperations } from '@ingot/db/operations'

const purge = job({
  name: 'purge-operations',
  attempts: 5,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 3600,
  schedule: '17 3 * * *',
})

export const systemJobs = (db: Db) => [
  handler(purge, async () => {
    await purgeOperations(db)
  }),
]

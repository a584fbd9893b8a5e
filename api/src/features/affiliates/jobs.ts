import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { recomputeAllRanks } from './service.ts'

const ranks = job({
  name: 'recompute-ranks',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '17 2 * * *',
})

/** What the network does by the clock. */
export const affiliatesJobs = (db: Db) => [handler(ranks, () => recomputeAllRanks(db))]

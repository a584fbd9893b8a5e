import type { Db } from '@ingot/db/connect'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { listenForScrapes, type MetricsSource } from './listener.ts'
import { createProcessMetrics } from './process.ts'

type Given = { config: Config; db: Db; log: Logger }

/** The worker's stand beside the api's, so that one setting does for both. */
const places = { api: 0, worker: 1 }

/** What a process tells of itself and of its sources, if somebody wants to know it. */
export const openMetrics = async (
  part: keyof typeof places,
  { config, db, log }: Given,
  sources: readonly MetricsSource[],
  keptMs?: number,
) => {
  const { METRICS_PORT } = config
  if (METRICS_PORT === undefined) return
  // Zero is any free port.
  const port = METRICS_PORT && METRICS_PORT + places[part]
  const itself = createProcessMetrics(db)
  const listening = await listenForScrapes({
    ...{ config, port, log, sources: [...sources, itself.read] },
    ...(keptMs !== undefined && { keptMs }),
  })
  const stop = async () => {
    await listening.stop()
    itself.stop()
  }
  return { port: listening.port, stop }
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Db, poolOf } from '@ingot/db/connect'
import { retriedTransactions } from '@ingot/db/transaction'
import { version } from '../version.ts'
import { counter, gauge, type Metric } from './exposition.ts'

const delayResolutionMs = 20

const databaseMetrics = (db: Db): Metric[] => {
  const { totalCount, idleCount, waitingCount, options } = poolOf(db)
  return [
    gauge('ingot_database_connections', 'Connections to the database that are open.', { value: totalCount }),
    gauge('ingot_database_connections_in_use', 'Those at work.', { value: totalCount - idleCount }),
    gauge('ingot_database_connections_most', 'How many there may be.', { value: options.max }),
    gauge('ingot_database_waiting', 'What waits for a connection.', { value: waitingCount }),
    counter('ingot_database_transactions_retried_total', 'Transactions that ran again after a deadlock.', {
      value: retriedTransactions(),
    }),
  ]
}

/** The process itself, and its connections to the database. Names are those by which dashboards know Node. */
export const createProcessMetrics = (db: Db) => {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs })
  delay.enable()
  // What is measured is the time between two looks, and how far apart they were meant to be is part of it.
  const lag = (nanoseconds: number) => ({ value: Math.max(0, nanoseconds / 1e9 - delayResolutionMs / 1e3) || 0 })
  const read = (): Metric[] => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, heapTotal } = process.memoryUsage()
    const metrics = [
      ...databaseMetrics(db),
      counter('process_cpu_seconds_total', 'Processor time that was used.', { value: (user + system) / 1e6 }),
      gauge('process_resident_memory_bytes', 'Memory that is used.', { value: rss }),
      gauge('process_start_time_seconds', 'When it was started, since 1970.', { value: performance.timeOrigin / 1e3 }),
      gauge('nodejs_heap_size_used_bytes', 'Memory of objects.', { value: heapUsed }),
      gauge('nodejs_heap_size_total_bytes', 'Memory that is kept for objects.', { value: heapTotal }),
      gauge('nodejs_eventloop_lag_mean_seconds', 'How late work began since the last scrape.', lag(delay.mean)),
      gauge('nodejs_eventloop_lag_p99_seconds', 'The same for the latest hundredth.', lag(delay.percentile(99))),
      gauge('nodejs_eventloop_lag_max_seconds', 'The same for the latest of all.', lag(delay.max)),
      gauge('ingot_build_info', 'The version that runs.', { labels: { version }, value: 1 }),
    ]
    delay.reset()
    return metrics
  }
  return { read, stop: () => delay.disable() }
}

import type { Db } from '@ingot/db/connect'
import { readJobs } from '@ingot/db/jobs'
import type { Logger } from 'pino'
import { ageIn, type Figure, type HealthPart, type Together } from '../feature.ts'
import { inTime } from '../in-time.ts'
import type { Sum } from '../queue.ts'
import { gauge, type Metric, type Sample } from './exposition.ts'

const unitWords: Record<string, string> = { g: 'grams', s: 'seconds', '%': 'percent' }

/** A figure's name among metrics, which ends with its unit. */
const metricNameOf = ({ name, unit }: Pick<Figure, 'name' | 'unit'>): string => {
  const [words, unitWord] = [name.replaceAll('-', '_'), unitWords[unit] ?? unit.toLowerCase()]
  return `ingot_${words}${unitWord === '' || words.endsWith(`_${unitWord}`) ? '' : `_${unitWord}`}`
}

/** As a number, which is no money: it draws a line and rings a bell, and nothing is reckoned with it. */
const sampleOf = (value: string | null | undefined): Sample[] =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? [] : [{ value: Number(value) }]

/** Since when, in seconds; nothing waits for no time. */
const ageOf = (now: Date, at: Date | null) => Number(ageIn(now, at) ?? 0)

const queueMetrics = (sums: readonly (readonly [queue: string, sum: Sum | undefined])[], now: Date): Metric[] => {
  const known = sums.flatMap(([queue, sum]) => (sum ? [{ labels: { queue }, ...sum }] : []))
  return [
    gauge(
      'ingot_queue_waiting',
      'What waits for operators, counted up to 1000.',
      ...known.map(({ labels, count }) => ({ labels, value: count })),
    ),
    gauge(
      'ingot_queue_oldest_seconds',
      'Since when the oldest of it waits.',
      ...known.map(({ labels, oldestAt }) => ({ labels, value: ageOf(now, oldestAt) })),
    ),
  ]
}

const jobMetrics = (jobs: Awaited<ReturnType<typeof readJobs>>): Metric[] => {
  const of = (name: string, help: string, read: (job: (typeof jobs)[number]) => number) =>
    gauge(name, help, ...jobs.map((each) => ({ labels: { kind: each.name }, value: read(each) })))
  return [
    of('ingot_jobs_waiting', 'Jobs that could be done now, counted up to 1000.', ({ waiting }) => waiting),
    of('ingot_jobs_oldest_seconds', 'For how long the oldest of them could be.', ({ oldestSeconds }) => oldestSeconds),
    of('ingot_jobs_active', 'Jobs under way, as counted within the last minutes.', ({ active }) => active),
    of(
      'ingot_jobs_failed',
      'Jobs of the last day that used up their attempts, as counted then.',
      ({ failed }) => failed,
    ),
  ]
}

/** Without its parts the database did not answer, as in the answer of /api/health. */
const partMetric = (parts: readonly HealthPart[] | undefined): Metric => {
  const all = [{ name: 'database', ok: !!parts }, ...(parts ?? [])]
  return gauge(
    'ingot_part_ok',
    'Whether a part of the house is well: 1 or 0.',
    ...all.map(({ name, ok }) => ({ labels: { part: name }, value: Number(ok) })),
  )
}

type House = Pick<Together, 'figures' | 'queues' | 'health'> & { db: Db; log: Logger; now: () => Date }

/** How the house stands: what the operators' home shows, read from the same declarations, and the jobs that wait. */
export const createHouse = ({ figures, queues, health, db, log, now }: House) => {
  const underWay = new Set<string>()
  /** What is late is not asked for again before it has ended: each time would take another connection. */
  const read = async <T>(what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    if (underWay.has(what)) return
    underWay.add(what)
    return inTime(
      ask().finally(() => underWay.delete(what)),
      log,
      what,
    )
  }
  return async (): Promise<Metric[]> => {
    const [parts, jobs, values, sums] = await Promise.all([
      read('health', health),
      read('jobs', () => readJobs(db)),
      Promise.all(figures.map(async (each) => [each, await read(`figure ${each.name}`, each.read)] as const)),
      Promise.all(queues.map(async ({ name, sum }) => [name, await read(`queue ${name}`, sum)] as const)),
    ])
    const unread = [parts, jobs, ...values.map(([, value]) => value), ...sums.map(([, sum]) => sum)]
    return [
      ...values.map(([figure, value]) => gauge(metricNameOf(figure), `${figure.title}.`, ...sampleOf(value))),
      ...queueMetrics(sums, now()),
      ...jobMetrics(jobs ?? []),
      partMetric(parts),
      gauge('ingot_unread', 'Figures, queues and parts that could not be read in time.', {
        value: unread.filter((each) => each === undefined).length,
      }),
    ]
  }
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import { acknowledgedAt, longestGap } from './cluster-chaos.ts'
import { isClean, type Judgement, judgeCluster } from './cluster-judge.ts'
import { type Load, startLoad, until } from './cluster-load.ts'
import { makeNextVersion, type NextVersion } from './cluster-next-version.ts'
import { untilSentTo } from './haproxy-states.ts'
import { type Polling, startPolling } from './polling.ts'
import type { RunningRole } from './roles.ts'
import type { Cluster } from './start-cluster.ts'

const traders = 4
/** Under load, before the next one. */
const calm = 2_000
const pollPause = 200
/** Somebody reads what the migration wants to change, and takes his time. */
const readerHolds = 8_000

const order = ['worker1', 'worker2', 'chain1', 'chain2', 'api1', 'api2'] as const
type Name = (typeof order)[number]
const roleOf = (name: Name) => name.slice(0, -1) as RunningRole

const polled = ['price', 'texts/term-conditions', 'health?probe=live', 'status', 'reserves/bars']

type Step = { what: string; took: number; trades: number; gap: number; failed: number }

/** What came that was not asked for. Whoever asks too often is told so, restart or not. */
const failuresOf = ({ load, polling }: World): [string, number][] => [
  ...[...load.answers].filter(([name]) => !name.startsWith('429 ')),
  ...[...polling.answers].filter(([name]) => !name.endsWith(' 200 whole')),
]
const countOf = (answers: Iterable<[string, number]>) => [...answers].reduce((sum, [, times]) => sum + times, 0)

type World = {
  cluster: Cluster
  load: Load
  polling: Polling
  db: Db
  steps: Step[]
  onProgress: (line: string) => void
}

const takeStep = async (world: World, what: string, work: () => Promise<unknown>) => {
  const { load, steps, onProgress } = world
  const [began, before] = [Date.now(), countOf(failuresOf(world))]
  await work()
  const took = Date.now() - began
  await sleep(calm)
  const times = acknowledgedAt(load)
  const trades = times.filter((at) => at > began).length
  const failed = countOf(failuresOf(world)) - before
  steps.push({ what, took, trades, gap: longestGap(times, began, Date.now()), failed })
  onProgress(`${what}${failed ? `: ${failed} calls failed` : ''}`)
}

/** It is there when the others see it: by its row, and HAProxy by its check. */
const restart = async ({ cluster, db }: World, name: Name, next?: NextVersion) => {
  const part = cluster.parts.get(name)
  if (!part) throw new Error(`there is no ${name}`)
  await part.restart(next?.entryOf(roleOf(name)))
  if (roleOf(name) === 'api') await untilSentTo(cluster.folder, name)
  await until(`${name} among the processes`, async () => {
    const { rows } = await sql<{
      version: string
    }>`select version from processes where pid = ${part.pid() ?? 0}`.execute(db)
    return next ? rows[0]?.version === next.version : rows.length === 1
  })
}

/** By the next version's own command, while somebody reads the busiest table in one long transaction. */
const migrate = async ({ cluster: { urls, folder } }: World, next: NextVersion) => {
  const reader = connect(urls.database, { part: 'reader', max: 1 })
  const reading = reader.transaction().execute(async (tx) => {
    await sql`select count(*) from trades`.execute(tx)
    await sleep(readerHolds)
  })
  await sleep(500)
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, NODE_ENV: 'development' }
  await next.migrate({ ...env, DATABASE_URL: urls.pooler, DATABASE_OWNER_URL: urls.owner })
  await reading
  await reader.destroy()
}

/** Old and new processes have written beside each other, and nobody of the old ones is left. */
const findWrong = async (db: Db, { version }: NextVersion): Promise<string[]> => {
  const { rows } = await sql<{ trades: boolean; index: boolean; versions: string[] }>`
    select (select count(*) > 0 and bool_and(brought = 'by a next version') from trades) as trades,
      (select indisvalid from pg_index where indexrelid = to_regclass('trades_brought')) as index,
      array(select distinct version from processes) as versions`.execute(db)
  const [{ trades, index, versions } = { trades: false, index: false, versions: [] }] = rows
  return [
    ...(trades ? [] : ['the new column has not what was asked for']),
    ...(index ? [] : ['the new index cannot be used']),
    ...(versions.join() === version ? [] : [`processes of ${versions.join(', ')} run at the end`]),
  ]
}

export type Upgrade = Judgement & { steps: Step[]; polls: number; failures: [string, number][] }

/** Restarts one process after the other under load, then migrates to a next version, and restarts all of them as that one. */
export const runUpgrade = async (cluster: Cluster, onProgress: (line: string) => void): Promise<Upgrade> => {
  const next = makeNextVersion(join(cluster.folder, 'next'))
  const load = await startLoad({ portal: cluster.portal, sandbox: cluster.sandbox }, traders)
  const calls = polled.map((path) => ({ method: 'GET' as const, path: `/api/${path}` }))
  const polling = startPolling(cluster.portal, calls, pollPause)
  const db = connect(cluster.urls.database, { part: 'upgrade', max: 1 })
  const world: World = { cluster, load, polling, db, steps: [], onProgress }
  try {
    await sleep(calm)
    for (const name of order) await takeStep(world, `${name} restarted`, () => restart(world, name))
    await takeStep(world, `migrated to ${next.version}`, () => migrate(world, next))
    for (const name of order) await takeStep(world, `${name} upgraded`, () => restart(world, name, next))
  } finally {
    await load.stop()
    await polling.stop()
  }
  try {
    const judgement = await judgeCluster(cluster, load)
    const wrong = [...judgement.wrong, ...(await findWrong(db, next))]
    return { ...judgement, wrong, steps: world.steps, polls: countOf(polling.answers), failures: failuresOf(world) }
  } finally {
    await db.destroy()
  }
}

export const upgradedWell = (upgrade: Upgrade): boolean => isClean(upgrade) && upgrade.failures.length === 0

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const upgradeLines = (upgrade: Upgrade): string[] => [
  `${''.padEnd(26)} ${'took'.padStart(8)} ${'trades'.padStart(7)} ${'no trade for'.padStart(13)} ${'failed'.padStart(7)}`,
  ...upgrade.steps.map(
    ({ what, took, trades, gap, failed }) =>
      `${what.padEnd(26)} ${seconds(took).padStart(8)} ${String(trades).padStart(7)} ${seconds(gap).padStart(13)} ${String(failed).padStart(7)}`,
  ),
  '',
  `${upgrade.polls} calls asked beside the trades. Failed of all: ${upgrade.failures.map(([name, times]) => `${name} ${times}×`).join(', ') || 'none'}.`,
  `${upgrade.acknowledged} trades acknowledged: ${upgrade.lost} lost, ${upgrade.doubled} doubled; ${upgrade.untold} done whose answer was lost.`,
  upgrade.fires
    ? 'The judge finds a trade that is taken out of its list, and one that is put in twice.'
    : 'The judge does not find what is planted in its list.',
  ...(upgrade.wrong.length ? upgrade.wrong : ['The ledger is correct, and the chain agrees with it.']),
  upgradedWell(upgrade) ? 'All of it held.' : 'Not all of it held.',
]

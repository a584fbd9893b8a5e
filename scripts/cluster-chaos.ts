import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { sql } from 'kysely'
import { type FaultName, faults } from './cluster-faults.ts'
import { endedAlone, isClean, type Judgement, judgeCluster } from './cluster-judge.ts'
import { type Load, startLoad, until } from './cluster-load.ts'
import { becomesWhole } from './cluster-nodes.ts'
import type { Cluster } from './start-cluster.ts'

const traders = 4
/** Writes and reads that go well, before the next fault. */
const calm = 2_000
const readPause = 100
/** Less than it takes to bring a process back. */
const lookEvery = 100

type Made = { kind: FaultName; at: number; over: number; killed: number | undefined }

/** The longest time without an acknowledged write or an answered read, of which some part lay in a stretch. */
export const longestGap = (times: readonly number[], from: number, to: number): number => {
  const inside = [from, ...times.filter((at) => at > from && at <= to), to]
  return Math.max(...inside.slice(1).map((at, index) => at - (inside[index] ?? at)))
}

const readReplicas = (cluster: Cluster) => {
  const db = connect(cluster.urls.replicas, { part: 'reader', max: 2, onIdleError: () => undefined })
  const answered: number[] = []
  let [failed, over] = [0, false]
  const reading = (async () => {
    for (; !over; await sleep(readPause))
      await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows, count(*) from trades`.execute(db).then(
        // One that leads now answers as well, and is no replica.
        ({ rows }) => rows[0]?.follows && answered.push(Date.now()),
        () => {
          failed++
        },
      )
  })()
  const stop = async () => {
    over = true
    await reading
    await db.destroy()
  }
  return { answered, failed: () => failed, stop }
}

/** Which processes were seen under each name, one after the other. Whoever is brought back is another one. */
const watchProcesses = ({ parts }: Cluster) => {
  const seen = new Map<string, number[]>()
  const look = () => {
    for (const [name, part] of parts) {
      const pids = seen.get(name) ?? []
      const pid = part.pid()
      if (pid !== undefined && pids.at(-1) !== pid) seen.set(name, [...pids, pid])
    }
  }
  look()
  const timer = setInterval(look, lookEvery).unref()
  return { seen, stop: () => clearInterval(timer) }
}

export const acknowledgedAt = ({ operations }: Load): number[] =>
  operations.flatMap(({ at }) => (at === undefined ? [] : [at])).sort((a, b) => a - b)

/** One fault, until writes are back and the database is whole again. */
const makeFault = async (cluster: Cluster, load: Load, kind: FaultName, round: number): Promise<Made> => {
  const at = Date.now()
  const { mend, killed } = await faults[kind].make(cluster, round)
  const made = Date.now()
  try {
    // What was under way at that moment may still be acknowledged: a later one tells that writes are back.
    const since = made + 500
    await until(
      `a trade after ${faults[kind].what}`,
      async () => acknowledgedAt(load).filter((time) => time > since).length >= traders,
      120_000,
    )
  } finally {
    mend?.()
  }
  await becomesWhole(cluster.database.nodes)
  // Also what comes back must not stop anybody.
  const over = Date.now()
  await sleep(calm)
  return { kind, at, over, killed }
}

type Round = { kind: FaultName; times: number; writes: number; reads: number }
export type Chaos = Judgement & {
  rounds: Round[]
  answers: Map<string, number>
  readsFailed: number
  /** Processes of ours that ended though nobody killed them. */
  ended: string[]
}

/** Writes are back, and reads go on, within what each kind of fault is allowed. */
export const isInTime = (rounds: readonly Round[]): boolean =>
  rounds.every(
    ({ kind, writes, reads }) => writes <= faults[kind].within * 1000 && reads <= faults[kind].readsWithin * 1000,
  )

export const isSound = (chaos: Chaos): boolean => isClean(chaos) && chaos.ended.length === 0

/** Makes the faults one after another under load, and has it judged. */
export const runChaos = async (
  cluster: Cluster,
  plan: readonly FaultName[],
  onProgress: (line: string) => void,
): Promise<Chaos> => {
  const load = await startLoad({ portal: cluster.portal, sandbox: cluster.sandbox }, traders)
  const reader = readReplicas(cluster)
  const processes = watchProcesses(cluster)
  const made: Made[] = []
  try {
    await sleep(calm)
    for (const [round, kind] of plan.entries()) {
      made.push(await makeFault(cluster, load, kind, round))
      onProgress(`${round + 1} of ${plan.length}: ${faults[kind].what}`)
    }
  } finally {
    await load.stop()
    await reader.stop()
  }
  const writes = acknowledgedAt(load)
  const kinds = [...new Set(plan)]
  const rounds = kinds.map((kind): Round => {
    const those = made.filter((one) => one.kind === kind)
    const worst = (times: readonly number[]) => Math.max(...those.map(({ at, over }) => longestGap(times, at, over)))
    return { kind, times: those.length, writes: worst(writes), reads: worst(reader.answered) }
  })
  const judgement = await judgeCluster(cluster, load).finally(processes.stop)
  const ended = endedAlone(processes.seen, new Set(made.map(({ killed }) => killed)))
  return { ...judgement, rounds, answers: load.answers, readsFailed: reader.failed(), ended }
}

/** So many deaths of PostgreSQL, and a quarter as many of everything else, mixed. */
export const planOf = (deaths: number, without: readonly FaultName[] = []): FaultName[] => {
  const others = Math.ceil(deaths / 4)
  const plan: FaultName[] = []
  const kinds = Object.keys(faults) as FaultName[]
  const rest = kinds.filter((kind) => kind !== 'postgres' && !without.includes(kind))
  const left: FaultName[] = Array.from({ length: others }, () => rest).flat()
  for (let death = 0; death < deaths; death++) {
    plan.push('postgres')
    plan.push(...left.splice(0, Math.ceil(left.length / (deaths - death))))
  }
  return plan
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const tableOf = (chaos: Chaos): string[] => [
  `${''.padEnd(18)} ${'times'.padStart(6)} ${'no write for'.padStart(13)} ${'allowed'.padStart(8)} ${'no read for'.padStart(12)} ${'allowed'.padStart(8)}`,
  ...chaos.rounds.map(
    ({ kind, times, writes, reads }) =>
      `${faults[kind].what.padEnd(18)} ${String(times).padStart(6)} ${seconds(writes).padStart(13)} ${`${faults[kind].within} s`.padStart(8)} ${seconds(reads).padStart(12)} ${`${faults[kind].readsWithin} s`.padStart(8)}`,
  ),
  '',
  `${chaos.acknowledged} trades acknowledged: ${chaos.lost} lost, ${chaos.doubled} doubled; ${chaos.untold} done whose answer was lost.`,
  `${chaos.serverErrors} answers of 500; other answers: ${[...chaos.answers].map(([name, times]) => `${name} ${times}×`).join(', ') || 'none'}.`,
  `Reads from replicas failed ${chaos.readsFailed} times.`,
  `Processes that ended by themselves: ${chaos.ended.join(', ') || 'none'}.`,
  chaos.fires
    ? 'The judge finds a trade that is taken out of its list, and one that is put in twice.'
    : 'The judge does not find what is planted in its list.',
  ...(chaos.wrong.length ? chaos.wrong : ['The ledger is correct, and the chain agrees with it.']),
  isInTime(chaos.rounds) && isSound(chaos) ? 'All of it held.' : 'Not all of it held.',
]

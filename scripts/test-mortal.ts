import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testSettings } from '@ingot/api/test-api'
import { type Db, poolOf } from '@ingot/db/connect'
import { root } from './stack.ts'

/** What a process is told to do, at which time, and at which of its statements it dies. `during`: the statement has left by then, and nobody hears the answer. */
export type MortalRun = { at: number; dieAt?: number; during?: boolean }

const die = () => process.kill(process.pid, 'SIGKILL')

type Query = (...given: never[]) => unknown

/** In the process itself: counts its statements, and dies at the one that it was told. */
export const dieAtStatement = (db: Db, run: MortalRun & { statements: number }) =>
  poolOf(db).on('connect', (client: { query: Query }) => {
    const query = client.query.bind(client)
    client.query = (...given) => {
      const isLast = ++run.statements === run.dieAt
      if (isLast && !run.during) die()
      const answer = query(...given)
      if (isLast) setImmediate(die)
      return answer
    }
  })

/** While one works, so many more get ready: most of them are killed. */
const spareWorkers = 2

/** How a run ended: after how many statements, or by death. */
type Ran = { statements: number; problem?: string } | 'killed'

/** Processes that run something and may die of it, of which there is always another one. */
export const openMortals = <Run extends MortalRun>(file: string, settings: Record<string, string>) => {
  const children = new Set<ChildProcess>()
  const launch = async () => {
    const child = fork(join(root, 'scripts', file), {
      env: { ...process.env, ...testSettings, NODE_ENV: 'development', ...settings },
    })
    children.add(child)
    const ended = once(child, 'exit').then(() => {
      children.delete(child)
      return 'killed' as const
    })
    const begun = await Promise.race([once(child, 'message'), ended])
    if (begun === 'killed' || !begun[0].isReady) throw new Error(`${file} did not begin`)
    return { child, ended }
  }
  const ready = Array.from({ length: spareWorkers }, launch)

  /** Runs it once, or dies on the way. Whoever lives is there for the next run. */
  const run = async (order: Run): Promise<Ran> => {
    const worker = await (ready.shift() ?? launch())
    const done = once(worker.child, 'message').then(([told]): Ran => told)
    worker.child.send(order)
    const ran = await Promise.race([done, worker.ended])
    if (ran === 'killed') ready.push(launch())
    else ready.unshift(Promise.resolve(worker))
    return ran
  }
  const close = async () => {
    await Promise.allSettled(ready)
    for (const child of children) child.kill('SIGKILL')
  }
  return { run, close }
}

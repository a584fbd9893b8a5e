import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testSettings } from '@ingot/api/test-api'
import { root } from './stack.ts'
import type { PlanRun } from './test-plan-worker.ts'

/** While one works, so many more get ready: most of them are killed. */
const spareWorkers = 2

/** How a run ended: after how many statements, or by death. */
type Ran = { statements: number } | 'killed'

/** Processes that run plans, of which there is always another one. */
export const openPlanWorkers = (databaseUrl: string) => {
  const children = new Set<ChildProcess>()
  const launch = async () => {
    const child = fork(join(root, 'scripts/test-plan-worker.ts'), {
      env: { ...process.env, ...testSettings, NODE_ENV: 'development', DATABASE_URL: databaseUrl },
    })
    children.add(child)
    const ended = once(child, 'exit').then(() => {
      children.delete(child)
      return 'killed' as const
    })
    const begun = await Promise.race([once(child, 'message'), ended])
    if (begun === 'killed' || !begun[0].isReady) throw new Error('the worker of plans did not begin')
    return { child, ended }
  }
  const ready = Array.from({ length: spareWorkers }, launch)

  /** Runs all that is due once, or dies on the way. Whoever lives is there for the next run. */
  const run = async (order: PlanRun): Promise<Ran> => {
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

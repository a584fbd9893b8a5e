import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { JobHandler } from './jobs.ts'

/** For tests: does the jobs that wait when it is told to, instead of by and by. */
export const openTestWorker = async (url: string, handlers: readonly JobHandler[]) => {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false, migrate: false })
  await boss.start()
  const [byTheClock, sent] = [handlers.filter(({ job }) => job.schedule), handlers.filter(({ job }) => !job.schedule)]
  const run = async () => {
    for (const { job, handle } of sent)
      for (let [work] = await boss.fetch<object>(job.name); work; [work] = await boss.fetch<object>(job.name)) {
        await handle(work.data, work.id)
        await boss.complete(job.name, work.id)
      }
  }
  /** As if the hour of every scheduled job had come. */
  const strikeClock = async () => {
    for (const { handle } of byTheClock) await handle({}, randomUUID())
  }
  return { run, strikeClock, close: () => boss.stop({ graceful: false }) }
}

import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from './connect.ts'
import { Hopeless, handler, job, listDead, type Outbox, openOutbox, workJobs } from './jobs.ts'
import { createTestDatabase } from './test-server.ts'
import { inTransaction } from './transaction.ts'

const greet = job<{ name: string }>({ name: 'greet', attempts: 3, retryDelaySeconds: 0, retryDelayMaxSeconds: 1 })

let url: string
let db: Db
let outbox: Outbox

beforeAll(async () => {
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  outbox = await openOutbox(url, [greet])
})
afterAll(async () => {
  await outbox.close()
  await db.destroy()
})

test('a message left in a transaction is delivered after commit, and goes with a rollback', async () => {
  const seen: string[] = []
  const { promise: delivered, resolve } = Promise.withResolvers<void>()
  await expect(
    inTransaction(db, async (tx) => {
      await outbox.send(tx, greet, { name: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await inTransaction(db, (tx) => outbox.send(tx, greet, { name: 'committed' }))
  const worker = await workJobs(url, [
    handler(greet, async ({ name }) => {
      seen.push(name)
      resolve()
    }),
  ])
  await delivered
  await worker.close()
  expect(seen).toEqual(['committed'])
})

test('no job is kept for long, done or not', async () => {
  const { rows } = await sql<{ name: string; days: number[] }>`
    select name, array[deletion_seconds / 86400, retention_seconds / 86400] as days from pgboss.queue
    where name in ('greet', 'dead') order by name`.execute(db)
  expect(rows).toEqual([
    { name: 'dead', days: [1, 30] },
    { name: 'greet', days: [1, 14] },
  ])
})

test('a job that keeps failing is tried three times, then laid aside for a person', async () => {
  let attempts = 0
  const { promise: third, resolve } = Promise.withResolvers<void>()
  const failures: string[] = []
  const runs: string[] = []
  await inTransaction(db, (tx) => outbox.send(tx, greet, { name: 'nobody' }))
  const options = {
    pollSeconds: 0.5,
    onError: (error: Error) => failures.push(error.message),
    onRun: (name: string, outcome: string) => runs.push(`${name} ${outcome}`),
  }
  const worker = await workJobs(
    url,
    [
      handler(greet, async () => {
        if (++attempts === 3) resolve()
        throw new Error(`attempt ${attempts}`)
      }),
    ],
    options,
  )
  await third
  await expect
    .poll(async () => (await worker.deadJobs()).map(({ data }) => data), { timeout: 10_000 })
    .toEqual([{ name: 'nobody' }])
  await worker.close()
  expect(attempts).toBe(3)
  expect(failures).toEqual(['attempt 1', 'attempt 2', 'attempt 3'])
  expect(runs).toEqual(['greet failed', 'greet failed', 'greet failed'])
})

test('a job that would fail each time is laid aside after the first, with why', async () => {
  let attempts = 0
  await inTransaction(db, (tx) => outbox.send(tx, greet, { name: 'a dead address' }))
  const refusing = handler(greet, async () => {
    attempts++
    throw new Hopeless('550 no such mailbox')
  })
  const worker = await workJobs(url, [refusing], { pollSeconds: 0.5 })
  const laidAside = async () =>
    (await listDead(db, false, { micros: '0', id: '00000000-0000-0000-0000-000000000000' }, 100)).filter(
      (each) => each.hopeless,
    )
  await expect
    .poll(laidAside, { timeout: 10_000 })
    .toMatchObject([{ name: 'greet', tried: 1, problem: '550 no such mailbox' }])
  await worker.close()
  expect(attempts).toBe(1)
})

test('a job by the clock that fails is not laid aside: it comes again', async () => {
  const tick = job({ name: 'tick', attempts: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, schedule: '0 0 1 1 *' })
  // As an older version has left it.
  const { schedule: _, ...unscheduled } = tick
  const before = await openOutbox(url, [unscheduled])
  await before.close()
  const deadLetter = async () => {
    const { rows } = await sql<{ dead_letter: string | null }>`
      select dead_letter from pgboss.queue where name = 'tick'`.execute(db)
    return rows[0]?.dead_letter
  }
  expect(await deadLetter()).toBe('dead')
  const worker = await workJobs(url, [handler(tick, async () => undefined)])
  expect(await deadLetter()).toBeNull()
  await worker.close()
})

test('a job by the clock, which carries nothing, is done', async () => {
  const tock = job({ name: 'tock', attempts: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, schedule: '0 0 1 1 *' })
  const { promise: done, resolve } = Promise.withResolvers<object>()
  const worker = await workJobs(url, [handler(tock, async (data) => resolve(data))])
  // As the clock sends it.
  const clock = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false })
  await clock.start()
  await clock.send('tock', null)
  expect(await done).toEqual({})
  await clock.stop()
  await worker.close()
})

test('closing the worker lets a job under way finish', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let finished = false
  await inTransaction(db, (tx) => outbox.send(tx, greet, { name: 'slow' }))
  const worker = await workJobs(url, [
    handler(greet, async () => {
      begin()
      await mayEnd
      finished = true
    }),
  ])
  await begun
  const closed = worker.close()
  end()
  await closed
  expect(finished).toBe(true)
})

test('jobs that may be done together are, and one that fails does not fail the others', async () => {
  const together = job<{ number: number }>({
    name: 'together',
    attempts: 1,
    retryDelaySeconds: 0,
    retryDelayMaxSeconds: 1,
    atOnce: 3,
  })
  const sender = await openOutbox(url, [together])
  await inTransaction(db, async (tx) => {
    for (const number of [1, 2, 3]) await sender.send(tx, together, { number })
  })
  const { promise: allBegun, resolve } = Promise.withResolvers<void>()
  const [begun, done]: [number[], number[]] = [[], []]
  const worker = await workJobs(url, [
    handler(together, async ({ number }) => {
      if (begun.push(number) === 3) resolve()
      await allBegun
      if (number === 2) throw new Error('two')
      done.push(number)
    }),
  ])
  await allBegun
  await expect
    .poll(async () => (await worker.deadJobs()).map(({ data }) => data), { timeout: 10_000 })
    .toContainEqual({ number: 2 })
  await worker.close()
  await sender.close()
  expect(done.sort()).toEqual([1, 3])
})

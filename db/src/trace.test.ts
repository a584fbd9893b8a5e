import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Db } from './connect.ts'
import { handler, job, type Outbox, openOutbox, workJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { createTestDatabase } from './test-server.ts'
import { startTraces } from './test-traces.ts'
import { inSpan, traceparentNow } from './trace.ts'
import { inTransaction } from './transaction.ts'

const write = job<{ to: string }>({ name: 'write', attempts: 1, retryDelaySeconds: 0, retryDelayMaxSeconds: 1 })
const asking = { kind: 'call', attributes: {} } as const

let url: string
let db: Db
let outbox: Outbox
beforeAll(async () => {
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  outbox = await openOutbox(url, [write])
})
beforeEach(() => sql`delete from pgboss.job`.execute(db))
afterAll(async () => {
  await outbox.close()
  await db.destroy()
})

const send = (to: string) => inTransaction(db, (tx) => outbox.send(tx, write, { to }))
const waiting = async () =>
  (await sql<{ data: object }>`select data from pgboss.job`.execute(db)).rows.map((row) => row.data)

/** Works what waits, and answers with what the handler saw. */
const work = async (act: (data: object) => void = () => undefined) => {
  const seen: object[] = []
  const ended = Promise.withResolvers<void>()
  const worker = await workJobs(
    url,
    [
      handler(write, async (data) => {
        seen.push(data)
        act(data)
      }),
    ],
    { pollSeconds: 0.5, onRun: () => ended.resolve() },
  )
  await ended.promise
  await worker.close()
  return seen
}

test('without an SDK a job carries what it always did, and nothing is told', async () => {
  await inSpan('ask', asking, async (span) => {
    expect([span, traceparentNow()]).toEqual([undefined, undefined])
    await send('anna@gold.example')
  })
  expect(await waiting()).toEqual([{ to: 'anna@gold.example' }])
  const lines: string[] = []
  createLog('test', 'info', { write: (line) => lines.push(line) }).info('hello')
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('trace_id')
})

test('a job belongs to the trace of what sent it, and its handler sees only its own data', async () => {
  const traces = startTraces()
  const kept = await inSpan('ask', asking, async () => {
    await send('anna@gold.example')
    return traceparentNow()
  })
  expect(await waiting()).toEqual([{ to: 'anna@gold.example', traceparent: kept }])
  expect(await work()).toEqual([{ to: 'anna@gold.example' }])
  const [[ask], [done]] = [traces.named('ask'), traces.named('job write')]
  expect(done?.spanContext().traceId).toBe(ask?.spanContext().traceId)
  expect(done?.parentSpanContext?.spanId).toBe(ask?.spanContext().spanId)
  await traces.stop()
})

test('a job that failed says so without the words of its error, and its line in the log names the trace', async () => {
  const traces = startTraces()
  const lines: string[] = []
  const log = createLog('test', 'info', { write: (line) => lines.push(line) })
  await inSpan('ask', asking, () => send('anna@gold.example'))
  await work(() => {
    log.info('about to fail')
    throw Object.assign(new Error('550 no such mailbox: anna@gold.example'), { code: 'EENVELOPE' })
  })
  const [failed] = traces.named('job write')
  expect(failed?.status).toEqual({ code: 2 })
  expect(failed?.attributes).toEqual({ 'ingot.job': 'write', 'error.type': 'EENVELOPE' })
  expect(traces.text()).not.toContain('anna')
  expect(JSON.parse(lines[0] ?? '').trace_id).toBe(failed?.spanContext().traceId)
  await traces.stop()
})

test('a job whose row has something else in that place begins a trace of its own', async () => {
  const traces = startTraces()
  await send('ben')
  await sql`update pgboss.job set data = data || '{"traceparent": {"a": 1}}'`.execute(db)
  expect(await work()).toEqual([{ to: 'ben' }])
  const [done] = traces.named('job write')
  expect(done?.parentSpanContext).toBeUndefined()
  await traces.stop()
})

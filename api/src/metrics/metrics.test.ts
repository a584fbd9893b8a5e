import { connect } from '@ingot/db/connect'
import { createLog } from '@ingot/db/log'
import { asOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { allEndpoints } from '@ingot/endpoints/all'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople } from '../features/identity/test-people.ts'
import { createTestApi } from '../test-api.ts'
import { gauge } from './exposition.ts'
import { listenForScrapes } from './listener.ts'
import { createJobMeter } from './meters.ts'
import { openMetrics } from './open.ts'
import { scrape } from './test-scrape.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople({ env: { METRICS_PORT: '0' } })
})
afterAll(() => people.close())

const scraped = () => scrape(people.metrics?.port)

test('whoever watches gets metrics on a port of their own, which has nothing else, and the portal has none', async () => {
  expect(await scraped()).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${people.metrics?.port}${path}`, { method })).status
  for (const path of ['/', '/metrics/', '/api/health', '/metrics/../api/health', '//metrics', '/%6detrics'])
    expect([path, await ask(path)]).toEqual([path, 404])
  expect(await ask('/metrics?anything=1')).toBe(200)
  expect(await ask('/metrics', 'POST')).toBe(404)
  for (const path of ['/metrics', '/api/metrics']) expect((await people.app.inject(path)).statusCode).toBe(404)
})

test('nothing listens unless a port is set', async () => {
  const quiet = await createTestApi()
  expect(quiet.metrics).toBeUndefined()
  await quiet.close()
})

test('with a token nobody else is told anything', async () => {
  const token = 'kT7rXw2QpL9vBn4Z'
  const guarded = await createTestApi({ env: { METRICS_PORT: '0', METRICS_TOKEN: token } })
  const ask = (authorization?: string) => scrape(guarded.metrics?.port, authorization ? { authorization } : {})
  expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 200 })
  for (const wrong of [undefined, token, `Bearer ${token}x`, `bearer ${token}`, `Basic ${token}`, 'Bearer undefined'])
    expect(await ask(wrong)).toMatchObject({ status: 401, text: '' })
  await guarded.close()
})

test('calls are counted by endpoint and class of status, and strange addresses as one', async () => {
  const ann = await people.newCustomer('ann')
  const before = await scraped()
  await ann.get('/getInfo')
  await ann.get('/getInfo')
  await people.newClient().get('/getInfo')
  await ann.signIn('ann', 'not the password')
  await ann.get('/no-such-call')
  await people.app.inject('/api/%zz')
  const after = await scraped()
  const rise = (endpoint: string, status: string) => {
    const labels = { endpoint, status }
    const [first = 0, then = 0] = [before, after].map((each) => each.sample('ingot_http_requests_total', labels))
    return then - first
  }
  expect(rise('readInfo', '2xx')).toBe(2)
  expect(rise('readInfo', '4xx')).toBe(1)
  expect(rise('signIn', '4xx')).toBe(1)
  expect(rise('none', '4xx')).toBe(2)
  const took = (name: string, labels = {}) => after.sample(name, { endpoint: 'readInfo', ...labels }) ?? -1
  const counted = took('ingot_http_request_seconds_count')
  expect(counted).toBeGreaterThanOrEqual(2)
  expect(took('ingot_http_request_seconds_bucket', { le: '+Inf' })).toBe(counted)
  expect(took('ingot_http_request_seconds_bucket', { le: '0.005' })).toBeLessThanOrEqual(counted)
  expect(took('ingot_http_request_seconds_sum')).toBeGreaterThan(0)
})

test('nothing that is told names a customer or comes from what somebody sent', async () => {
  const ben = await people.newCustomer('ben', { pin: true })
  const { id, email } = (await ben.get('/getInfo')).body.data
  await ben.get(`/users/${id}?of=${email}`)
  await people.app.inject(`/${email}/${id}`)
  await people.app.inject({ method: 'POST', url: `/api/auth/local?${id}`, payload: { identifier: email } })
  const { text, told } = await scraped()
  for (const word of [id, email, 'ben', '192.0.2', '@']) expect(text).not.toContain(word)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|0x[0-9a-f]{8}/i)
  const names = new Set(allEndpoints.map(({ name }) => name))
  const endpoints = new Set(told.flatMap(({ labels }) => labels.endpoint ?? []))
  expect([...endpoints].filter((name) => !names.has(name))).toEqual(['none'])
})

test('figures, queues and parts are those of the operators’ home, and what is not known is not told', async () => {
  const amount = parseAmount('XAU', '12.5')
  const moves = [move(amount, { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') })]
  await inTransaction(people.db, (tx) => post(tx, { reference: 'test-gold', kind: 'test', causedBy: 'test', moves }))
  await sql`insert into heartbeats (part, beat_at) values ('worker', now() - interval '1 hour')`.execute(people.db)
  const { sample, types } = await scraped()
  expect(sample('ingot_free_gold_grams')).toBe(12.5)
  expect(sample('ingot_treasury_usdt')).toBe(0)
  expect(types.get('ingot_coverage_percent')).toBe('gauge')
  for (const unknown of ['ingot_coverage_percent', 'ingot_last_reconciliation_seconds', 'ingot_last_block'])
    expect(sample(unknown)).toBeUndefined()
  expect(sample('ingot_queue_waiting', { queue: 'mails' })).toBe(0)
  expect(sample('ingot_part_ok', { part: 'database' })).toBe(1)
  expect(sample('ingot_part_ok', { part: 'worker' })).toBe(0)
  expect(sample('ingot_unread')).toBe(0)
})

test('jobs that wait are counted by kind, from when they could be done', async () => {
  const insert = (kind: string, start: string) =>
    sql`insert into pgboss.job (name, data, start_after) values (${kind}, '{}', now() + ${start}::interval)`.execute(
      people.db,
    )
  // One of which nothing waits yet.
  const idle = (await scraped()).told.find(({ name, value }) => name === 'ingot_jobs_waiting' && value === 0)
  const kind = idle?.labels.kind ?? ''
  await insert(kind, '-90 seconds')
  await insert(kind, '1 hour')
  const { sample, text } = await scraped()
  expect(sample('ingot_jobs_waiting', { kind })).toBe(1)
  expect(sample('ingot_jobs_oldest_seconds', { kind })).toBeGreaterThanOrEqual(90)
  expect(sample('ingot_jobs_active', { kind })).toBe(0)
  expect(sample('ingot_jobs_failed', { kind })).toBe(0)
  expect(text).not.toMatch(/kind="(dead|__pgboss)/)
})

test('what cannot be read in time is missing, is not asked for again meanwhile, and the rest is told', async () => {
  const owner = connect(asOwner(people.databaseUrl), { part: 'test' })
  await owner.transaction().execute(async (tx) => {
    await sql`lock table trades in access exclusive mode`.execute(tx)
    const first = await scraped()
    expect(first.sample('ingot_trades_today')).toBeUndefined()
    expect(first.sample('ingot_unread')).toBe(1)
    expect(first.sample('ingot_free_gold_grams')).toBe(12.5)
    const began = performance.now()
    const again = await scraped()
    expect(performance.now() - began).toBeLessThan(1_500)
    expect(again.sample('ingot_unread')).toBe(1)
    expect(again.sample('ingot_database_connections_in_use')).toBe(1)
  })
  await owner.destroy()
  await expect.poll(async () => (await scraped()).sample('ingot_trades_today')).toBe(0)
})

test('without its database the api still says how it is itself', async () => {
  const lonely = await createTestApi({
    databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none',
    env: { METRICS_PORT: '0' },
  })
  const { status, sample } = await scrape(lonely.metrics?.port)
  expect(status).toBe(200)
  expect(sample('ingot_part_ok', { part: 'database' })).toBe(0)
  expect(sample('ingot_unread')).toBeGreaterThan(10)
  expect(sample('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(sample('ingot_database_connections_most')).toBe(10)
  await lonely.close()
})

const log = createLog('test', 'silent')
const config = { METRICS_HOST: '127.0.0.1', METRICS_TOKEN: undefined }

test('a thousand scrapes at once cost one reading, and the next comes after a while', async () => {
  let readings = 0
  const source = async () => [gauge('test_readings', 'Counted.', { value: ++readings })]
  const listening = await listenForScrapes({ config, port: 0, sources: [source], log, keptMs: 1_000 })
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await scrape(listening.port)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(readings).toBe(1)
  await expect.poll(async () => (await scrape(listening.port)).sample('test_readings'), { timeout: 5_000 }).toBe(2)
  await listening.stop()
})

test('a source that breaks is answered with a failure, once, and nothing of it is told', async () => {
  let isBroken = true
  const source = async () => {
    if (isBroken) throw new Error('a secret in its text')
    return []
  }
  const listening = await listenForScrapes({ config, port: 0, sources: [source], log })
  expect(await scrape(listening.port)).toMatchObject({ status: 500, text: '' })
  isBroken = false
  expect(await scrape(listening.port)).toMatchObject({ status: 200 })
  await expect(listenForScrapes({ config, port: listening.port, sources: [], log })).rejects.toThrow(
    `Port ${listening.port} is taken. Set METRICS_PORT to a free one.`,
  )
  await listening.stop()
})

test('the worker says on a port of its own how often jobs were tried', async () => {
  const meter = createJobMeter()
  meter.of('some-mail').count('failed')
  meter.of('some-mail').took(0.2)
  const worker = await openMetrics('worker', people, [meter.read], 0)
  const { sample } = await scrape(worker?.port)
  expect(sample('ingot_job_runs_total', { kind: 'some-mail', outcome: 'failed' })).toBe(1)
  expect(sample('ingot_job_runs_total', { kind: 'some-mail', outcome: 'done' })).toBe(0)
  expect(sample('ingot_job_seconds_bucket', { kind: 'some-mail', le: '0.05' })).toBe(0)
  expect(sample('ingot_job_seconds_bucket', { kind: 'some-mail', le: '0.5' })).toBe(1)
  expect(worker?.port).not.toBe(people.metrics?.port)
  await worker?.stop()
})

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { workJobs } from '@ingot/db/jobs'
import { runOperation } from '@ingot/db/operations'
import { startTraces } from '@ingot/db/test-traces'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bind } from './bind.ts'
import { identityJobs } from './features/identity/jobs.ts'
import { createMarket, hundredAGram } from './features/trade/test-market.ts'
import { createTestApi } from './test-api.ts'
import { identifyByHeader, writeFeature, writeRow } from './test-writes.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let traces: ReturnType<typeof startTraces>
beforeAll(async () => {
  market = await createMarket()
  await market.fillVault('1000')
  await market.fillTreasury('QMGT', '100')
  await market.setPrice(hundredAGram)
})
afterAll(() => market.close())
beforeEach(() => {
  traces = startTraces()
})
afterEach(() => traces.stop())

/** What ended since then, once the answers are out. */
const ended = async (name: string) => {
  await expect.poll(() => traces.named(name).length).toBeGreaterThan(0)
  return traces.named(name)
}

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const sent = `00-${trace}-${span}-01`

const register = '/auth/local/register'

const workMails = async () => {
  const { databaseUrl, db, config, mailer, outbox, log, now } = market
  const { promise, resolve } = Promise.withResolvers<void>()
  const jobs = identityJobs({ db, config, mailer, outbox, log, now })
  const worker = await workJobs(databaseUrl, jobs, { pollSeconds: 0.5, onRun: () => resolve() })
  await promise
  await worker.close()
}

/** Its body comes after its headers have been looked at, on its own: what reads it has to know still whose call it is. */
const postSlowly = async (path: string, body: object, headers: Record<string, string>) => {
  const address = await market.app.listen({ port: 0, host: '127.0.0.1' })
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const sending = request(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  })
  const answered = once(sending, 'response')
  const arrived = once(market.app.server, 'request')
  sending.flushHeaders()
  await arrived
  sending.end(text)
  const [{ statusCode }] = (await answered) as [IncomingMessage]
  return statusCode
}

test('a call is followed from the header of the page, through its job, to the mail that went out', async () => {
  const ann = market.registration('ann')
  expect(await postSlowly(register, ann, { traceparent: sent })).toBe(200)
  await workMails()
  expect(market.inbox.map(({ to }) => to)).toEqual([ann.email])
  const [call] = await ended(`POST /api${register}`)
  expect(call?.spanContext().traceId).toBe(trace)
  expect(call?.parentSpanContext?.spanId).toBe(span)
  const [job] = traces.spans().filter(({ name }) => name.startsWith('job '))
  expect(job?.name).toBe('job requested-mail')
  expect(job?.spanContext().traceId).toBe(trace)
  expect(job?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId)
})

test('whatever is not well-formed is as if it had not come', async () => {
  const client = market.newClient()
  const hostile = [
    ...['', '00', 'x'.repeat(8000), `${sent} `, ` ${sent}`, `${sent}-00`, `${sent}, ${sent}`, sent.toUpperCase()],
    ...[
      `01${sent.slice(2)}`,
      `ff${sent.slice(2)}`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
    ],
    ...[
      `00-${trace}-${span}-1`,
      `00-${trace}-${span}-zz`,
      `00-${trace.slice(1)}g-${span}-01`,
      "00-' or 1=1--",
      '{jndi:ldap://x}',
    ],
  ]
  for (const traceparent of hostile) {
    traces.forget()
    const { status } = await client.send('GET', '/health?probe=live', undefined, {
      traceparent,
      tracestate: 'vendor=anna@gold.example',
      baggage: 'name=anna',
    })
    expect(status).toBe(200)
    const [call] = await ended('GET /api/health')
    expect([traceparent, call?.parentSpanContext, call?.spanContext().traceState]).toEqual([
      traceparent,
      undefined,
      undefined,
    ])
    expect(call?.spanContext().traceId).not.toBe(trace)
  }
})

test('a call names its route, what it answered and why, and never what it carried or who made it', async () => {
  const trader = await market.newTrader('careful-trader', { USDT: '5000' })
  const stranger = market.newClient('198.51.100.77')
  await stranger.signIn('careful-trader', 'a wrong password')
  await stranger.get('/introducers/ABCD1234')
  await stranger.get('/getInfo')
  await trader.trade({ pair: 'QMGT/USDT', side: 'buy', amount: '1234.56', of: 'pay' })
  const [refused] = await ended('GET /api/getInfo')
  expect(refused?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/getInfo',
    'http.response.status_code': 401,
    'error.type': 'Unauthorized',
    'ingot.endpoint': 'readInfo',
    'ingot.request': expect.stringMatching(/^[0-9a-f-]{13}-[0-9a-z]+$/),
  })
  // Whose fault a refusal is, is not ours.
  expect(refused?.status).toEqual({ code: 0 })
  await ended('GET /api/introducers/:referralCode')
  const { id, client } = trader
  for (const secret of [
    ...['careful-trader', 'example.com', 'wrong password', 'blue kettle', '274915', 'ABCD1234', 'Mozilla', '192.0.2.'],
    ...['198.51.100', '1234.56', id, client.state.jwt, client.state.cookie.split('; ')[0]?.split('=')[1] ?? 'none'],
  ])
    expect(traces.text()).not.toContain(secret)
  const keys = new Set(traces.spans().flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].sort()).toEqual(Object.keys(refused?.attributes ?? {}).sort())
})

test('what goes to the chain keeps the call that posted it, and where nobody traces it keeps nothing', async () => {
  const trader = await market.newTrader('traced', { USDT: '5000' })
  const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' }
  const kept = async () => {
    const { rows } = await sql<{ traceparent: string | null }>`
      select distinct traceparent from ledger_settlements where entry = (select max(entry) from ledger_settlements)`.execute(
      market.db,
    )
    return rows.map(({ traceparent }) => traceparent)
  }
  expect((await trader.trade(buy)).status).toBe(200)
  const [swap] = await ended('POST /api/swap')
  const { traceId, spanId } = swap?.spanContext() ?? {}
  expect(await kept()).toEqual([`00-${traceId}-${spanId}-01`])
  expect(market.logged.join('')).toContain(`"trace_id":"${traceId}"`)
  await traces.stop()
  expect((await trader.trade(buy)).status).toBe(200)
  expect(await kept()).toEqual([null])
})

test('what failed is told in the log with its trace, and its span says only what kind of failure it was', async () => {
  const api = await createTestApi({ identify: identifyByHeader, features: ({ db }) => writeFeature(db) })
  const headers = { 'x-test-caller': 'ann', 'idempotency-key': 'key-number-1', traceparent: sent }
  const payload = { note: 'bug' }
  const { statusCode } = await api.app.inject({ method: 'POST', url: '/api/test/rows/shelf-of-ann', headers, payload })
  expect(statusCode).toBe(500)
  const [call] = await ended('POST /api/test/rows/:shelf')
  expect(call?.status).toEqual({ code: 2 })
  expect(call?.attributes['error.type']).toBe('Internal')
  expect(traces.text()).not.toMatch(/secret|shelf-of-ann|key-number/)
  const lines = api.logged.map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ msg: 'failed', trace_id: trace, reqId: call?.attributes['ingot.request'] }])
  await api.close()
})

test('a call that took too long is told with its trace, though a clock gave it up', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const late = bind(writeRow, async ({ operation }) => {
    await mayEnd
    return runOperation(market.db, operation, async () => ({ data: { id: 1, note: 'late' } }))
  })
  const api = await createTestApi({
    answerLimit: 50,
    identify: identifyByHeader,
    features: () => ({ endpoints: [writeRow], bindings: [late] }),
  })
  const headers = { 'x-test-caller': 'ann', 'idempotency-key': 'key-number-1', traceparent: sent }
  await api.app.inject({ method: 'POST', url: '/api/test/rows/a', headers, payload: { note: 'late' } })
  end()
  const [call] = await ended('POST /api/test/rows/:shelf')
  expect(call?.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': 'Unavailable' })
  expect(JSON.parse(api.logged[0] ?? '')).toMatchObject({ msg: 'failed', trace_id: trace })
  await api.close()
})

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from './bind.ts'
import { createTestApi } from './test-api.ts'
import { identifyByHeader, writeFeature, writeRow } from './test-writes.ts'

const slow = endpoint({
  name: 'slow',
  method: 'GET',
  path: '/slow',
  summary: 'Answers when it is told to.',
  gate: 'public',
  reply: data(z.string()),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

test('a route below /api that is not declared cannot be added', async () => {
  const api = await createTestApi({ features: () => ({ endpoints: [slow], bindings: [] }) }).catch((error) => error)
  expect(api.message).toBe('slow is declared but nothing is bound to it')
  const undeclared = createTestApi({
    features: () => ({ endpoints: [], bindings: [bind(slow, async () => ({ data: 'x' }))] }),
  })
  await expect(undeclared).rejects.toThrow('/api/slow is not a declared endpoint: declare it in endpoints/ and bind it')
  const built = await createTestApi()
  expect(() => built.app.get('/api/secret-door', async () => 'x')).toThrow()
  await built.close()
})

test('an idempotent endpoint whose handler forgets its operation is a bug that shows at once', async () => {
  const forgetful = bind(writeRow, async () => ({ data: { id: 1, note: 'x' } }))
  const api = await createTestApi({
    identify: identifyByHeader,
    features: () => ({ endpoints: [writeRow], bindings: [forgetful] }),
  })
  const headers = { 'x-test-caller': 'ann', 'idempotency-key': 'key-number-1' }
  const answer = await api.app.inject({ method: 'POST', url: '/api/test/rows/a', headers, payload: { note: 'x' } })
  expect(answer.statusCode).toBe(500)
  expect(api.logged.join('')).toContain('writeRow is idempotent but did not run its operation')
  await api.close()
})

test('a field that the contract does not name never leaves the server', async () => {
  const careless = bind(slow, async () => ({ data: 'fine', passwordHash: 'oops' }))
  const api = await createTestApi({ features: () => ({ endpoints: [slow], bindings: [careless] }) })
  expect((await api.app.inject('/api/slow')).body).toBe('{"data":"fine"}')
  await api.close()
})

test('stopping lets a request under way finish and takes no new one', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const handler = bind(slow, async () => {
    begin()
    await mayEnd
    return { data: 'finished' }
  })
  const api = await createTestApi({ features: () => ({ endpoints: [slow], bindings: [handler] }) })
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const underWay = fetch(`${address}/api/slow`)
  await begun
  const closed = api.close()
  await expect.poll(() => api.app.server.listening).toBe(false)
  end()
  expect(await (await underWay).json()).toEqual({ data: 'finished' })
  await closed
  await expect(fetch(`${address}/api/slow`)).rejects.toThrow()
})

test('an answer that takes too long is given up with a 503', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const handler = bind(slow, async () => {
    await mayEnd
    return { data: 'too late' }
  })
  const api = await createTestApi({ answerLimit: 50, features: () => ({ endpoints: [slow], bindings: [handler] }) })
  const answer = await api.app.inject('/api/slow')
  end()
  expect([answer.statusCode, answer.json().error.name]).toEqual([503, 'Unavailable'])
  await api.close()
})

test('a request whose connection has ended before it is looked at is no error of ours', async () => {
  const api = await createTestApi()
  await api.app.ready()
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/api/health?probe=live' })
  const answer = new ServerResponse(request)
  api.app.server.emit('request', request, answer)
  await expect.poll(() => answer.writableEnded).toBe(true)
  expect(answer.statusCode).toBe(503)
  await api.close()
})

test('more requests than the limit are answered 429 with the time to wait, others are not touched by it', async () => {
  const api = await createTestApi({ env: { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY_HOPS: '1' } })
  const ask = (address: string) =>
    api.app.inject({ url: '/api/health?probe=live', headers: { 'x-forwarded-for': address } })
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await ask('10.1.1.1')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await ask('10.1.1.1')
  expect(refused.json().error).toMatchObject({
    name: 'RateLimited',
    message: 'Too many requests, please try again later.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('10.2.2.2')).statusCode).toBe(200)
  await api.close()
})

test('a network of IPv6 addresses has one limit, and an IPv4 address has one in whichever form it comes', async () => {
  const api = await createTestApi({ env: { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY_HOPS: '1' } })
  const ask = async (address: string) =>
    (await api.app.inject({ url: '/api/health?probe=live', headers: { 'x-forwarded-for': address } })).statusCode
  expect(await ask('2001:db8:1:2::1')).toBe(200)
  expect(await ask('2001:db8:1:2:3:4:5:6')).toBe(200)
  expect(await ask('2001:0DB8:0001:0002::7')).toBe(429)
  expect(await ask('2001:db8:1:3::1')).toBe(200)
  expect(await ask('10.1.1.1')).toBe(200)
  expect(await ask('::ffff:10.1.1.1')).toBe(200)
  expect(await ask('::ffff:a01:101')).toBe(429)
  await api.close()
})

test('without a trusted proxy nobody can pretend to be someone else', async () => {
  const api = await createTestApi({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
  const ask = (address: string) =>
    api.app.inject({ url: '/api/health?probe=live', headers: { 'x-forwarded-for': address } })
  for (let n = 0; n < 3; n++) await ask(`10.1.1.${n}`)
  expect((await ask('10.9.9.9')).statusCode).toBe(429)
  await api.close()
})

test('while the database is gone, a call is answered 503 and asks to try again', async () => {
  const api = await createTestApi({
    databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none',
    identify: identifyByHeader,
    features: ({ db }) => writeFeature(db),
  })
  const headers = { 'x-test-caller': 'ann', 'idempotency-key': 'key-number-1' }
  const answer = await api.app.inject({ method: 'POST', url: '/api/test/rows/a', headers, payload: { note: 'x' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.json().error).toMatchObject({ name: 'Unavailable' })
  await api.close()
})

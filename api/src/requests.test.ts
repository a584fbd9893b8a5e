import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { errorReply } from '@ingot/endpoints/error-reply'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi } from './test-api.ts'
import { identifyByHeader, rowsTable, writeFeature } from './test-writes.ts'

type Api = Awaited<ReturnType<typeof createTestApi>>
let api: Api
let app: FastifyInstance

beforeAll(async () => {
  api = await createTestApi({ identify: identifyByHeader, features: ({ db }) => writeFeature(db) })
  await runAsOwner(asOwner(api.databaseUrl), rowsTable)
  app = api.app
})
afterAll(() => api.close())

const json = { 'content-type': 'application/json' }
let keys = 0
const write = (body: unknown, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/test/rows/a',
  headers: { ...json, 'x-test-caller': 'ann', 'idempotency-key': `key-number-${++keys}`, ...headers },
  payload: typeof body === 'string' ? body : JSON.stringify(body),
})
const countRows = async (shelf: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from test_rows where shelf = ${shelf}`.execute(api.db)
  return rows[0]?.count
}

describe('what is wrong is answered with a 4xx in the one shape', () => {
  const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`
  const cases: [string, InjectOptions, number, string][] = [
    ['bad JSON', write('{"note": '), 400, 'InvalidInput'],
    ['an empty body', write(''), 400, 'InvalidInput'],
    ['a body that is no object', write('"text"'), 400, 'InvalidInput'],
    ['null', write('null'), 400, 'InvalidInput'],
    ['a wrong type', write({ note: 5 }), 400, 'InvalidInput'],
    ['a missing field', write({}), 400, 'InvalidInput'],
    ['an unknown field', write({ note: 'x', admin: true }), 400, 'InvalidInput'],
    ['a field that poisons prototypes', write('{"note":"x","__proto__":{"admin":true}}'), 400, 'InvalidInput'],
    ['a number beyond every limit', write('{"note":"x","count":1e400}'), 400, 'InvalidInput'],
    ['a fraction for a whole number', write({ note: 'x', count: 1.5 }), 400, 'InvalidInput'],
    ['very deep JSON', write(deep), 400, 'InvalidInput'],
    ['a character that no database text can hold', write({ note: 'a\u0000b' }), 400, 'InvalidInput'],
    [
      'the same character in the address',
      { ...write({ note: 'x' }), url: '/api/test/rows/a%00b' },
      400,
      'InvalidInput',
    ],
    [
      'an address that cannot be decoded',
      { ...write({ note: 'x' }), url: '/api/test/rows/%E0%A4%A' },
      400,
      'InvalidInput',
    ],
    ['an unknown query', { ...write({ note: 'x' }), url: '/api/test/rows/a?sudo=1' }, 400, 'InvalidInput'],
    [
      'a very long parameter',
      { ...write({ note: 'x' }), url: `/api/test/rows/${'a'.repeat(5000)}` },
      414,
      'AddressTooLong',
    ],
    ['10 MB', write({ note: 'x'.repeat(10 * 1024 * 1024) }), 413, 'BodyTooLarge'],
    ['another media type', write('<note/>', { 'content-type': 'application/xml' }), 415, 'UnsupportedMediaType'],
    ['plain text', write('hello', { 'content-type': 'text/plain' }), 415, 'UnsupportedMediaType'],
    ['a media type that is none', write('x', { 'content-type': '///' }), 415, 'UnsupportedMediaType'],
    ['no operation key', write({ note: 'x' }, { 'idempotency-key': '' }), 400, 'OperationKeyMissing'],
    ['a short operation key', write({ note: 'x' }, { 'idempotency-key': 'short' }), 400, 'OperationKeyMissing'],
    [
      'an endless operation key',
      write({ note: 'x' }, { 'idempotency-key': 'k'.repeat(201) }),
      400,
      'OperationKeyMissing',
    ],
    ['nobody', write({ note: 'x' }, { 'x-test-caller': '' }), 401, 'Unauthorized'],
    ['an unknown call', { method: 'GET', url: '/api/nothing' }, 404, 'NotFound'],
    ['another method', { method: 'DELETE', url: '/api/test/rows/a' }, 404, 'NotFound'],
    ['a rule that says no', write({ note: 'missing' }), 404, 'NotFound'],
  ]
  test.each(cases)('%s', async (_title, request, status, name) => {
    const answer = await app.inject(request)
    const body = z.parse(errorReply, answer.json())
    expect(answer.statusCode).toBe(status)
    expect(body.error).toMatchObject({ status, name })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-z-]{15,}$/)
  })

  test('and nothing of it was done', async () => expect(await countRows('a')).toBe(0))
})

test('a message names the field and never repeats what was sent', async () => {
  const answer = await app.inject(write({ note: ['hunter2-password'] }))
  expect(answer.json().error.message).toBe('note: Invalid input: expected string, received array')
  expect(answer.body).not.toContain('hunter2')
})

test('a bug is answered without details but with the id under which the log has it', async () => {
  const answer = await app.inject(write({ note: 'bug' }))
  const { error } = z.parse(errorReply, answer.json())
  expect(error).toMatchObject({
    status: 500,
    name: 'Internal',
    message: 'Something went wrong on our side. Please try again.',
  })
  expect(answer.body).not.toContain('a bug with')
  expect(
    api.logged.find((line) => line.includes(String(error.details.requestId)) && line.includes('a bug with')),
  ).toBeDefined()
})

test('headers of absurd size and requests that are no HTTP are refused in the same shape', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const say = async (text: string) => {
    const socket = openSocket(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => undefined)
    socket.end(text)
    await once(socket, 'close')
    const [head = '', body = ''] = heard.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: z.parse(errorReply, JSON.parse(body)) }
  }
  const headers = await say(`GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)
  expect(headers).toMatchObject({ status: 431, body: { error: { name: 'HeadersTooLarge' } } })
  const noise = await say('hello, is this the bank?\r\n\r\n')
  expect(noise).toMatchObject({ status: 400, body: { error: { name: 'InvalidInput' } } })
})

describe('an operation', () => {
  const sendTo = (shelf: string, key: string, body: unknown = { note: 'once' }) => ({
    ...write(body, { 'idempotency-key': key }),
    url: `/api/test/rows/${shelf}`,
  })

  test('sent fifty times at once is done once and answered fifty times alike', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.inject(sendTo('fifty', 'the same key'.replaceAll(' ', '-')))),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await countRows('fifty')).toBe(1)
  })

  test('with the same key and another body, or another address, is a 409', async () => {
    await app.inject(sendTo('conflict', 'conflict-key'))
    const otherBody = await app.inject(sendTo('conflict', 'conflict-key', { note: 'other' }))
    const otherAddress = await app.inject(sendTo('elsewhere', 'conflict-key'))
    expect([otherBody.json().error.name, otherBody.statusCode]).toEqual(['OperationKeyReused', 409])
    expect(otherAddress.statusCode).toBe(409)
    expect(await countRows('conflict')).toBe(1)
  })

  test('with its fields in another order is the same operation', async () => {
    const first = await app.inject(sendTo('order', 'order-key', { note: 'x', count: 1 }))
    const second = await app.inject(sendTo('order', 'order-key', { count: 1, note: 'x' }))
    expect(second.body).toBe(first.body)
  })

  test('of another customer with the same key is another one', async () => {
    const first = await app.inject(sendTo('people', 'people-key'))
    const second = await app.inject({
      ...sendTo('people', 'people-key'),
      headers: { ...json, 'x-test-caller': 'bob', 'idempotency-key': 'people-key' },
    })
    expect(second.json().data.id).not.toBe(first.json().data.id)
  })

  test('that was refused by a rule may be sent again with the same key', async () => {
    expect((await app.inject(sendTo('rule', 'rule-key', { note: 'missing' }))).statusCode).toBe(404)
    expect((await app.inject(sendTo('rule', 'rule-key', { note: 'fine' }))).statusCode).toBe(200)
  })
})

test('a log line names the route and the status, and holds no address, body or secret', async () => {
  await app.inject({
    ...write({ note: 'secret-note-7' }, { authorization: 'Bearer secret-token-7', cookie: 'session=secret-cookie-7' }),
    url: '/api/test/rows/secret-shelf-7',
  })
  api.log.warn(
    {
      headers: { authorization: 'secret-a-7', cookie: 'secret-b-7' },
      password: 'secret-c-7',
      body: { pin: 'secret-d-7', token: 'secret-e-7' },
      err: Object.assign(new Error('careless error'), { headers: { authorization: 'secret-f-7' } }),
    },
    'careless',
  )
  const text = api.logged.join('')
  expect(text).toContain('"route":"/api/test/rows/:shelf","status":200')
  expect(text).toContain('careless')
  expect(text).not.toMatch(/secret-.*-7/)
})

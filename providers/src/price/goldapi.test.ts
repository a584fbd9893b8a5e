import { formatDecimal } from '@ingot/money/decimal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGoldApi } from './goldapi.ts'
import { startTestGoldApi } from './test-goldapi.ts'

let server: Awaited<ReturnType<typeof startTestGoldApi>>
beforeEach(async () => {
  server = await startTestGoldApi()
})
afterEach(() => server.close())

const noon = new Date('2026-11-02T12:00:00Z')
const read = (token = server.token) => createGoldApi({ url: server.url, token }).read()
const readSoon = () => createGoldApi({ url: server.url, token: server.token, waits: { answerMs: 200 } }).read()
const unavailable = (message: string) => ({ name: 'PriceUnavailable', message })

test('the price of an ounce is read to the last digit as it was written, with its time', async () => {
  server.say('4012.123456789012345', () => noon)
  const { perOunce, at } = await read()
  expect([formatDecimal(perOunce), at]).toEqual(['4012.123456789012345', noon])
  expect(server.asked).toEqual(['GET /api/XAU/USD'])
})

test.each([
  ['0'],
  ['0.00'],
  ['-4012.35'],
  ['4.01235e3'],
  ['1E3'],
  ['"4012.35"'],
  ['null'],
  ['true'],
  ['[4012]'],
  ['{}'],
])('a price of %s is none', async (text) => {
  server.say(text, () => noon)
  await expect(read()).rejects.toMatchObject(unavailable('its answer has no price'))
})

const body = (changes: object) =>
  JSON.stringify({ timestamp: 1_793_620_800, metal: 'XAU', currency: 'USD', price: 4012.35, ...changes })

describe('an answer is refused', () => {
  test.each([
    ['about another metal', body({ metal: 'XAG' }), 'its answer is not about gold in dollars'],
    ['in another currency', body({ currency: 'EUR' }), 'its answer is not about gold in dollars'],
    ['without a time', body({ timestamp: undefined }), 'its answer has no time'],
    ['of no time', body({ timestamp: 1.5 }), 'its answer has no time'],
    ['of a time beyond all dates', body({ timestamp: 1e20 }), 'its answer has no time'],
    ['that is no JSON', '<html>', 'its answer cannot be read'],
    ['that is a list', '[]', 'its answer is not about gold in dollars'],
    ['that is nothing', 'null', 'its answer cannot be read'],
    ['that never ends', body({ more: 'x'.repeat(20_000) }), 'its answer is too large'],
  ])('%s', async (_what, text, message) => {
    server.failWith((response) => response.end(text))
    await expect(read()).rejects.toMatchObject(unavailable(message))
  })

  test('that comes from elsewhere', async () => {
    server.failWith((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    await expect(read()).rejects.toMatchObject(unavailable('it answered 302'))
  })

  test('that comes too late, at once or bit by bit', async () => {
    server.failWith(() => undefined)
    await expect(readSoon()).rejects.toMatchObject(unavailable('it could not be reached: TimeoutError'))
    server.failWith((response) => void response.writeHead(200).write('{'))
    await expect(readSoon()).rejects.toMatchObject(unavailable('it could not be reached: TimeoutError'))
  })
})

test('a wrong token is told without the token', async () => {
  await expect(read('another')).rejects.toMatchObject(unavailable('it answered 403'))
})

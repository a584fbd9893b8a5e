import { randomUUID } from 'node:crypto'
import { openTestWorker } from '@ingot/db/test-jobs'
import { mostAlerts } from '@ingot/endpoints/alerts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, hour, minute } from '../identity/test-people.ts'
import { createMarket } from '../trade/test-market.ts'
import { alertJobs } from './jobs.ts'
import { fireAlerts } from './service.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
beforeAll(async () => {
  market = await createMarket()
  worker = await openTestWorker(market.databaseUrl, alertJobs(market))
})
afterAll(async () => {
  await worker.close()
  await market.close()
})
beforeEach(async () => {
  await sql`delete from price_alerts`.execute(market.db)
  market.inbox.length = 0
})

const ounce = 311_034_768n

/** As the feed says it, in dollars for an ounce, for so many cents a gram. */
const setGram = (cents: bigint) => {
  const digits = String(cents * ounce).padStart(10, '0')
  return market.setPrice(`${digits.slice(0, -9)}.${digits.slice(-9, -1)}`)
}

let people = 0
const newAsker = async () => {
  const name = `asker${++people}`
  const client = await market.newCustomer(name)
  return { client, email: `${name}@example.com`, name }
}

const make = (client: Client, body: object, key: string = randomUUID()) =>
  client.post('/price-alerts', body, { 'idempotency-key': key })

/** The minute comes, and what was left in the outbox is sent. */
const strike = async () => {
  await worker.strikeClock()
  await worker.run()
}

const subjects = (email: string) => market.inbox.filter(({ to }) => to === email).map(({ subject }) => subject)

test('an alert fires once when the price reaches it, by a mail without anything of the account', async () => {
  const { client, email } = await newAsker()
  await setGram(9_900n)
  const made = await make(client, { kind: 'above', price: '100.00' })
  expect(made.body.data).toMatchObject({ kind: 'above', price: '100', percent: null, firedAt: null, armed: true })
  await make(client, { kind: 'below', price: '98' })
  await strike()
  await setGram(9_999n)
  await strike()
  expect(subjects(email)).toEqual([])
  await setGram(10_000n)
  await strike()
  await strike()
  expect(subjects(email)).toEqual(['Gold has risen to 100 USD a gram'])
  expect(market.inbox.at(-1)?.text).toContain('100 USD a gram')
  const [above, below] = (await client.get('/price-alerts')).body.data
  expect(above).toMatchObject({ firedAt: expect.any(String), armed: false })
  expect(below).toMatchObject({ kind: 'below', firedAt: null, armed: true })
})

test('it fires again only after twelve hours and after the price came back by half a per cent', async () => {
  const { client, email } = await newAsker()
  await setGram(10_000n)
  await make(client, { kind: 'above', price: '100' })
  await strike()
  expect(subjects(email).length).toBe(1)
  // Back within the twelve hours, and up again: too soon.
  await setGram(9_950n)
  await strike()
  await setGram(10_100n)
  await strike()
  market.passTime(11 * hour)
  await setGram(10_100n)
  await strike()
  expect(subjects(email).length).toBe(1)
  market.passTime(hour)
  await setGram(10_100n)
  await strike()
  expect(subjects(email).length).toBe(2)
  // Long enough, but it never came back so far.
  await setGram(9_951n)
  await strike()
  market.passTime(13 * hour)
  await setGram(10_100n)
  await strike()
  expect(subjects(email).length).toBe(2)
  await client.signIn(`asker${people}`)
  expect((await client.get('/price-alerts')).body.data[0].armed).toBe(false)
  await setGram(9_950n)
  await strike()
  expect((await client.get('/price-alerts')).body.data[0].armed).toBe(true)
  await setGram(10_000n)
  await strike()
  expect(subjects(email).length).toBe(3)
})

test('a level below is reached from above, and left upwards', async () => {
  const { client, email } = await newAsker()
  await setGram(10_001n)
  await make(client, { kind: 'below', price: '100' })
  await strike()
  expect(subjects(email)).toEqual([])
  await setGram(10_000n)
  await strike()
  expect(subjects(email)).toEqual(['Gold has fallen to 100 USD a gram'])
  await setGram(10_049n)
  await strike()
  market.passTime(13 * hour)
  await setGram(9_990n)
  await strike()
  expect(subjects(email).length).toBe(1)
  await setGram(10_050n)
  await strike()
  await setGram(9_990n)
  await strike()
  expect(subjects(email).length).toBe(2)
})

/** Friday afternoon of the next week; the market shuts at 22:00 and opens again on Sunday at 23:00, by UTC. */
const goTo = (weekday: number, hours: number) => {
  const now = market.now()
  const days = (weekday - now.getUTCDay() + 7) % 7 || 7
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hours)
  market.passTime(at - now.getTime())
}

test('a move within a day counts over the weekend from the price at which the market shut', async () => {
  goTo(5, 14)
  const { client, email } = await newAsker()
  await setGram(10_000n)
  expect((await make(client, { kind: 'moves', percent: '2' })).status).toBe(200)
  market.passTime(7 * hour)
  await setGram(10_000n)
  await strike()
  // Through the whole of Saturday nothing moves.
  market.passTime(20 * hour)
  await market.readFeed()
  await strike()
  goTo(0, 23)
  await setGram(10_199n)
  await strike()
  expect(subjects(email)).toEqual([])
  await setGram(10_200n)
  await strike()
  await strike()
  expect(subjects(email)).toEqual(['Gold has moved by 2 % within a day'])
  // Half a point less within a day: by then it may fire again, downwards as well.
  market.passTime(13 * hour)
  await setGram(10_151n)
  await strike()
  await setGram(10_210n)
  await strike()
  expect(subjects(email).length).toBe(1)
  await setGram(10_150n)
  await strike()
  await setGram(9_800n)
  await strike()
  expect(subjects(email).length).toBe(2)
})

test('without a price of the day before nothing has moved', async () => {
  const { client, email } = await newAsker()
  market.passTime(24 * 200 * hour)
  await client.signIn(`asker${people}`)
  await setGram(10_000n)
  expect((await make(client, { kind: 'moves', percent: '0.5' })).status).toBe(200)
  await setGram(10_150n)
  await strike()
  expect(subjects(email)).toEqual([])
})

test('a price that is stale or in doubt fires nothing', async () => {
  const { client, email } = await newAsker()
  await setGram(10_000n)
  await make(client, { kind: 'below', price: '99' })
  await make(client, { kind: 'above', price: '100' })
  market.passTime(2 * minute)
  await strike()
  await market.setFeed('1555')
  await strike()
  expect(subjects(email)).toEqual([])
  await setGram(10_000n)
  await strike()
  expect(subjects(email)).toEqual(['Gold has risen to 100 USD a gram'])
})

test('nobody has more than ten, however many are asked for at once, and the same call makes one', async () => {
  const { client } = await newAsker()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => make(client, { kind: 'above', price: `${200 + n}` })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(mostAlerts)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.name))).toEqual(
    new Set(['TooManyAlerts']),
  )
  const [first] = (await client.get('/price-alerts')).body.data
  expect((await client.send('DELETE', `/price-alerts/${first.id}`)).status).toBe(200)
  const key = randomUUID()
  const again = await Promise.all([1, 2, 3].map(() => make(client, { kind: 'below', price: '1' }, key)))
  expect(new Set(again.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await client.get('/price-alerts')).body.data.length).toBe(mostAlerts)
})

test('an alert is its owner’s alone', async () => {
  const [{ client }, { client: other }] = [await newAsker(), await newAsker()]
  const { id } = (await make(client, { kind: 'above', price: '300' })).body.data
  expect((await other.get('/price-alerts')).body.data).toEqual([])
  expect((await other.send('DELETE', `/price-alerts/${id}`)).status).toBe(404)
  expect((await client.send('DELETE', `/price-alerts/${id}`)).status).toBe(200)
  expect((await client.send('DELETE', `/price-alerts/${id}`)).status).toBe(404)
  expect((await market.newClient().get('/price-alerts')).status).toBe(401)
})

test('what makes no sense is refused in words', async () => {
  const { client } = await newAsker()
  const bodies = [
    ...[
      { kind: 'above' },
      { kind: 'moves', price: '100' },
      { kind: 'above', price: '0' },
      { kind: 'above', price: '-1' },
    ],
    ...[
      { kind: 'moves', percent: '0.4' },
      { kind: 'moves', percent: '51' },
      { kind: 'moves', percent: '1.234' },
    ],
    ...[
      { kind: 'above', price: '100', percent: '2' },
      { kind: 'sideways', price: '1' },
      { kind: 'above', price: 100 },
    ],
    ...[
      { kind: 'above', price: '1', more: 1 },
      { kind: 'above', price: '123456789012345678901' },
    ],
  ]
  for (const body of bodies) expect((await make(client, body)).status).toBe(400)
  expect((await make(client, { kind: 'above', price: '99999999999999999999.999999999999999999' })).status).toBe(200)
})

test('two workers at once fire each alert once', async () => {
  const askers = await Promise.all([newAsker(), newAsker(), newAsker()])
  await setGram(10_000n)
  for (const { client } of askers)
    for (let n = 0; n < mostAlerts; n++) await make(client, { kind: 'above', price: `${90 + n}` })
  const fired = await Promise.all(Array.from({ length: 6 }, () => fireAlerts(market)))
  expect(fired.reduce((sum, count) => sum + count, 0)).toBe(3 * mostAlerts)
  await worker.run()
  expect(market.inbox.length).toBe(3 * mostAlerts)
})

import { createChainlink } from '@ingot/providers/price/chainlink'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { hour, minute, refused } from '../identity/test-people.ts'
import { tradeJobs } from './jobs.ts'
import { createPriceReader } from './price-reader.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
let names = 0
const newTrader = () => market.newTrader(`trader${++names}`, { USDT: '10000', QMGT: '100' })
beforeEach(async () => {
  market = await createMarket()
  await market.setPrice(hundredAGram)
  await market.fillVault('20000')
  await market.fillTreasury('QMGT', '10000')
  await market.fillTreasury('USDT', '100000')
  trader = await newTrader()
})
afterEach(() => market.close())

const suspect = refused('PriceSuspect', 'The gold price is being checked. Please try again later.')
const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '10000', of: 'pay' }
const aHundredth = '31.1034768'

const get = async (path: string) => (await trader.client.get(path)).body.data
/** By then the session has ended: somebody else with the same goes on. */
const later = async (milliseconds: number) => {
  market.passTime(milliseconds)
  trader = await newTrader()
}
const priceHealth = async () => (await get('/health')).parts.find(({ name }: { name: string }) => name === 'price')
const holdings = async () => [await market.balance(trader, 'USDT'), await market.balance(trader, 'QMGT')]
const untouched = ['10000', '100']
const alarms = () => market.logged.filter((line) => line.includes('is suspect'))

/** Whatever a customer could try, with a quote that was good when it was made. */
const expectNothingSold = async (before: { body: { data: { id: string } } }) => {
  expect(await trader.quote(buy)).toMatchObject(suspect)
  expect(await trader.quote({ ...buy, side: 'sell', amount: '1' })).toMatchObject(suspect)
  expect(await trader.sell({ amount: '10' })).toMatchObject(suspect)
  expect(await trader.swap(before.body.data.id)).toMatchObject(suspect)
  expect(await trader.reserve(before.body.data.id)).toMatchObject(suspect)
  expect(await holdings()).toEqual(untouched)
}

describe('a feed that says a hundredth', () => {
  test('sells nothing: not by a quote, not by selling at once, not at a quote from just before', async () => {
    const before = await trader.quote(buy)
    expect(before.status).toBe(200)
    await market.setFeed(aHundredth)
    await expectNothingSold(before)
  })

  test('is never shown: the last price that could be believed is, and says that it is being checked', async () => {
    await market.setFeed(aHundredth)
    expect(await get('/price')).toMatchObject({ state: 'suspect', tradable: false, perOunce: hundredAGram })
    expect((await get('/position')).units).toBe('100')
    expect((await get('/position')).value).toBeNull()
    expect((await get('/user-balances')).find(({ asset }: { asset: string }) => asset === 'QMGT').valueInUsd).toBeNull()
    expect((await get('/price/history?range=1D')).candles.map(({ low }: { low: string }) => low)).toEqual(['100'])
  })

  test('leaves the gold behind USDAU as it is', async () => {
    await market.setFeed(aHundredth)
    const [margin] = tradeJobs({ db: market.db, log: market.log, now: market.now })
    await margin?.handle({}, crypto.randomUUID())
    expect((await sql`select from usdau_cover`.execute(market.db)).rows).toHaveLength(0)
  })

  test('is an alarm, once, in the log and as long as it lasts in the health', async () => {
    expect(await priceHealth()).toEqual({ name: 'price', ok: true })
    for (let n = 0; n < 3; n++) await market.setFeed(aHundredth)
    expect(await priceHealth()).toEqual({
      name: 'price',
      ok: false,
      problem: 'suspect: nothing is traded until the second source agrees or two operators confirm the price',
    })
    expect(alarms()).toHaveLength(1)
    expect(JSON.parse(alarms()[0] ?? '')).toMatchObject({ price: aHundredth, reason: 'second' })
  })

  test('is traded at again by itself when it tells the truth, and the chart never had the lie', async () => {
    for (let n = 0; n < 3; n++) {
      await later(10 * minute)
      await market.setFeed(aHundredth)
    }
    await later(10 * minute)
    await market.setPrice('3120')
    expect(await get('/price')).toMatchObject({ state: 'open', tradable: true, perOunce: '3120' })
    expect(await priceHealth()).toEqual({ name: 'price', ok: true })
    expect((await trader.trade(buy)).status).toBe(200)
    for (const range of ['1D', '1W', '1M', '1Y'])
      for (const { low } of (await get(`/price/history?range=${range}`)).candles)
        expect(Number(low)).toBeGreaterThan(99)
  })
})

describe('a second source that lies', () => {
  test('stops trading too, since nobody knows which of them does', async () => {
    const before = await trader.quote(buy)
    await market.setSecond(aHundredth)
    await expectNothingSold(before)
    expect(await get('/price')).toMatchObject({ state: 'suspect', perOunce: hundredAGram })
  })

  test('and trading goes on by itself when both agree again, with a whole chart', async () => {
    await market.setSecond(aHundredth)
    await later(10 * minute)
    await market.setFeed('3112')
    await later(10 * minute)
    await market.setSecond('3113')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '3112' })
    expect((await trader.quote(buy)).status).toBe(200)
    expect((await get('/price/history?range=1D')).candles).toHaveLength(2)
  })

  test('does not stop it by being silent, but that is an alarm after a while', async () => {
    await market.setSecond(undefined)
    expect((await trader.quote(buy)).status).toBe(200)
    await later(policy.price.secondSilentAfterMinutes * minute)
    await market.readFeed()
    expect(await priceHealth()).toEqual({ name: 'price', ok: false, problem: 'the second source is silent' })
    expect((await trader.quote(buy)).status).toBe(200)
    await market.setPrice(hundredAGram)
    expect(await priceHealth()).toEqual({ name: 'price', ok: true })
  })

  test('is silent also when what it says is old', async () => {
    const then = market.now()
    await later(11 * minute)
    await market.setSecond(aHundredth, () => then)
    expect((await trader.quote(buy)).status).toBe(200)
  })
})

describe('a jump', () => {
  test('that both sources have seen is the price at once', async () => {
    await market.setPrice('2800')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '2800' })
    expect(alarms()).toHaveLength(0)
  })

  test('that the second source did not see waits until it has, however long it is silent', async () => {
    market.second.failWith(undefined)
    await later(hour)
    await market.setFeed('2800')
    expect(await trader.quote(buy)).toMatchObject(suspect)
    // Coming back by itself proves nothing.
    await market.setFeed(hundredAGram)
    expect(await trader.quote(buy)).toMatchObject(suspect)
    await market.setFeed('2801')
    await market.setSecond('2800')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '2801' })
    // The last hour of before the jump does not speak against what comes after it.
    market.second.failWith(undefined)
    await market.setFeed('2810')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '2810' })
  })

  test('in small steps is noticed by the last hour', async () => {
    market.second.failWith(undefined)
    await later(11 * minute)
    await market.setFeed('3140')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '3140' })
    await market.setFeed('3190')
    expect(await get('/price')).toMatchObject({ state: 'open', perOunce: '3190' })
    await market.setFeed('3240')
    expect(await get('/price')).toMatchObject({ state: 'suspect', perOunce: '3190' })
  })

  test('that came and went while nobody looked is not in the chart', async () => {
    market.feed.publish(31_10347680n, market.now())
    market.passTime(5000)
    await market.setPrice(hundredAGram)
    expect((await get('/price/history?range=1D')).candles).toMatchObject([{ low: '100', high: '100' }])
  })
})

test('the first round of all is not believed before the second source has said the same', async () => {
  await sql`delete from price_candles`.execute(market.db)
  await sql`delete from price_feed`.execute(market.db)
  market.second.failWith(undefined)
  await sql`update price_second set price = null, observed_at = null, read_at = null`.execute(market.db)
  await market.setFeed(aHundredth)
  expect(await get('/price')).toBeNull()
  expect(await priceHealth()).toMatchObject({ ok: false })
  expect((await trader.quote(buy)).status).toBe(503)
  await market.setPrice(hundredAGram)
  expect(await get('/price')).toMatchObject({ state: 'open', perOunce: hundredAGram })
})

test('the second source is asked at the pace of the policy, and sooner while there is a doubt', async () => {
  const asked: number[] = []
  const start = market.now().getTime()
  const reader = createPriceReader({
    db: market.db,
    now: market.now,
    feed: createChainlink({ url: market.feed.url, address: market.feed.address }),
    second: {
      source: 'another',
      read: async () => {
        asked.push((market.now().getTime() - start) / 1000)
        throw new Error('silent')
      },
    },
  })
  for (let seconds = 0; seconds < 60; seconds += 5) {
    if (seconds === 45) market.feed.publish(31_10347680n, market.now())
    await reader.step()
    market.passTime(5000)
  }
  expect(asked).toEqual([0, 30, 45, 50, 55])
})

import { createChainlink } from '@ingot/providers/price/chainlink'
import { startTestAggregator } from '@ingot/providers/price/test-aggregator'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { day, hour, minute } from '../identity/test-people.ts'
import { createPriceReader } from './price-reader.ts'
import { createMarket, hundredAGram } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const get = async (path: string, etag?: string) => {
  const answer = await market.app.inject({ url: `/api${path}`, headers: etag ? { 'if-none-match': etag } : {} })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body ? answer.json() : undefined }
}
const ago = (ms: number) => new Date(market.now().getTime() - ms)
const candlesOf = async (range: string) => (await get(`/price/history?range=${range}`)).body.data.candles

describe('the price', () => {
  test('is unknown, and not zero, until the feed was read', async () => {
    expect(await get('/price')).toMatchObject({ status: 200, body: { data: null } })
    expect((await get('/price/history')).body.data).toMatchObject({ range: '1W', before: null, candles: [] })
  })

  test('is told for an ounce and a gram, with what buying and selling would be', async () => {
    await market.setPrice(hundredAGram)
    expect((await get('/price')).body.data).toEqual({
      state: 'open',
      tradable: true,
      perOunce: '3110.34768',
      perGram: '100',
      buy: '100.5',
      sell: '99.5',
      at: new Date(Math.floor(ago(2000).getTime() / 1000) * 1000).toISOString(),
      opensAt: null,
    })
  })

  test('is not sent again to a page that has it, until it changes', async () => {
    const first = await get('/price')
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, no-cache')
    expect(await get('/price', etag)).toMatchObject({ status: 304, body: undefined })
    expect(await get('/price', '"another"')).toMatchObject({ status: 200 })
    await market.setPrice('3200')
    expect((await get('/price', etag)).body.data.perOunce).toBe('3200')
  })

  test('is answered from memory for a moment, however many pages ask, and then read again', async () => {
    await get('/price')
    await sql`update price_feed set price = 3300`.execute(market.db)
    const asked = market.feed.asked.length
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/price')))
    expect(new Set(answers.map(({ body }) => body.data.perOunce))).toEqual(new Set(['3200']))
    expect(market.feed.asked.length).toBe(asked)
    market.passTime(policy.price.cacheMilliseconds)
    expect((await get('/price')).body.data.perOunce).toBe('3300')
  })
})

describe('the history', () => {
  beforeEach(async () => {
    await sql`delete from price_candles`.execute(market.db)
    await sql`delete from price_feed`.execute(market.db)
  })

  test('is read back from the feed’s rounds, over its phases, into candles of every length', async () => {
    const feed = await startTestAggregator()
    const start = Math.floor(ago(3 * day).getTime() / 1000) * 1000
    for (let at = start, n = 0; at <= market.now().getTime(); at += 10 * minute, n++) {
      if (n === 200) feed.nextPhase()
      feed.publish(BigInt(n + 1) * 10n ** 8n, new Date(at))
    }
    const reader = createPriceReader({
      db: market.db,
      now: market.now,
      feed: createChainlink({ url: feed.url, address: feed.address }),
    })
    let steps = 1
    while (await reader.step()) steps++
    expect(steps).toBeGreaterThan(3)
    market.passTime(2000)
    const year = await candlesOf('1Y')
    // Four days of the calendar, each with its first, last, highest and lowest price.
    expect(year.map(({ at }: { at: string }) => at.slice(0, 10))).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ])
    const { rows } = await sql<{ open: string; high: string; low: string; close: string }>`
      select trim_scale(open) as open, trim_scale(high) as high, trim_scale(low) as low, trim_scale(close) as close
      from price_candles where seconds = 86400 order by at`.execute(market.db)
    expect(rows[0]).toMatchObject({ open: '1', low: '1' })
    expect(rows[3]).toMatchObject({ close: '433', high: '433' })
    expect(rows.map(({ open }, n) => Number(open) === Number(rows[n - 1]?.close ?? 0) + 1)).toEqual([
      true,
      true,
      true,
      true,
    ])
    // With a price at either end of the day.
    expect(await candlesOf('1D')).toHaveLength(24 * 6 + 1)
    await feed.close()
  })

  test('goes on after an interruption, and what is read twice changes nothing', async () => {
    const feed = await startTestAggregator()
    for (let n = 300; n > 0; n--) feed.publish(BigInt(1000 + n) * 10n ** 8n, ago(n * 5 * minute))
    const readerOf = () =>
      createPriceReader({
        db: market.db,
        now: market.now,
        feed: createChainlink({ url: feed.url, address: feed.address, waits: { pauseMs: 1 } }),
      })
    expect(await readerOf().step()).toBe(true)
    feed.failWith((response) => response.writeHead(500).end())
    await expect(readerOf().step()).rejects.toMatchObject({ name: 'PriceUnavailable' })
    feed.failWith(undefined)
    const another = readerOf()
    while (await another.step());
    const all = async () => (await sql`select * from price_candles order by seconds, at`.execute(market.db)).rows
    const first = await all()
    await sql`update price_feed set walk_next = round, walk_until = null`.execute(market.db)
    while (await readerOf().step());
    expect(await all()).toEqual(first)
    await feed.close()
  })

  test('rounds that were missed while the worker was away are read afterwards', async () => {
    const feed = await startTestAggregator()
    feed.publish(1000n * 10n ** 8n, ago(5 * hour))
    const reader = createPriceReader({
      db: market.db,
      now: market.now,
      feed: createChainlink({ url: feed.url, address: feed.address }),
    })
    while (await reader.step());
    for (const hours of [4, 3, 2, 1]) feed.publish(BigInt(1000 + hours) * 10n ** 8n, ago(hours * hour))
    const asked = feed.asked.length
    while (await reader.step());
    market.passTime(2000)
    expect(await candlesOf('1D')).toHaveLength(5)
    // Down to what was known, and not all the way again.
    expect(feed.asked.length - asked).toBeLessThan(12)
    await feed.close()
  })

  test('keeps a bounded number of candles however long it runs', async () => {
    const feed = await startTestAggregator()
    feed.publish(10n ** 11n, ago(30 * day))
    const reader = createPriceReader({
      db: market.db,
      now: market.now,
      feed: createChainlink({ url: feed.url, address: feed.address }),
    })
    while (await reader.step());
    const kept = async () => {
      const { rows } = await sql<{ seconds: number }>`select seconds from price_candles order by seconds`.execute(
        market.db,
      )
      return rows.map(({ seconds }) => seconds)
    }
    expect(await kept()).toEqual([7200, 86_400])
    feed.publish(10n ** 11n, ago(0))
    while (await reader.step());
    const { keptHours } = policy.price.ranges['1M']
    market.passTime((keptHours - 3) * hour)
    feed.publish(10n ** 11n, ago(0))
    while (await reader.step());
    // The first price is left in the year alone; the second has left the short ranges.
    expect(await kept()).toEqual([300, 1800, 7200, 7200, 86_400, 86_400, 86_400])
    await feed.close()
  })

  test('of another feed is not mixed with this one’s', async () => {
    await market.setPrice('3000')
    const feed = await startTestAggregator()
    feed.publish(5000n * 10n ** 8n, market.now())
    const other = createChainlink({ url: feed.url, address: feed.address.toUpperCase().replace('0X', '0x') })
    const reader = createPriceReader({ db: market.db, now: market.now, feed: { ...other, source: 'another' } })
    while (await reader.step());
    const { rows } = await sql<{ lows: string }>`select min(low)::int as lows from price_candles`.execute(market.db)
    expect(rows).toEqual([{ lows: 5000 }])
    await feed.close()
  })

  test('is a window as wide as its range, which goes on while there is no price and keeps the last one before it', async () => {
    const { now } = market
    const feed = await startTestAggregator()
    feed.publish(311034768000n, ago(30 * hour))
    feed.publish(312000000000n, ago(hour))
    const reader = createPriceReader({
      db: market.db,
      now,
      feed: createChainlink({ url: feed.url, address: feed.address }),
    })
    while (await reader.step());
    market.passTime(2000)
    const width = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from)
    for (const [range, days] of Object.entries({ '1D': 1, '1W': 7, '1M': 31, '1Y': 366 })) {
      const { data } = (await get(`/price/history?range=${range}`)).body
      expect(width(data)).toBe(days * day)
      expect(Date.parse(data.to)).toBeLessThanOrEqual(now().getTime())
    }
    const first = (await get('/price/history?range=1D')).body.data
    expect(first.candles).toHaveLength(1)
    expect(first.before).toBe('100')
    market.passTime(2 * day)
    const later = await get('/price/history?range=1D')
    expect(later.body.data).toMatchObject({ candles: [], before: first.candles[0].close })
    expect(now().getTime() - Date.parse(later.body.data.to)).toBeLessThan(5 * minute)
    // Nothing new is no news: the page keeps what it has until the next stretch begins.
    market.passTime(2000)
    expect((await get('/price/history?range=1D', String(later.headers.etag))).status).toBe(304)
    market.passTime(5 * minute)
    expect((await get('/price/history?range=1D', String(later.headers.etag))).status).toBe(200)
    await feed.close()
  })

  test('begins with a day, and with a week while the day has too little', async () => {
    const feed = await startTestAggregator()
    const reader = createPriceReader({
      db: market.db,
      now: market.now,
      feed: createChainlink({ url: feed.url, address: feed.address }),
    })
    const rangeAfter = async (prices: number) => {
      for (let n = prices; n > 0; n--) feed.publish(3000n * 10n ** 8n, ago(n * 10 * minute))
      while (await reader.step());
      market.passTime(2000)
      return (await get('/price/history')).body.data.range
    }
    expect(await rangeAfter(policy.price.fewestCandlesOfDay - 1)).toBe('1W')
    market.passTime(2 * hour)
    expect(await rangeAfter(1)).toBe('1D')
    await feed.close()
  })

  test('refuses a range that there is not', async () => {
    expect(await get('/price/history?range=5Y')).toMatchObject({
      status: 400,
      body: { error: { name: 'InvalidInput' } },
    })
  })
})

test('a price too old to trade at is stale, and health says so', async () => {
  await sql`delete from price_feed`.execute(market.db)
  await market.setPrice('3000')
  expect((await get('/health')).body.data.parts).toContainEqual({ name: 'price', ok: true })
  market.passTime(91 * minute)
  await market.readFeed()
  expect((await get('/price')).body.data).toMatchObject({ state: 'stale', tradable: false, perOunce: '3000' })
  const health = await get('/health')
  expect(health.status).toBe(200)
  expect(health.body.data.parts).toContainEqual({ name: 'price', ok: false, problem: 'stale' })
})

test('while the market is closed the price says when it opens', async () => {
  const saturday = new Date('2026-11-07T12:00:00Z')
  market.passTime(saturday.getTime() - market.now().getTime())
  await market.setPrice('3000', ago(14 * hour))
  expect((await get('/price')).body.data).toMatchObject({ state: 'closed', opensAt: '2026-11-08T23:00:00.000Z' })
})

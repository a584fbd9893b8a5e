import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isMarketOpen } from './gold-market.ts'
import { roundsSince, yearOfRounds } from './price-walk.ts'
import { startTestChain, type TestChain } from './test-chain.ts'
import { testFeed } from './test-contracts.ts'

// A busy machine takes its time; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const secondsOf = (iso: string): number => Date.parse(iso) / 1_000

/** A Wednesday noon in New York, and a Saturday. */
const OPEN = secondsOf('2026-11-11T17:00:00Z')
const CLOSED = secondsOf('2026-11-14T17:00:00Z')
const HOUR = 3_600
const OUNCE = 10n ** 8n

describe('the gold market', () => {
  test.each([
    ['2026-11-13T21:59:59Z', true, 'Friday before five'],
    ['2026-11-13T22:00:00Z', false, 'Friday at five'],
    ['2026-11-14T12:00:00Z', false, 'Saturday'],
    ['2026-11-15T22:59:59Z', false, 'Sunday before six'],
    ['2026-11-15T23:00:00Z', true, 'Sunday at six'],
    ['2026-11-16T22:00:00Z', false, 'Monday at five'],
    ['2026-11-16T23:00:00Z', true, 'Monday at six'],
    ['2026-11-17T05:00:00Z', true, 'midnight'],
    ['2026-07-17T20:59:59Z', true, 'Friday before five, in summer'],
    ['2026-07-17T21:00:00Z', false, 'Friday at five, in summer'],
  ])('%s is open: %s (%s in New York)', (iso, isOpen) => {
    expect(isMarketOpen(secondsOf(iso))).toBe(isOpen)
  })
})

describe('the walk', () => {
  test('a year has a round for each hour of trading, in small steps, and ends near 4,000 dollars', () => {
    const rounds = yearOfRounds(OPEN)
    expect(rounds.length).toBeGreaterThan(5_700)
    expect(rounds.length).toBeLessThan(6_100)
    for (const [index, round] of rounds.entries()) {
      const before = rounds[index - 1] ?? round
      expect(isMarketOpen(Number(round.updatedAt))).toBe(true)
      expect(round.updatedAt >= before.updatedAt).toBe(true)
      const step = round.answer - before.answer
      expect((step < 0n ? -step : step) * 100n).toBeLessThan(before.answer)
    }
    const last = rounds.at(-1)?.answer ?? 0n
    expect(last).toBeGreaterThan(3_600n * OUNCE)
    expect(last).toBeLessThan(4_400n * OUNCE)
    expect(yearOfRounds(OPEN)).toEqual(rounds)
  })

  test('it goes on from any price, and a long pause is caught up with in one portion', () => {
    const last = { answer: 5_000n * OUNCE, updatedAt: BigInt(OPEN) }
    expect(roundsSince(last, OPEN + 299, 300)).toEqual([])
    const [next, ...none] = roundsSince(last, OPEN + 300, 300)
    expect(none).toEqual([])
    expect(next?.updatedAt).toBe(BigInt(OPEN + 300))
    expect(next?.answer).toBeGreaterThan(4_980n * OUNCE)
    expect(roundsSince(last, OPEN + 60 * 24 * HOUR, 300).length).toBeLessThanOrEqual(400)
    expect(roundsSince({ ...last, updatedAt: BigInt(CLOSED) }, CLOSED + 20 * HOUR, 300)).toEqual([])
  })
})

describe('the feed', () => {
  let chain: TestChain
  let now: number

  beforeEach(async () => {
    now = OPEN
    chain = await startTestChain({ priceSeconds: 0.02, now: () => now * 1_000 })
    await chain.fund(chain.writer.account.address)
  })

  afterEach(async () => {
    await chain.stop()
    await chain.remove()
  })

  const register = async (): Promise<`0x${string}`> => {
    const { feeder } = await chain.client.chain.state()
    const address = await chain.deploy(testFeed, [feeder])
    await chain.client.chain.registerContracts([{ name: 'aggregator', address, abi: testFeed.abi }])
    return address
  }

  const latest = async (address: `0x${string}`) => {
    const [round, answer, , updatedAt] = await chain.reader.readContract({
      ...testFeed,
      address,
      functionName: 'latestRoundData',
    })
    return { round, answer, updatedAt: Number(updatedAt) }
  }

  const untilRound = async (address: `0x${string}`, isWanted: (updatedAt: number) => boolean) => {
    for (;;) {
      const found = await latest(address).catch(() => null)
      if (found !== null && isWanted(found.updatedAt)) return found
    }
  }

  test('feeds a year at once, then a round whenever one is due', async () => {
    const address = await register()
    const first = await untilRound(address, (updatedAt) => updatedAt === OPEN)
    expect(Number(first.round)).toBeGreaterThan(5_700)
    expect((await chain.client.chain.state()).price).toMatch(/^[34]\d{3}(\.\d{1,2})?$/)
    now += 1
    const second = await untilRound(address, (updatedAt) => updatedAt === OPEN + 1)
    expect(Number(second.round)).toBe(Number(first.round) + 1)
  })

  test('a price that is set is there when the answer comes, market or not, and paused nothing else follows', async () => {
    const address = await register()
    await untilRound(address, (updatedAt) => updatedAt === OPEN)
    expect(await chain.client.chain.pausePrice(true)).toMatchObject({ paused: true })
    now = CLOSED
    expect(await chain.client.chain.setPrice('4012.35')).toEqual({ price: '4012.35', paused: true })
    expect(await latest(address)).toMatchObject({ answer: 401_235_000_000n, updatedAt: CLOSED })
    now = CLOSED + 3 * 24 * HOUR
    await chain.client.chain.setPrice('0.00000001')
    expect(await latest(address)).toMatchObject({ answer: 1n, updatedAt: now })
    now += 7 * 24 * HOUR
    expect(await latest(address)).toMatchObject({ answer: 1n, updatedAt: now - 7 * 24 * HOUR })
    await chain.client.chain.pausePrice(false)
    await untilRound(address, (updatedAt) => updatedAt > now - 24 * HOUR)
  })

  test('told to lie it publishes so many times the price, and knows the truth, over a restart too', async () => {
    const address = await register()
    await untilRound(address, (updatedAt) => updatedAt === OPEN)
    await chain.client.control.set('chain', { fault: 'lie', factor: '0.01' })
    await chain.client.chain.setPrice('4000')
    expect(await latest(address)).toMatchObject({ answer: 40n * OUNCE })
    now += 1
    const lie = await untilRound(address, (updatedAt) => updatedAt === now)
    expect(Number(lie.answer)).toBeGreaterThan(Number(39n * OUNCE))
    expect(Number(lie.answer)).toBeLessThan(Number(41n * OUNCE))
    await chain.stop()
    chain = await startTestChain({ data: chain.data, priceSeconds: 0.02, now: () => now * 1_000 })
    now += 1
    const next = await untilRound(address, (updatedAt) => updatedAt === now)
    expect(Number(next.answer)).toBeGreaterThan(Number(3_900n * OUNCE))
  })

  test('told to lie so often, it lies so often, however much is asked meanwhile', async () => {
    const address = await register()
    await untilRound(address, (updatedAt) => updatedAt === OPEN)
    await chain.client.chain.pausePrice(true)
    await chain.client.control.set('chain', { fault: 'lie', factor: '0.01', times: 1 })
    for (let n = 0; n < 3; n++) await latest(address)
    await chain.client.chain.setPrice('4000')
    expect(await latest(address)).toMatchObject({ answer: 40n * OUNCE })
    now += 1
    await chain.client.chain.setPrice('4001')
    expect(await latest(address)).toMatchObject({ answer: 4_001n * OUNCE })
  })

  test('a restart does not send again what is waiting', async () => {
    const { feeder } = await chain.client.chain.state()
    const counted = (blockTag: 'latest' | 'pending') => chain.reader.getTransactionCount({ address: feeder, blockTag })
    const address = await chain.deploy(testFeed, [feeder])
    const restart = async (blockSeconds: number): Promise<void> => {
      await chain.stop()
      chain = await startTestChain({ data: chain.data, priceSeconds: 3_600, now: () => now * 1_000, blockSeconds })
    }
    const transactions = Math.ceil(yearOfRounds(OPEN).length / 400)
    await restart(3_600)
    await chain.client.chain.registerContracts([{ name: 'aggregator', address, abi: testFeed.abi }])
    while ((await counted('pending')) < transactions);
    await restart(0.02)
    // Comes after the first look at what is due.
    await chain.client.chain.setPrice('4000')
    expect(await counted('latest')).toBe(transactions + 1)
    expect((await latest(address)).round).toBe(BigInt(yearOfRounds(OPEN).length + 1))
  })

  test.each([
    [{ usdPerOunce: 4012.35 }, 'usdPerOunce must be a decimal number as text'],
    [{ usdPerOunce: '0' }, 'above 0'],
    [{ usdPerOunce: '-1' }, 'above 0'],
    [{ usdPerOunce: '1.123456789' }, 'at most 8 decimals'],
    [{ usdPerOunce: '10000000.1' }, 'at most 10000000'],
    [{ paused: 'yes' }, 'paused must be true or false'],
    [{}, 'usdPerOunce or paused must be given'],
    [{ price: '1' }, 'There is no field "price"'],
    [[], 'The body must be a JSON object'],
  ])('%j is refused', async (body, message) => {
    const response = await fetch(`${chain.baseUrl}/api/chain/price`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: { message: string } }).error.message).toContain(message)
  })

  test('without an aggregator, or with one of another feeder, a price cannot be set', async () => {
    await expect(chain.client.chain.setPrice('4000')).rejects.toThrow('There is no aggregator yet')
    const address = await chain.deploy(testFeed, [chain.writer.account.address])
    await chain.client.chain.pausePrice(true)
    await chain.client.chain.registerContracts([{ name: 'aggregator', address, abi: testFeed.abi }])
    await expect(chain.client.chain.setPrice('4000')).rejects.toThrow('The aggregator takes no rounds from')
    expect((await chain.client.chain.state()).price).toBeNull()
  })
})

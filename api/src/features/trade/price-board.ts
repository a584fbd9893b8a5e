import { createHash } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { fromLeader } from '@ingot/db/source'
import { type Price, ranges } from '@ingot/endpoints/trade'
import { formatDecimal } from '@ingot/money/decimal'
import { type OuncePrice, pricePerGram } from '@ingot/money/gold'
import { parseRate } from '@ingot/money/rate'
import { Answer } from '../../bind.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import type { PolicyNumbers } from '../../policy-versions/snapshot.ts'
import { isSilent } from './belief-rules.ts'
import { type Market, marketAt, nextOpening, type PricePolicy, type Reading } from './market.ts'
import * as store from './price-store.ts'
import { shownPrices } from './rules.ts'

type Range = (typeof ranges)[number]

const chartDecimals = 4

/** What a process knows of price and market, read from the database at most once in a while, however many ask. */
export type PriceBoard = ReturnType<typeof createPriceBoard>

/** Asked for by every open page: kept by browsers, and asked about each time. */
const kept = { 'cache-control': 'public, no-cache' }

const tagged = <T>(reply: T) => {
  const etag = `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 22)}"`
  return new Answer(reply, { headers: { ...kept, etag } })
}

/** Keeps what was read for as long as the policy says. Those who come meanwhile wait for the same answer. */
const readAtTimes = <T>(now: () => Date, read: () => Promise<T>) => {
  let current: { at: number; value: Promise<T> } | undefined
  return (): Promise<T> => {
    const at = now().getTime()
    if (current && Math.abs(at - current.at) < policy.price.cacheMilliseconds) return current.value
    const value = fromLeader(read)
    current = { at, value }
    value.catch(() => {
      if (current?.value === value) current = undefined
    })
    return value
  }
}

export const createPriceBoard = (db: Db, now: () => Date, rules: PricePolicy, numbers: PolicyNumbers) => {
  const board = readAtTimes(now, () => store.readBoard(db))
  const price = readAtTimes(now, async () => {
    const [{ reading, stops }, snapshot] = await Promise.all([board(), numbers.read()])
    const at = now()
    const { pairs } = snapshot.at(at).trade
    return tagged({ data: reading ? priceOf(reading, marketAt(reading, stops, at, rules), at, rules, pairs) : null })
  })
  const histories = Object.fromEntries(
    ranges.map((range) => [range, readAtTimes(now, () => readHistory(db, range, now(), rules))]),
  ) as Record<Range, () => ReturnType<typeof readHistory>>
  return {
    /** The gold price and how the market is, as of now; undefined while nothing was ever read. */
    latest: async (): Promise<{ reading: Reading; market: Market } | undefined> => {
      const { reading, stops } = await board()
      return reading && { reading, market: marketAt(reading, stops, now(), rules) }
    },
    /** Whether a second source is asked and has said nothing for too long. */
    isSecondSilent: async (): Promise<boolean> => {
      const { secondHeardAt } = await board()
      return secondHeardAt !== undefined && isSilent(secondHeardAt, now(), rules)
    },
    quotesWhenClosed: rules.whenClosed === 'quote',
    stopsIn: store.readStops,
    stops: async () => (await board()).stops,
    price,
    /** Of a range, or of the shortest that has something to show. */
    history: async (range?: Range) => {
      const { candles, answer } = await histories[range ?? '1D']()
      const hasTooLittle = range === undefined && candles < rules.fewestCandlesOfDay
      return hasTooLittle ? (await histories['1W']()).answer : answer
    },
  }
}

const secondMs = 1000
const hourMs = 3600 * secondMs

/** A window of the past as wide as its range, whatever is in it. Its end stands still for a candle while there is no price. */
const readHistory = async (db: Db, range: Range, now: Date, rules: PricePolicy) => {
  const { seconds, hours } = rules.ranges[range]
  const candleMs = seconds * secondMs
  const began = Math.floor(now.getTime() / candleMs) * candleMs
  const rows = await store.readCandles(db, seconds, new Date(began - hours * hourMs))
  const to = Math.max(began, rows.at(-1)?.closed_at.getTime() ?? 0)
  const from = new Date(to - hours * hourMs)
  const before = await store.priceBefore(db, from)
  const candles = rows
    .filter(({ closed_at }) => closed_at >= from)
    .map(({ at, open, high, low, close }) => ({
      at: at.toISOString(),
      open: perGram(open),
      high: perGram(high),
      low: perGram(low),
      close: perGram(close),
    }))
  const data = {
    range,
    seconds,
    from: from.toISOString(),
    to: new Date(to).toISOString(),
    before: before ? gramText({ perOunce: before }) : null,
    candles,
  }
  return { candles: candles.length, answer: tagged({ data }) }
}

const perGram = (perOunce: string): string => gramText({ perOunce: parseRate(perOunce) })

const gramText = (price: OuncePrice): string => formatDecimal(pricePerGram(price, chartDecimals, 'half-even'))

const priceOf = (
  reading: Reading,
  market: Market,
  at: Date,
  rules: PricePolicy,
  pairs: Numbers['trade']['pairs'],
): Price => {
  const { spread, closedSpread, fee } = pairs['QMGT/USDT']
  const terms = {
    pair: 'QMGT/USDT',
    gold: reading,
    spread: market === 'closed' ? closedSpread : spread,
    fee,
  } as const
  return {
    state: market,
    tradable: market === 'open' || (market === 'closed' && rules.whenClosed === 'quote'),
    perOunce: formatDecimal(reading.perOunce),
    perGram: gramText(reading),
    buy: shownPrices({ ...terms, side: 'buy' }).price,
    sell: shownPrices({ ...terms, side: 'sell' }).price,
    at: reading.observedAt.toISOString(),
    opensAt: nextOpening(at)?.toISOString() ?? null,
  }
}

import { pairs, sides } from '@ingot/endpoints/trade'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { rateOf } from '@ingot/money/rate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bidRate,
  bookAfter,
  bookWithLeft,
  emptyBook,
  gramUnitsOf,
  legsOf,
  positionOf,
  type Sums,
  shownPrices,
  sumsForPay,
  sumsForReceive,
  type Terms,
  type TradedAsset,
  tradeMoves,
  usdUnitsOf,
  worthOf,
} from './rules.ts'

const whole = 10n ** 18n
const hundred = { perOunce: rateOf(311_034_768_000n, 8) }

/** The same numbers in every run, and on every machine. */
const createDraw = (seed: number) => {
  let state = BigInt(seed)
  const upTo = (most: bigint): bigint => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    const high = state >> 20n
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return ((high << 44n) | (state >> 20n)) % (most + 1n)
  }
  const oneOf = <T>(list: readonly T[]): T => list[Number(upTo(BigInt(list.length - 1)))] as T
  /** Of every size: evenly drawn numbers would nearly all be huge. */
  const units = () => 1n + upTo(10n ** oneOf([1n, 3n, 9n, 18n, 21n, 24n]))
  /** From a tenth of a cent to a hundred thousand dollars for an ounce, with eight decimals. */
  const gold = () => ({ perOunce: rateOf(100_000n + upTo(10n ** oneOf([6n, 9n, 11n, 13n])), 8) })
  const points = () => oneOf([0n, 1n, 10n, 50n, 150n, 999n])
  const terms = (): Terms => ({
    pair: oneOf(pairs),
    side: oneOf(sides),
    gold: gold(),
    spread: points(),
    fee: points(),
  })
  return { upTo, oneOf, units, gold, points, terms }
}

/** Whatever is drawn, it holds; when it does not, the number of the run tells which it was. */
const always = (runs: number, holds: (draw: ReturnType<typeof createDraw>) => void) => {
  for (let run = 1; run <= runs; run++)
    try {
      holds(createDraw(run))
    } catch (error) {
      throw new Error(`in run ${run}: ${(error as Error).message}`, { cause: error })
    }
}

const back = (terms: Terms): Terms => ({ ...terms, side: terms.side === 'buy' ? 'sell' : 'buy' })

describe('what a trade comes to', () => {
  const terms = { pair: 'QMGT/USDT', side: 'buy', gold: hundred, spread: 50n, fee: 25n } as const

  test('buying: the fee is taken from what is paid, and the rest buys above the price', () => {
    const { fee, receive } = sumsForPay(terms, 1000n * whole)
    expect(fee).toEqual(amountOf('USDT', 25n * 10n ** 17n))
    // 997.5 / 100.5, rounded down.
    expect(receive).toEqual(amountOf('QMGT', 9_925_373_134_328_358_208n))
    expect(shownPrices(terms)).toEqual({ price: '100.5', midPrice: '100' })
  })

  test('selling: the fee is taken in gold, and the rest is sold below the price', () => {
    const { fee, receive } = sumsForPay({ ...terms, side: 'sell' }, 10n * whole)
    expect(fee).toEqual(amountOf('QMGT', 25n * 10n ** 15n))
    expect(receive).toEqual(amountOf('USDT', 9_925_125n * 10n ** 14n))
  })

  test('a dollar of gold costs a dollar and the spread', () => {
    const { receive } = sumsForPay({ ...terms, pair: 'USDAU/USDT', spread: 10n, fee: 0n }, 1001n * whole)
    expect(receive).toEqual(amountOf('USDAU', 1000n * whole))
  })

  test('the price of a gram is rounded once, against the customer, and the rest is exact', () => {
    const gold = { perOunce: rateOf(4000n, 0) }
    expect(shownPrices({ ...terms, gold })).toEqual({ price: '129.2460012114', midPrice: '128.60298628' })
    expect(shownPrices({ ...terms, gold, side: 'sell' })).toEqual({
      price: '127.95997133865',
      midPrice: '128.60298627',
    })
  })

  /** From the texts of a reply and nothing else, as somebody with a pocket calculator would. */
  const units = (text: string, decimals: number): bigint => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  const over = (dividend: bigint, divisor: bigint, isUp: boolean) =>
    dividend / divisor + (isUp && dividend % divisor > 0n ? 1n : 0n)

  test('what is shown can be computed again from itself, to the last digit', () => {
    const given = fc.record({
      pair: fc.constantFrom(...pairs),
      side: fc.constantFrom(...sides),
      gold: fc.bigInt(10n ** 8n, 10n ** 13n).map((value) => ({ perOunce: rateOf(value, 8) })),
      spread: fc.bigInt(0n, 999n),
      fee: fc.bigInt(0n, 999n),
    })
    const anyUnits = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 24n))
    fc.assert(
      fc.property(given, anyUnits, fc.boolean(), (drawn, amount, isOfPay) => {
        const sums = (isOfPay ? sumsForPay : sumsForReceive)(drawn, amount)
        const { price: priceText, midPrice } = shownPrices(drawn)
        const [pay, fee, receive] = [sums.pay, sums.fee, sums.receive].map((each) => units(formatAmount(each), 18)) as [
          bigint,
          bigint,
          bigint,
        ]
        const [price, one] = [units(priceText, 12), 10n ** 12n]
        const points = drawn.side === 'buy' ? 10_000n + drawn.spread : 10_000n - drawn.spread
        expect(price * 10_000n).toBe(units(midPrice, 12) * points)
        const isBuy = drawn.side === 'buy'
        if (isOfPay) {
          expect(fee).toBe(over(pay * drawn.fee, 10_000n, true))
          expect(receive).toBe(isBuy ? over((pay - fee) * one, price, false) : over((pay - fee) * price, one, false))
        } else {
          expect(pay - fee).toBe(isBuy ? over(receive * price, one, true) : over(receive * one, price, true))
          expect(pay).toBe(over((pay - fee) * 10_000n, 10_000n - drawn.fee, true))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('asked for by what arrives, exactly that arrives, and nothing is gained over asking the other way', () => {
    always(1000, ({ terms: drawTerms, units: drawUnits }) => {
      const [given, units] = [drawTerms(), drawUnits()]
      const { pay, fee, receive } = sumsForReceive(given, units)
      expect(receive.units).toBe(units)
      const other = sumsForPay(given, pay.units)
      expect(other.receive.units >= units).toBe(true)
      expect(fee.units >= other.fee.units).toBe(true)
    })
  })
})

describe('no rounding ever favours a loop', () => {
  test('there and back at the same price brings at most what it began with', () => {
    always(5000, ({ terms: drawTerms, units: drawUnits }) => {
      const [terms, units] = [drawTerms(), drawUnits()]
      const there = sumsForPay(terms, units)
      const home = sumsForPay(back(terms), there.receive.units)
      expect(home.receive.asset).toBe(there.pay.asset)
      expect(home.receive.units <= units).toBe(true)
    })
  })

  test('nor does asking for what arrives, in either direction', () => {
    always(5000, ({ terms: drawTerms, units: drawUnits }) => {
      const [terms, units] = [drawTerms(), drawUnits()]
      // With what arrived, the most that can be had back is no more than was paid for it.
      const { pay } = sumsForReceive(terms, units)
      expect(sumsForPay(back(terms), units).receive.units <= pay.units).toBe(true)
    })
  })

  test('nor does any way through all three pairs, however often', () => {
    always(2000, (draw) => {
      const [gold, fee] = [draw.gold(), draw.points()]
      let held = amountOf<TradedAsset>('USDT', draw.units())
      let most = held.units
      for (let step = 0; step < 12; step++) {
        const pair = draw.oneOf(pairs)
        const side = sides.find((each) => legsOf(pair, each).pays === held.asset)
        if (!side) continue
        const terms = { pair, side, gold, spread: 0n, fee }
        const { receive } = sumsForPay(terms, held.units)
        // Asked for by what arrives, the same is affordable.
        if (receive.units > 0n) expect(sumsForReceive(terms, receive.units).pay.units <= held.units).toBe(true)
        held = receive
        if (held.asset !== 'USDT') continue
        expect(held.units <= most).toBe(true)
        most = held.units
      }
    })
  })
})

test('what leaves the customer and what arrives is in the moves, and every move goes to the chain', () => {
  const sums = sumsForPay({ pair: 'QMGT/USDT', side: 'buy', gold: hundred, spread: 50n, fee: 25n }, 1000n * whole)
  const moves = tradeMoves('c', sums)
  expect(moves.map(({ source, target, settle }) => [source.owner, target.owner, target.purpose, settle])).toEqual([
    ['customer:c', 'house', 'treasury', true],
    ['customer:c', 'house', 'fees', true],
    ['house', 'customer:c', 'available', true],
  ])
  const left = moves
    .filter(({ source }) => source.owner !== 'house')
    .reduce((sum, { amount }) => sum + amount.units, 0n)
  expect(left).toBe(1000n * whole)
  expect(tradeMoves('c', { ...sums, fee: amountOf('USDT', 0n) })).toHaveLength(2)
})

test('limits count the side that is in dollars', () => {
  const [usdt, qmgt, fee] = [amountOf('USDT', 7n), amountOf('QMGT', 5n), amountOf('USDT', 0n)]
  expect(usdUnitsOf({ pay: usdt, receive: qmgt, fee })).toBe(7n)
  expect(usdUnitsOf({ pay: qmgt, receive: usdt, fee })).toBe(7n)
})

test('and the grams of gold in it, whichever way they go', () => {
  const [usdt, qmgt, fee] = [amountOf('USDT', 7n), amountOf('QMGT', 5n), amountOf('USDT', 0n)]
  expect(gramUnitsOf({ pay: usdt, receive: qmgt, fee })).toBe(5n)
  expect(gramUnitsOf({ pay: qmgt, receive: usdt, fee })).toBe(5n)
  expect(gramUnitsOf({ pay: usdt, receive: amountOf('USDAU', 7n), fee })).toBe(0n)
})

describe('average cost', () => {
  const buy = (usd: bigint, grams: bigint): Sums => ({
    pay: amountOf('USDT', usd * whole),
    fee: amountOf('USDT', 0n),
    receive: amountOf('QMGT', grams * whole),
  })
  const sell = (grams: bigint, usd: bigint): Sums => ({
    pay: amountOf('QMGT', grams * whole),
    fee: amountOf('QMGT', 0n),
    receive: amountOf('USDT', usd * whole),
  })
  const after = (...trades: Sums[]) => trades.reduce(bookAfter, emptyBook)

  test('a sale takes its part of the cost with it, and the rest of what it brought is realised', () => {
    const book = after(buy(1000n, 10n), buy(1400n, 10n), sell(5n, 700n))
    expect(book).toEqual({ bought: 15n * whole, cost: 1800n * whole, realised: 100n * whole })
  })

  test('when everything is sold nothing of the cost is left', () => {
    const book = after(buy(1000n, 3n), sell(1n, 300n), sell(2n, 600n))
    expect(book).toEqual({ bought: 0n, cost: 0n, realised: -100n * whole })
  })

  test('of gold that came in another way no result is told', () => {
    expect(after(sell(5n, 700n))).toEqual(emptyBook)
    // Half of what is sold was bought here, so half of what it brings counts.
    expect(after(buy(1000n, 10n), sell(20n, 3000n))).toEqual({ bought: 0n, cost: 0n, realised: 500n * whole })
  })

  test('dollars of gold are no grams: trading them leaves the book alone', () => {
    const book = after(buy(1000n, 10n))
    const dollars = { pay: amountOf('USDT', whole), fee: amountOf('USDT', 0n), receive: amountOf('USDAU', whole) }
    expect(bookAfter(book, dollars)).toEqual(book)
  })

  test('all of it adds up: what was paid and what came back is cost, result and nothing else', () => {
    always(300, (draw) => {
      let [book, paid, brought] = [emptyBook, 0n, 0n]
      for (let step = 0; step < 30; step++) {
        const [isBuy, drawn, usd] = [draw.oneOf([true, false]), draw.units(), draw.units()]
        const grams = isBuy || drawn < book.bought ? drawn : book.bought
        if (grams === 0n) continue
        const sums = isBuy
          ? { pay: amountOf('USDT', usd), fee: amountOf('USDT', 0n), receive: amountOf('QMGT', grams) }
          : { pay: amountOf('QMGT', grams), fee: amountOf('QMGT', 0n), receive: amountOf('USDT', usd) }
        if (isBuy) paid += usd
        else brought += usd
        book = bookAfter(book, sums)
      }
      expect(book.realised - book.cost).toBe(brought - paid)
      if (book.bought === 0n) expect(book.cost).toBe(0n)
    })
  })

  test('the position tells cost, value, result and what today brought', () => {
    const [morning, book] = [after(buy(1000n, 10n)), after(buy(1000n, 10n), buy(1100n, 10n))]
    const since = new Date('2026-11-02T00:00:00Z')
    const position = positionOf({
      held: 25n * whole,
      book,
      bid: rateOf(120n, 0),
      earlier: { since, book: morning, bid: rateOf(100n, 0), left: [] },
    })
    expect(position).toEqual({
      units: '25',
      value: '3000',
      bought: { units: '20', cost: '2100', averageCost: '105', value: '2400', result: '300' },
      realised: '0',
      // Ten grams rose from 100 to 120, and ten were bought at 110.
      today: { since: since.toISOString(), result: '300' },
    })
  })

  test('what was bought and sent away is no longer in it, and a loss has its sign', () => {
    const book = after(buy(3000n, 20n))
    const position = positionOf({ held: 5n * whole, book, bid: rateOf(100n, 0), earlier: undefined })
    expect(position.bought).toEqual({ units: '5', cost: '750', averageCost: '150', value: '500', result: '-250' })
    expect(position.today).toBeNull()
  })

  test('what leaves has a result until then, and takes its part of the cost with it', () => {
    const morning = after(buy(1000n, 10n))
    const { book, units, cost } = bookWithLeft(morning, 4n * whole)
    expect([book, units, cost]).toEqual([
      { bought: 4n * whole, cost: 400n * whole, realised: 0n },
      6n * whole,
      600n * whole,
    ])
    const left = [{ units, cost, bid: rateOf(110n, 0) }]
    const earlier = { since: new Date(), book: morning, bid: rateOf(100n, 0), left }
    // Six rose by ten until they left, four by twenty until now.
    expect(positionOf({ held: 4n * whole, book, bid: rateOf(120n, 0), earlier }).today?.result).toBe('140')
  })

  test('of other gold more may leave than was ever bought, and the book stays', () => {
    const book = after(buy(1000n, 10n))
    expect(bookWithLeft(book, 10n * whole)).toEqual({ book, units: 0n, cost: 0n })
    expect(bookWithLeft(emptyBook, 0n)).toEqual({ book: emptyBook, units: 0n, cost: 0n })
  })

  test('without a price there is no value, and not a value of zero', () => {
    const position = positionOf({ held: whole, book: emptyBook, bid: null, earlier: undefined })
    expect(position).toMatchObject({
      units: '1',
      value: null,
      bought: { averageCost: null, value: null, result: null },
    })
  })

  test('value is what selling would bring before the fee', () => {
    expect(worthOf(10n * whole, bidRate('QMGT/USDT', hundred, 50n))).toBe(995n * whole)
  })
})

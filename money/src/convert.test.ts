import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { type Amount, amountOf, compare } from './amount.ts'
import { parseAmount } from './amount-text.ts'
import { assetTable } from './assets.ts'
import { convert, convertBack } from './convert.ts'
import { parseRate, rateOf } from './rate.ts'
import { customerGets, customerPays } from './rounding.ts'
import { anyAsset, anyRate, anyRounding, expectRefusal, largestUnits, unitsBelow } from './test-money.ts'

test('there and back at a price of 65.5', () => {
  const price = parseRate('65.5')
  expect(convert(parseAmount('QMGT', '2'), price, 'USDT', 'down')).toEqual(parseAmount('USDT', '131'))
  expect(convertBack(parseAmount('USDT', '131'), price, 'QMGT', 'down')).toEqual(parseAmount('QMGT', '2'))
  expectTypeOf(convert(parseAmount('QMGT', '2'), price, 'USDT', 'down')).toEqualTypeOf<Amount<'USDT'>>()
  expectTypeOf(convertBack(parseAmount('USDT', '2'), price, 'QMGT', 'down')).toEqualTypeOf<Amount<'QMGT'>>()
})

test('between assets of other decimals', () => {
  const price = parseRate('65.4321')
  expect(convert(parseAmount('QMGT', '1'), price, 'USD', customerPays)).toEqual(parseAmount('USD', '65.44'))
  expect(convert(parseAmount('QMGT', '1'), price, 'USD', customerGets)).toEqual(parseAmount('USD', '65.43'))
  expect(convertBack(parseAmount('USD', '100'), price, 'QMGT', customerGets)).toEqual(
    parseAmount('QMGT', '1.528301857956568717'),
  )
  expect(convertBack(parseAmount('USD', '100'), price, 'QMGT', customerPays)).toEqual(
    parseAmount('QMGT', '1.528301857956568718'),
  )
  expect(convert(parseAmount('USD', '0.01'), parseRate('1'), 'USDT', 'down')).toEqual(parseAmount('USDT', '0.01'))
  expect(convertBack(parseAmount('USDT', '0.015'), parseRate('1'), 'USD', 'half-even')).toEqual(amountOf('USD', 2n))
  expect(convert(parseAmount('USDT', '0.025'), parseRate('1'), 'USD', 'half-even')).toEqual(amountOf('USD', 2n))
})

test('what is exact is not rounded', () => {
  for (const rounding of ['up', 'down', 'half-even'] as const) {
    expect(convert(amountOf('GCA', 4n), parseRate('0.25'), 'GAE', rounding)).toEqual(amountOf('GAE', 1n))
    expect(convert(amountOf('GCA', 0n), parseRate('0.25'), 'GAE', rounding)).toEqual(amountOf('GAE', 0n))
    expect(convertBack(amountOf('GCA', 1n), parseRate('0.25'), 'GAE', rounding)).toEqual(amountOf('GAE', 4n))
  }
})

test('a single base unit is worth something to pay and nothing to get', () => {
  expect(convert(amountOf('QMGT', 1n), parseRate('65.5'), 'USD', customerPays)).toEqual(amountOf('USD', 1n))
  expect(convert(amountOf('QMGT', 1n), parseRate('65.5'), 'USD', customerGets)).toEqual(amountOf('USD', 0n))
})

test('the largest amount converts exactly, and a larger result is refused', () => {
  const largest = amountOf('QMGT', largestUnits)
  expect(convert(largest, parseRate('1'), 'USDT', 'down').units).toBe(largestUnits)
  expect(convertBack(largest, parseRate('1'), 'USDT', 'up').units).toBe(largestUnits)
  expectRefusal(
    () => convert(largest, parseRate('2'), 'USDT', 'down'),
    'TooLarge',
    `${largestUnits * 2n} base units of USDT`,
  )
  expectRefusal(
    () => convertBack(largest, parseRate('0.5'), 'USDT', 'down'),
    'TooLarge',
    `${largestUnits * 2n} base units of USDT`,
  )
})

/** Small enough that neither way leaves what an amount can hold. */
const trade = fc.tuple(
  anyAsset,
  anyAsset,
  unitsBelow(10n ** 15n),
  fc.bigInt(1n, 10n ** 10n).map((value) => rateOf(value, 5)),
)

test('a customer who converts there and back never gains', () => {
  fc.assert(
    fc.property(trade, ([from, to, units, rate]) => {
      const start = amountOf(from, units)
      const back = convertBack(convert(start, rate, to, customerGets), rate, from, customerGets)
      expect(compare(back, start)).not.toBe(1)
      const forth = convert(convertBack(start, rate, to, customerGets), rate, from, customerGets)
      expect(compare(forth, start)).not.toBe(1)
    }),
  )
})

test('who pays for what they then get paid at least its price', () => {
  fc.assert(
    fc.property(trade, ([from, to, units, rate]) => {
      const wanted = amountOf(from, units)
      const paid = convert(wanted, rate, to, customerPays)
      expect(compare(convertBack(paid, rate, from, customerGets), wanted)).not.toBe(-1)
      const paidBack = convertBack(wanted, rate, to, customerPays)
      expect(compare(convert(paidBack, rate, from, customerGets), wanted)).not.toBe(-1)
    }),
  )
})

test('to pay ≥ exact ≥ to get, less than one base unit apart', () => {
  fc.assert(
    fc.property(anyAsset, anyAsset, unitsBelow(10n ** 15n), anyRate, (from, to, units, rate) => {
      const amount = amountOf(from, units)
      const ten = (exponent: number) => 10n ** BigInt(exponent)
      const [fromScale, toScale] = [assetTable[from].decimals, assetTable[to].decimals]

      const pays = convert(amount, rate, to, customerPays).units
      const gets = convert(amount, rate, to, customerGets).units
      const exact = units * rate.value * ten(toScale)
      const unit = ten(rate.scale + fromScale)
      expect(pays * unit >= exact && exact >= gets * unit).toBe(true)
      expect(pays - gets).toBe(exact % unit === 0n ? 0n : 1n)
    }),
  )
})

test('the same holds the other way', () => {
  fc.assert(
    fc.property(trade, anyRounding, ([from, to, units, rate], rounding) => {
      const amount = amountOf(from, units)
      const ten = (exponent: number) => 10n ** BigInt(exponent)
      const exact = units * ten(rate.scale + assetTable[to].decimals)
      const unit = rate.value * ten(assetTable[from].decimals)

      const pays = convertBack(amount, rate, to, customerPays).units
      const gets = convertBack(amount, rate, to, customerGets).units
      expect(pays * unit >= exact && exact >= gets * unit).toBe(true)
      expect(pays - gets).toBe(exact % unit === 0n ? 0n : 1n)
      expect([pays, gets]).toContain(convertBack(amount, rate, to, rounding).units)
    }),
  )
})

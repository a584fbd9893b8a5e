import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { type Amount, amountOf, compare } from './amount.ts'
import { formatAmount, parseAmount } from './amount-text.ts'
import { assetTable, type DollarAsset, type GramAsset } from './assets.ts'
import { convert } from './convert.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import {
  fineGramsOfBar,
  gramsForUsd,
  gramsOfOunces,
  gramsPerOunce,
  type OuncePrice,
  ouncesOfGrams,
  pricePerGram,
  usdValueOfGrams,
} from './gold.ts'
import { parseRate, rateOf } from './rate.ts'
import { customerGets, customerPays } from './rounding.ts'
import { expectRefusal, largestUnits, unitsBelow } from './test-money.ts'

const price = (perOunce: string): OuncePrice => ({ perOunce: parseRate(perOunce) })
const anyPrice = fc.bigInt(10n ** 11n, 10n ** 13n).map((answer): OuncePrice => ({ perOunce: rateOf(answer, 8) }))
const anyDollar = fc.constantFrom<DollarAsset>('USD', 'USDT', 'USDAU')
const anyGram = fc.constantFrom<GramAsset>('QMGT', 'GCA', 'GAE', 'GDS', 'XAU')

test('a troy ounce is 31.1034768 grams exactly', () => {
  expect(gramsPerOunce).toEqual({ value: 311_034_768n, scale: 7 })
  const ounce = gramsOfOunces(parseDecimal('1', 0), 'XAU', 'down')
  expect(ounce).toEqual({ asset: 'XAU', units: 31_103_476_800_000_000_000n })
  expect(ouncesOfGrams(ounce, 3, 'down')).toEqual({ value: 1000n, scale: 3 })
})

test('ounces to grams and back', () => {
  expect(formatAmount(gramsOfOunces(parseDecimal('400.025', 3), 'XAU', 'up'))).toBe('12442.16830692')
  expect(formatAmount(gramsOfOunces(parseDecimal('0.000000000001', 12), 'QMGT', 'down'))).toBe('0.000000000031103476')
  expect(formatAmount(gramsOfOunces(parseDecimal('0.000000000001', 12), 'QMGT', 'up'))).toBe('0.000000000031103477')
  expect(formatDecimal(ouncesOfGrams(parseAmount('QMGT', '1'), 18, 'down'))).toBe('0.03215074656862798')
  expect(formatDecimal(ouncesOfGrams(parseAmount('QMGT', '1'), 18, 'up'))).toBe('0.032150746568627981')
  expect(formatDecimal(ouncesOfGrams(parseAmount('XAU', '1000'), 3, 'half-even'))).toBe('32.151')
})

test('ounces of up to 11 decimals are exact grams, and come back the same', () => {
  fc.assert(
    fc.property(unitsBelow(10n ** 18n), fc.integer({ min: 0, max: 11 }), anyGram, (value, scale, asset) => {
      const down = gramsOfOunces({ value, scale }, asset, 'down')
      expect(gramsOfOunces({ value, scale }, asset, 'up')).toEqual(down)
      expect(ouncesOfGrams(down, scale, 'down')).toEqual({ value, scale })
      expect(ouncesOfGrams(down, scale, 'up')).toEqual({ value, scale })
    }),
  )
})

test('an ounce of gold is worth the price of an ounce, whatever the rounding', () => {
  const ounce = parseAmount('QMGT', '31.1034768')
  for (const rounding of ['up', 'down', 'half-even'] as const) {
    expect(usdValueOfGrams(ounce, price('4083.12'), 'USD', rounding)).toEqual(parseAmount('USD', '4083.12'))
    expect(gramsForUsd(parseAmount('USD', '4083.12'), price('4083.12'), 'QMGT', rounding)).toEqual(ounce)
  }
})

test('a gram in dollars, in cents and in tokens', () => {
  const gram = parseAmount('GCA', '1')
  const at = price('4083.12345678')
  expect(formatAmount(usdValueOfGrams(gram, at, 'USD', customerGets))).toBe('131.27')
  expect(formatAmount(usdValueOfGrams(gram, at, 'USD', customerPays))).toBe('131.28')
  expect(formatAmount(usdValueOfGrams(gram, at, 'USDT', customerGets))).toBe('131.275467467354003331')
  expect(formatAmount(usdValueOfGrams(gram, at, 'USDAU', customerPays))).toBe('131.275467467354003332')
  expect(formatAmount(gramsForUsd(parseAmount('USD', '100'), at, 'QMGT', customerGets))).toBe('0.761756952226190433')
  expect(formatAmount(gramsForUsd(parseAmount('USDT', '100'), at, 'GAE', customerPays))).toBe('0.761756952226190434')
  expectTypeOf(usdValueOfGrams(gram, at, 'USDAU', 'up')).toEqualTypeOf<Amount<'USDAU'>>()
  expectTypeOf(gramsForUsd(parseAmount('USD', '1'), at, 'GDS', 'up')).toEqualTypeOf<Amount<'GDS'>>()
})

test('half a cent goes to the even cent', () => {
  const at = price('31.1034768')
  expect(usdValueOfGrams(parseAmount('XAU', '1.005'), at, 'USD', 'half-even')).toEqual(amountOf('USD', 100n))
  expect(usdValueOfGrams(parseAmount('XAU', '1.015'), at, 'USD', 'half-even')).toEqual(amountOf('USD', 102n))
})

test('a large vault is valued to the last base unit', () => {
  const at = price('31.1034768')
  expect(usdValueOfGrams(amountOf('XAU', largestUnits), at, 'USDT', 'up').units).toBe(largestUnits)
  expect(gramsForUsd(amountOf('USDT', largestUnits), at, 'XAU', 'up').units).toBe(largestUnits)
})

test('a value is rounded once: by way of a price per gram in cents it would be another', () => {
  const [grams, at] = [parseAmount('QMGT', '1000'), price('4083.12345678')]
  expect(formatAmount(usdValueOfGrams(grams, at, 'USD', 'down'))).toBe('131275.46')
  expect(formatAmount(convert(grams, pricePerGram(at, 2, 'down'), 'USD', 'down'))).toBe('131270')
})

test('a price per gram is rounded as named', () => {
  expect(formatDecimal(pricePerGram(price('4083.12345678'), 4, 'down'))).toBe('131.2754')
  expect(formatDecimal(pricePerGram(price('4083.12345678'), 4, 'up'))).toBe('131.2755')
  expect(formatDecimal(pricePerGram(price('31.1034768'), 8, 'up'))).toBe('1')
  expectRefusal(() => pricePerGram(price('0.1'), 2, 'down'), 'NotPositive', '0 with 2 decimals')
})

test('a price per ounce is not mistaken for one per gram, nor dollars for grams', () => {
  const [grams, dollars, at] = [parseAmount('QMGT', '1'), parseAmount('USD', '1'), price('4000')]
  // @ts-expect-error an ounce price is no rate between two assets
  expect(() => convert(grams, at, 'USD', 'down')).toThrow()
  // @ts-expect-error a rate does not say that it is per ounce
  expect(() => usdValueOfGrams(grams, at.perOunce, 'USD', 'down')).toThrow()
  // @ts-expect-error dollars are not grams
  usdValueOfGrams(dollars, at, 'USD', 'down')
  // @ts-expect-error grams are not dollars
  usdValueOfGrams(grams, at, 'GAE', 'down')
  // @ts-expect-error grams are not dollars
  gramsForUsd(grams, at, 'QMGT', 'down')
  // @ts-expect-error dollars are not grams
  gramsForUsd(dollars, at, 'USDT', 'down')
})

test('buying and selling at the same price never gains', () => {
  fc.assert(
    fc.property(unitsBelow(10n ** 20n), anyPrice, anyDollar, anyGram, (units, at, dollar, gram) => {
      const dollars = amountOf(dollar, units)
      const bought = gramsForUsd(dollars, at, gram, customerGets)
      expect(compare(usdValueOfGrams(bought, at, dollar, customerGets), dollars)).not.toBe(1)
      const grams = amountOf(gram, units)
      const sold = usdValueOfGrams(grams, at, dollar, customerGets)
      expect(compare(gramsForUsd(sold, at, gram, customerGets), grams)).not.toBe(1)
    }),
  )
})

test('to pay ≥ exact value ≥ to get', () => {
  fc.assert(
    fc.property(unitsBelow(10n ** 24n), anyPrice, anyDollar, anyGram, (units, at, dollar, gram) => {
      const { value, scale } = at.perOunce
      const exact = units * value * 10n ** BigInt(7 + assetTable[dollar].decimals)
      const unit = 311_034_768n * 10n ** BigInt(scale + 18)
      const pays = usdValueOfGrams(amountOf(gram, units), at, dollar, customerPays).units
      const gets = usdValueOfGrams(amountOf(gram, units), at, dollar, customerGets).units
      expect(pays * unit >= exact && exact >= gets * unit).toBe(true)
      expect(pays - gets).toBe(exact % unit === 0n ? 0n : 1n)
    }),
  )
})

test.each([
  ['1000', '999.9', '999.9'],
  ['12441.390720', '995.0', '12379.1837664'],
  ['100', '1000', '100'],
  ['100', '1000.00', '100'],
  ['0.000001', '0.01', '0.00000000001'],
  ['1.000001', '916.67', '0.91667091667'],
  ['31.103477', '999.99', '31.10316596523'],
])('a bar of %s g and %s fine holds %s g of gold', (grossGrams, fineness, fine) => {
  expect(fineGramsOfBar({ grossGrams, fineness })).toEqual(parseAmount('XAU', fine))
})

test('a bar that cannot be is refused', () => {
  const refused = (grossGrams: string, fineness: string) => () => fineGramsOfBar({ grossGrams, fineness })
  expectRefusal(refused('0', '999.9'), 'NotPositive', 'a bar without weight')
  expectRefusal(refused('1', '0.00'), 'OutOfRange', 'fineness 0.00')
  expectRefusal(refused('1', '1000.01'), 'OutOfRange', 'fineness 1000.01')
  expectRefusal(refused('1.0000001', '999'), 'TooManyDecimals', '"1.0000001" is not a number with at most 6 decimals')
  expectRefusal(refused('1', '999.999'), 'TooManyDecimals', '"999.999" is not a number with at most 2 decimals')
  expectRefusal(refused('-1', '999.9'), 'NotANumber', '"-1" is not a number with at most 6 decimals')
  expectRefusal(refused('1', ''), 'Empty', '"" is not a number with at most 2 decimals')
})

test('a bar never holds more than it weighs', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 100_000n), (micrograms, hundredths) => {
      const grossGrams = formatDecimal({ value: micrograms, scale: 6 })
      const fine = fineGramsOfBar({ grossGrams, fineness: formatDecimal({ value: hundredths, scale: 2 }) })
      expect(fine.units * 10n ** 11n).toBe(micrograms * hundredths * 10n ** 18n)
      expect(compare(fine, parseAmount('XAU', grossGrams))).not.toBe(1)
    }),
  )
})

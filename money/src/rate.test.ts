import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal } from './decimal.ts'
import { isNear, parseRate, type Rate, rateAbove, rateBelow, rateOf } from './rate.ts'
import { anyRate, expectRefusal, largestUnits } from './test-money.ts'

test('a rate is exact, and equal rates look alike', () => {
  expect(parseRate('65.5')).toEqual({ value: 655n, scale: 1 })
  expect(parseRate('65.500')).toEqual(parseRate('65.5'))
  expect(parseRate('100')).toEqual({ value: 100n, scale: 0 })
  expect(parseRate('100.0')).toEqual({ value: 100n, scale: 0 })
  expect(rateOf(408_312_500_000n, 8)).toEqual(parseRate('4083.125'))
  expect(rateOf(1n, 8)).toEqual({ value: 1n, scale: 8 })
  expect(rateOf(10n, 0)).toEqual({ value: 10n, scale: 0 })
  expect(Object.isFrozen(parseRate('1'))).toBe(true)
})

test('a rate cannot be written down without being checked', () => {
  // @ts-expect-error only rateOf and parseRate make a rate
  const forged: Rate = { value: 0n, scale: 0 }
  expect(forged.value).toBe(0n)
})

test('a rate is positive', () => {
  expectRefusal(() => rateOf(0n, 8), 'NotPositive', '0 with 8 decimals')
  expectRefusal(() => rateOf(-5n, 8), 'NotPositive', '-5 with 8 decimals')
  expectRefusal(() => parseRate('0.00'), 'NotPositive', '0 with 2 decimals')
  expectRefusal(() => parseRate('-1'), 'NotANumber', '"-1" is not a number with at most 38 decimals')
})

test('a rate has at most 38 digits and 38 decimals, not counting zeros at the end', () => {
  expect(rateOf(largestUnits, 38).value).toBe(largestUnits)
  expect(rateOf(10n ** 38n, 1)).toEqual({ value: 10n ** 37n, scale: 0 })
  expectRefusal(() => rateOf(10n ** 38n, 0), 'TooLarge', `1${'0'.repeat(38)} with 0 decimals`)
  expectRefusal(() => rateOf(10n ** 38n + 1n, 5), 'TooLarge', `1${'0'.repeat(37)}1 with 5 decimals`)
  expect(rateOf(10n, 39)).toEqual({ value: 1n, scale: 38 })
  expectRefusal(() => rateOf(1n, 39), 'TooManyDecimals', '1 with 39 decimals')
})

test('decimals of a feed are a count', () => {
  expect(rateOf(5n, 0)).toEqual({ value: 5n, scale: 0 })
  for (const decimals of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expectRefusal(() => rateOf(5n, decimals), 'OutOfRange', `5 with ${decimals} decimals`)
})

test('a spread above and below is exact', () => {
  expect(rateAbove(parseRate('4000'), 50n)).toEqual(parseRate('4020'))
  expect(rateBelow(parseRate('4000'), 50n)).toEqual(parseRate('3980'))
  expect(rateAbove(parseRate('4083.12345678'), 125n)).toEqual(parseRate('4134.16249998975'))
  expect(rateBelow(parseRate('4083.12345678'), 1n)).toEqual(parseRate('4082.715144434322'))
  expect(rateAbove(parseRate('1'), 10_000n)).toEqual(parseRate('2'))
  expect(rateAbove(parseRate('1.5'), 0n)).toEqual(parseRate('1.5'))
  expect(rateBelow(parseRate('1.5'), 0n)).toEqual(parseRate('1.5'))
  expect(rateBelow(parseRate('1'), 9_999n)).toEqual(parseRate('0.0001'))
})

test('a spread is not negative, and leaves a rate', () => {
  expectRefusal(() => rateAbove(parseRate('1'), -1n), 'Negative', 'a spread of -1 basis points')
  expectRefusal(() => rateBelow(parseRate('1'), -1n), 'Negative', 'a spread of -1 basis points')
  expectRefusal(() => rateBelow(parseRate('1'), 10_000n), 'NotPositive', '0 with 4 decimals')
  expectRefusal(() => rateAbove(rateOf(largestUnits, 0), 1n), 'TooLarge', `${largestUnits * 10_001n} with 4 decimals`)
})

test('writing and reading a rate is the identity, with a spread too', () => {
  fc.assert(
    fc.property(anyRate, fc.bigInt(0n, 9_999n), (rate, points) => {
      for (const one of [rate, rateAbove(rate, points), rateBelow(rate, points)])
        expect(parseRate(formatDecimal(one))).toEqual(one)
    }),
  )
})

test('above and below are equally far from the rate', () => {
  fc.assert(
    fc.property(anyRate, fc.bigInt(0n, 9_999n), (rate, points) => {
      const at = ({ value, scale }: Rate) => value * 10n ** BigInt(30 - scale)
      expect(at(rateAbove(rate, points)) + at(rateBelow(rate, points))).toBe(2n * at(rate))
    }),
  )
})

test('how near two rates are is told to the last digit, whatever their decimals', () => {
  const near = (rate: string, other: string, points: bigint) => isNear(parseRate(rate), parseRate(other), points)
  expect(near('4080', '4000', 200n)).toBe(true)
  expect(near('4080.00000001', '4000', 200n)).toBe(false)
  expect(near('3920', '4000', 200n)).toBe(true)
  expect(near('3919.99999999', '4000', 200n)).toBe(false)
  expect(near('40', '4000', 9_899n)).toBe(false)
  expect(near('4000', '4000.000', 0n)).toBe(true)
  expectRefusal(() => near('1', '1', -1n), 'Negative', 'a spread of -1 basis points')
})

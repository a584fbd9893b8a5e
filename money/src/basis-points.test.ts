import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, amountOf } from './amount.ts'
import { basisPointsOf, basisPointsOfWhole, portionOf, takeFee } from './basis-points.ts'
import { anyAmount, anyRounding, expectRefusal, largestUnits } from './test-money.ts'

const usd = (cents: bigint) => amountOf('USD', cents)

test('a fee in basis points, rounded as named', () => {
  expect(basisPointsOfWhole).toBe(10_000n)
  expect(basisPointsOf(usd(10_000n), 25n, 'down')).toEqual(usd(25n))
  expect(basisPointsOf(usd(1n), 1n, 'down')).toEqual(usd(0n))
  expect(basisPointsOf(usd(1n), 1n, 'up')).toEqual(usd(1n))
  expect(basisPointsOf(usd(50n), 100n, 'half-even')).toEqual(usd(0n))
  expect(basisPointsOf(usd(150n), 100n, 'half-even')).toEqual(usd(2n))
  expect(basisPointsOf(usd(777n), 0n, 'up')).toEqual(usd(0n))
  expect(basisPointsOf(usd(777n), 10_000n, 'up')).toEqual(usd(777n))
  expect(basisPointsOf(usd(777n), 15_000n, 'up')).toEqual(usd(1166n))
  expect(basisPointsOf(amountOf('QMGT', largestUnits), 10_000n, 'up')).toEqual(amountOf('QMGT', largestUnits))
})

test('a part of a whole', () => {
  expect(portionOf(usd(100n), 1n, 3n, 'down')).toEqual(usd(33n))
  expect(portionOf(usd(100n), 1n, 3n, 'up')).toEqual(usd(34n))
  expect(portionOf(usd(100n), 0n, 1n, 'up')).toEqual(usd(0n))
  expect(portionOf(usd(100n), 3n, 2n, 'up')).toEqual(usd(150n))
  expect(portionOf(amountOf('GAE', 7n), 1n, 2n, 'half-even')).toEqual(amountOf('GAE', 4n))
  expectRefusal(() => portionOf(usd(0n), -1n, 3n, 'down'), 'Negative', '-1 of 3 parts')
  expectRefusal(() => portionOf(usd(100n), 1n, 0n, 'down'), 'NotPositive', '1 of 0 parts')
  expectRefusal(() => portionOf(usd(0n), 1n, -3n, 'down'), 'NotPositive', '1 of -3 parts')
  expectRefusal(() => basisPointsOf(usd(100n), -1n, 'down'), 'Negative', '-1 of 10000 parts')
})

test('a fee is taken out of an amount, at most all of it', () => {
  expect(takeFee(usd(999n), 150n, 'up')).toEqual({ fee: usd(15n), rest: usd(984n) })
  expect(takeFee(usd(999n), 150n, 'down')).toEqual({ fee: usd(14n), rest: usd(985n) })
  expect(takeFee(usd(999n), 10_000n, 'up')).toEqual({ fee: usd(999n), rest: usd(0n) })
  expectRefusal(() => takeFee(usd(999n), 10_020n, 'down'), 'Negative', '-1 base units of USD')
})

test('fee and rest are the whole, and the fee is within one base unit of exact', () => {
  fc.assert(
    fc.property(anyAmount, fc.bigInt(0n, 10_000n), anyRounding, (amount, points, rounding) => {
      const { fee, rest } = takeFee(amount, points, rounding)
      expect(add(fee, rest)).toEqual(amount)
      const off = fee.units * 10_000n - amount.units * points
      expect(-10_000n < off && off < 10_000n).toBe(true)
      if (rounding === 'down') expect(off <= 0n).toBe(true)
      if (rounding === 'up') expect(off >= 0n).toBe(true)
    }),
  )
})

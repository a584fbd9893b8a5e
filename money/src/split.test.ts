import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, isZero, sum } from './amount.ts'
import { split } from './split.ts'
import { anyAmount, expectRefusal, largestUnits } from './test-money.ts'

const shares = (units: bigint, weights: bigint[]) => split(amountOf('USD', units), weights).map((share) => share.units)

test.each([
  [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
  [101n, [1n, 1n, 1n], [34n, 34n, 33n]],
  [102n, [1n, 1n, 1n], [34n, 34n, 34n]],
  [10n, [1n, 2n, 4n], [1n, 3n, 6n]],
  [10n, [4n, 2n, 1n], [6n, 3n, 1n]],
  [100n, [50n, 30n, 20n], [50n, 30n, 20n]],
  [1n, [0n, 1n, 1n, 0n], [0n, 1n, 0n, 0n]],
  [5n, [0n, 0n, 7n], [0n, 0n, 5n]],
  [7n, [3n], [7n]],
  [0n, [1n, 2n], [0n, 0n]],
  [3n, [1n, 1n, 1n, 1n, 1n], [1n, 1n, 1n, 0n, 0n]],
  [1n, [1n, 2n, 3n], [0n, 0n, 1n]],
  [largestUnits, [1n, 1n], [largestUnits / 2n + 1n, largestUnits / 2n]],
  [10n, [10n ** 40n, 3n * 10n ** 40n], [3n, 7n]],
])('%s split by %s is %s', (units, weights, expected) => {
  expect(shares(units, weights)).toEqual(expected)
})

test('shares are amounts of the same asset', () => {
  expect(split(amountOf('GDS', 3n), [2n, 1n])).toEqual([amountOf('GDS', 2n), amountOf('GDS', 1n)])
})

test('a split needs a weight above zero and none below', () => {
  expectRefusal(() => shares(10n, []), 'NotPositive', 'weights ')
  expectRefusal(() => shares(10n, [0n, 0n]), 'NotPositive', 'weights 0,0')
  expectRefusal(() => shares(10n, [2n, -1n]), 'Negative', 'weights 2,-1')
})

const anyWeights = fc
  .array(fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 10n ** 30n)), { minLength: 1, maxLength: 20 })
  .filter((weights) => weights.some((weight) => weight > 0n))

test('shares add up to the whole, and none is a base unit off its exact part', () => {
  fc.assert(
    fc.property(anyAmount, anyWeights, (whole, weights) => {
      const parts = split(whole, weights)
      expect(sum(whole.asset, parts)).toEqual(whole)
      const totalWeight = weights.reduce((total, weight) => total + weight, 0n)
      parts.forEach((part, index) => {
        const off = part.units * totalWeight - whole.units * (weights[index] ?? 0n)
        expect(-totalWeight < off && off < totalWeight).toBe(true)
      })
    }),
  )
})

test('a greater weight never gets less, of equal weights the earlier never gets less, and zero gets nothing', () => {
  fc.assert(
    fc.property(anyAmount, anyWeights, (whole, weights) => {
      const parts = split(whole, weights).map((part, index) => ({ part, weight: weights[index] ?? 0n }))
      for (const { part, weight } of parts) if (weight === 0n) expect(isZero(part)).toBe(true)
      parts.forEach((a, index) => {
        for (const b of parts.slice(index + 1)) {
          if (a.weight >= b.weight) expect(a.part.units >= b.part.units).toBe(true)
          else expect(a.part.units <= b.part.units).toBe(true)
        }
      })
    }),
  )
})

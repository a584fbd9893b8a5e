import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Amount,
  add,
  amountOf,
  compare,
  decimalOf,
  isEqual,
  isZero,
  max,
  min,
  subtract,
  sum,
  zero,
} from './amount.ts'
import type { Asset } from './assets.ts'
import { anyAmount, anyAsset, anyUnits, expectRefusal, largestUnits, unitsBelow } from './test-money.ts'

const qmgt = (units: bigint) => amountOf('QMGT', units)
const usdt = (units: bigint) => amountOf('USDT', units)

test('an amount is its asset and base units, and stays as it is', () => {
  const amount = amountOf('QMGT', 5n)
  expect(amount).toEqual({ asset: 'QMGT', units: 5n })
  expect(Object.isFrozen(amount)).toBe(true)
  expect(() => {
    // @ts-expect-error an amount cannot be changed
    amount.units = 6n
  }).toThrow(TypeError)
  expect(decimalOf(amount)).toEqual({ value: 5n, scale: 18 })
  expect(decimalOf(amountOf('USD', 5n))).toEqual({ value: 5n, scale: 2 })
})

test('an amount cannot be written down without being checked', () => {
  // @ts-expect-error only amountOf makes an amount
  const forged: Amount<'QMGT'> = { asset: 'QMGT', units: -1n }
  expect(forged.units).toBe(-1n)
})

test('an amount is never negative and stays below 10^38', () => {
  expect(qmgt(0n).units).toBe(0n)
  expect(qmgt(10n ** 38n - 1n).units).toBe(99_999_999_999_999_999_999_999_999_999_999_999_999n)
  expectRefusal(() => qmgt(-1n), 'Negative', '-1 base units of QMGT')
  expectRefusal(() => qmgt(10n ** 38n), 'TooLarge', `1${'0'.repeat(38)} base units of QMGT`)
})

test('what is cast to base units or to an asset is still found out', () => {
  // @ts-expect-error a number is no count of base units
  expectRefusal(() => amountOf('USD', 5), 'NotBaseUnits', 'USD as number')
  expectRefusal(() => amountOf('USD', '5' as unknown as bigint), 'NotBaseUnits', 'USD as string')
  // @ts-expect-error there is no such asset
  expectRefusal(() => amountOf('EUR', 5n), 'UnknownAsset', 'EUR')
  expectRefusal(() => amountOf('toString' as Asset, 5n), 'UnknownAsset', 'toString')
})

test('amounts do not go into JSON by accident', () => {
  expect(() => JSON.stringify(qmgt(5n))).toThrow(TypeError)
})

test('another asset does not compile, and forced it is refused', () => {
  const detail = 'QMGT and USDT'
  // @ts-expect-error assets differ
  expectRefusal(() => add(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => subtract(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => compare(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => isEqual(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => min(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => max(qmgt(1n), usdt(1n)), 'AssetsDiffer', detail)
  // @ts-expect-error assets differ
  expectRefusal(() => sum('QMGT', [qmgt(1n), usdt(1n)]), 'AssetsDiffer', detail)
  // @ts-expect-error one is not the other
  const wrong: Amount<'USDT'> = qmgt(1n)
  expect(wrong.asset).toBe('QMGT')
  // A list of several assets is possible; adding them up is not.
  const mixed: Amount<Asset>[] = [qmgt(1n), usdt(1n)]
  expectRefusal(() => sum<Asset>('QMGT', mixed), 'AssetsDiffer', detail)
})

test('adding and subtracting', () => {
  expect(add(qmgt(5n), qmgt(3n))).toEqual(qmgt(8n))
  expect(subtract(qmgt(5n), qmgt(3n))).toEqual(qmgt(2n))
  expect(subtract(qmgt(5n), qmgt(5n))).toEqual(zero('QMGT'))
  expectRefusal(() => subtract(qmgt(5n), qmgt(6n)), 'Negative', '-1 base units of QMGT')
  expect(add(qmgt(largestUnits - 1n), qmgt(1n)).units).toBe(largestUnits)
  expectRefusal(() => add(qmgt(largestUnits), qmgt(1n)), 'TooLarge', `1${'0'.repeat(38)} base units of QMGT`)
})

test('comparing', () => {
  const [small, same, large] = [usdt(1n), usdt(1n), usdt(2n)]
  expect([compare(small, large), compare(small, same), compare(large, small)]).toEqual([-1, 0, 1])
  expect([isEqual(small, same), isEqual(small, large), isEqual(large, small)]).toEqual([true, false, false])
  expect([isZero(zero('USD')), isZero(amountOf('USD', 1n))]).toEqual([true, false])
  expect([min(small, large), min(large, small)]).toEqual([small, small])
  expect([max(small, large), max(large, small)]).toEqual([large, large])
  expect(min(small, same)).toBe(small)
  expect(max(small, same)).toBe(small)
  expect([large, small].sort(compare)).toEqual([small, large])
})

test('a sum names its asset, because nothing is also a sum', () => {
  expect(sum('GDS', [])).toEqual(amountOf('GDS', 0n))
  expect(sum('QMGT', [qmgt(1n), qmgt(2n), qmgt(3n)])).toEqual(qmgt(6n))
})

test('what was added can be taken away again, in any order', () => {
  fc.assert(
    fc.property(anyAsset, unitsBelow(10n ** 37n), unitsBelow(10n ** 37n), (asset, left, right) => {
      const [a, b] = [amountOf(asset, left), amountOf(asset, right)]
      expect(subtract(add(a, b), b)).toEqual(a)
      expect(add(a, b)).toEqual(add(b, a))
      expect(sum(asset, [a, b])).toEqual(add(a, b))
    }),
  )
})

test('either there is enough and the rest is exact, or it is refused', () => {
  fc.assert(
    fc.property(anyAmount, anyUnits, (a, units) => {
      const b = amountOf(a.asset, units)
      if (compare(a, b) < 0) expect(() => subtract(a, b)).toThrow('Negative')
      else expect(subtract(a, b).units).toBe(a.units - units)
      expect(add(min(a, b), zero(a.asset)).units + max(a, b).units).toBe(a.units + units)
      expect(compare(a, b)).toBe(compare(b, a) === 0 ? 0 : -compare(b, a))
    }),
  )
})

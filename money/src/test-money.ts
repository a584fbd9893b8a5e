import fc from 'fast-check'
import { expect } from 'vitest'
import { amountOf } from './amount.ts'
import { type Asset, allAssets } from './assets.ts'
import { MoneyError, type MoneyErrorReason } from './money-error.ts'
import { type Rate, rateOf } from './rate.ts'
import type { Rounding } from './rounding.ts'

/** The reason and the words, since whoever reads the log has only the words. */
export const expectRefusal = (act: () => unknown, reason: MoneyErrorReason, detail: string): void => {
  let refusal: unknown
  try {
    act()
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(MoneyError)
  expect(refusal).toMatchObject({ name: 'MoneyError', reason, message: `${reason}: ${detail}` })
}

export const largestUnits = 10n ** 38n - 1n

export const anyAsset: fc.Arbitrary<Asset> = fc.constantFrom(...allAssets)

export const anyRounding = fc.constantFrom<Rounding>('up', 'down', 'half-even')

/** Of every size: evenly drawn numbers would nearly all be huge. */
export const unitsBelow = (limit: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(fc.bigInt(0n, 200n), fc.bigInt(0n, limit / 10n ** 15n), fc.bigInt(0n, limit - 1n))

export const anyUnits = unitsBelow(10n ** 38n)

export const anyAmount = fc.tuple(anyAsset, anyUnits).map(([asset, units]) => amountOf(asset, units))

/** From 10^-18 up to about a million. */
export const anyRate: fc.Arbitrary<Rate> = fc
  .tuple(fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 15n)), fc.integer({ min: 9, max: 18 }))
  .map(([value, decimals]) => rateOf(value, decimals))

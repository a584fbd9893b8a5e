import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alongWith, shareOut, within } from './sharing.ts'

const sum = (parts: readonly bigint[]) => parts.reduce((all, part) => all + part, 0n)

/** One to twenty shares that are 10,000 together, each at least 1. */
const shares = fc.array(fc.integer({ min: 1, max: 499 }), { minLength: 0, maxLength: 19 }).map((first) => {
  const taken = first.reduce((all, each) => all + each, 0)
  return [...first, 10_000 - taken]
})
const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const anyShares: fc.Arbitrary<readonly number[]> = fc.oneof(
  shares,
  fc.shuffledSubarray([5000, 5000], { minLength: 2 }),
  fc.constant([3334, 3333, 3333]),
)

test('any holdings among any shares add up to the whole, nobody has less than his share, and the rest is with the largest', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 6 }), anyShares, (holdings, set) => {
      for (const whole of holdings) {
        const parts = shareOut(whole, set)
        expect(sum(parts)).toBe(whole)
        const floors = set.map((share) => (whole * BigInt(share)) / 10_000n)
        const largest = set.indexOf(Math.max(...set))
        for (const [index, part] of parts.entries())
          expect(part).toBe((floors[index] ?? 0n) + (index === largest ? whole - sum(floors) : 0n))
      }
    }),
  )
})

test('what a thing had cost goes along to the last unit, and never with nothing', () => {
  fc.assert(
    fc.property(units, units, anyShares, (whole, cost, set) => {
      const parts = shareOut(whole, set)
      const along = alongWith(whole === 0n ? 0n : cost, parts)
      expect(sum(along)).toBe(whole === 0n ? 0n : cost)
      for (const [index, part] of parts.entries()) {
        expect(along[index]).toBeGreaterThanOrEqual(whole === 0n ? 0n : (cost * part) / whole)
        if (part === 0n) expect(along[index]).toBe(0n)
      }
    }),
  )
})

test('what is known of a part is never more than the part, and together all that is known', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 10_000 }), anyShares, (whole, per, set) => {
      const parts = shareOut(whole, set)
      const known = (whole * BigInt(per)) / 10_000n
      const inner = within(known, parts)
      expect(sum(inner)).toBe(known)
      for (const [index, part] of parts.entries()) expect(inner[index]).toBeLessThanOrEqual(part)
    }),
  )
})

import { expect, test } from 'vitest'
import { claimableOf, missingStock, namesOfDay, wantedStock } from './rules.ts'

const unit = 10n ** 18n

test('the wanted stock lasts for the days of the policy, and is never below the least', () => {
  const rules = { stockDays: 14, least: 100n * unit }
  expect(wantedStock(70n * unit, rules)).toBe(140n * unit)
  expect(wantedStock(0n, rules)).toBe(100n * unit)
  expect(wantedStock(0n, { ...rules, refused: 500n * unit })).toBe(500n * unit)
})

test('what is missing is rounded up to whole tokens', () => {
  expect(missingStock('QMGT', 5n * unit, 5n * unit)).toBeUndefined()
  expect(missingStock('QMGT', 5n * unit - 1n, 5n * unit)).toBe(unit)
  expect(missingStock('USDAU', 0n, 5n * unit)).toBe(5n * unit)
})

test('nothing can be claimed of what lies elsewhere', () => {
  expect([claimableOf(5n), claimableOf(5n, 2n), claimableOf(5n, 9n)]).toEqual([5n, 3n, 0n])
})

test('names of a day begin with the token', () => {
  const at = new Date('2026-11-17T23:59:59Z')
  expect(namesOfDay('USDAU', at, 3)).toEqual(['usdau-2026-11-17', 'usdau-2026-11-17.2', 'usdau-2026-11-17.3'])
})

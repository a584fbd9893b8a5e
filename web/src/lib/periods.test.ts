import { expect, it } from 'vitest'
import { periodOf, yesterday } from './periods.ts'

it.each([
  ['this-month', new Date(2026, 10, 17), '2026-11-01', '2026-11-17'],
  ['last-month', new Date(2026, 10, 17), '2026-10-01', '2026-10-31'],
  ['last-month', new Date(2026, 0, 31), '2025-12-01', '2025-12-31'],
  ['last-month', new Date(2028, 2, 31), '2028-02-01', '2028-02-29'],
  ['this-year', new Date(2026, 0, 1), '2026-01-01', '2026-01-01'],
] as const)('%s, asked for on %s, reaches from %s until %s', (name, now, from, until) => {
  expect(periodOf(name, now)).toEqual({ from, until })
})

it('the day before the first of a month is in the month before', () => {
  expect(yesterday(new Date(2026, 2, 1, 9))).toBe('2026-02-28')
})

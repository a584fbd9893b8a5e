import { describe, expect, it } from 'vitest'
import { priceScale, timeTicks } from './chart-scale.ts'

describe('the scale of prices', () => {
  it('is ruled by round prices', () => {
    expect(priceScale([130.1, 131.3]).ticks).toEqual([130, 130.5, 131])
    expect(priceScale([1_900, 4_100]).ticks).toEqual([2_000, 3_000, 4_000])
  })

  it.each([
    ['one price', [131.3]],
    ['a price that stands', [131.3, 131.3, 131.3]],
    ['a cent', [131.3, 131.31]],
    ['a day', [130.1, 131.3, 129.87, 130.4]],
    ['a year', [61.2, 84.95, 118.4, 131.3]],
    ['a collapse', [0.01, 99_999.99]],
  ])('holds %s between a few rules', (_what, prices) => {
    const { low, high, ticks } = priceScale(prices)
    expect(Math.min(...prices)).toBeGreaterThan(low)
    expect(Math.max(...prices)).toBeLessThan(high)
    expect(ticks.length).toBeGreaterThanOrEqual(1)
    expect(ticks.length).toBeLessThanOrEqual(6)
    for (const tick of ticks) expect(tick >= low && tick <= high).toBe(true)
  })
})

describe('the times', () => {
  const every = (hours: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(new Date(2026, 0, 31, 22, 30).getTime() + index * hours * 3_600_000).toISOString(),
    )

  it.each([
    ['hours of a day', every(0.25, 96), /^\d{1,2}:00/],
    ['days of a week', every(1, 168), /^[A-Z][a-z]{2} \d{1,2}$/],
    ['months of a year, and the year where it begins', every(24, 365), /^([A-Z][a-z]{2}|2027)$/],
  ])('are %s, at most four of them', (_what, times, pattern) => {
    const ticks = timeTicks(times, ['en-US'])
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks.length).toBeLessThanOrEqual(4)
    for (const { label } of ticks) expect(label).toMatch(pattern)
    const indexes = ticks.map(({ index }) => index)
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b))
  })

  it('are none when there are no prices', () => {
    expect(timeTicks([], ['en-US'])).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { timeTicks, valueScale } from './chart-scale.ts'

describe('the scale of values', () => {
  it('is ruled by round prices', () => {
    expect(valueScale([130.1, 131.3]).ticks).toEqual([130, 130.5, 131])
    expect(valueScale([1_900, 4_100]).ticks).toEqual([2_000, 3_000, 4_000])
  })

  it.each([
    ['one price', [131.3]],
    ['a price that stands', [131.3, 131.3, 131.3]],
    ['a cent', [131.3, 131.31]],
    ['a day', [130.1, 131.3, 129.87, 130.4]],
    ['a year', [61.2, 84.95, 118.4, 131.3]],
    ['a collapse', [0.01, 99_999.99]],
  ])('holds %s between a few rules', (_what, prices) => {
    const { low, high, ticks } = valueScale(prices)
    expect(Math.min(...prices)).toBeGreaterThan(low)
    expect(Math.max(...prices)).toBeLessThan(high)
    expect(ticks.length).toBeGreaterThanOrEqual(1)
    expect(ticks.length).toBeLessThanOrEqual(6)
    for (const tick of ticks) expect(tick >= low && tick <= high).toBe(true)
  })

  it.each([
    ['a price that stands', [131.3, 131.3]],
    ['a move of a cent', [131.3, 131.31]],
    ['a move of a hundredth of a per cent', [131.3, 131.3131]],
  ])('leaves %s flat in the middle', (_what, prices) => {
    const { low, high } = valueScale(prices)
    const shares = prices.map((price) => (price - low) / (high - low))
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.05)
    for (const share of shares) expect(Math.abs(share - 0.5)).toBeLessThan(0.03)
  })

  it('never begins below zero', () => {
    const { low, ticks } = valueScale([0, 1_000])
    expect([low, ticks[0]]).toEqual([0, 0])
    expect(valueScale([0, 0]).high).toBeGreaterThan(0)
  })

  it('gives a move of a usual day most of the height', () => {
    const { low, high } = valueScale([130, 131.3])
    expect(1.3 / (high - low)).toBeGreaterThan(0.7)
  })
})

describe('the times', () => {
  const hour = 3_600_000
  const windowOf = (days: number, to = new Date(2026, 10, 16, 13, 7)) => ({
    from: to.getTime() - days * 24 * hour,
    to: to.getTime(),
  })
  const labels = (...[span, locales = ['en-US']]: [ReturnType<typeof windowOf>, string[]?]) =>
    timeTicks(span, locales).map(({ label }) => label)

  it('are hours of a day, days of a week, Mondays of a month, then months and years', () => {
    expect(labels(windowOf(1), ['en-GB']).map((label) => label.padStart(5, '0'))).toEqual([
      '18:00',
      '00:00',
      '06:00',
      '12:00',
    ])
    expect(labels(windowOf(1))).toEqual(['6 PM', '12 AM', '6 AM', '12 PM'])
    expect(labels(windowOf(7))).toEqual(['Nov 10', 'Nov 12', 'Nov 14', 'Nov 16'])
    expect(labels(windowOf(31))).toEqual(['Oct 19', 'Oct 26', 'Nov 2', 'Nov 9', 'Nov 16'])
    expect(labels(windowOf(92))).toEqual(['Sep', 'Oct', 'Nov'])
    expect(labels(windowOf(366))).toEqual(['2026', 'Apr', 'Jul', 'Oct'])
    expect(labels(windowOf(1_500))).toEqual(['2024', '2025', '2026'])
  })

  it.each([1, 7, 31, 366])(
    'of %i days are three to five at any time, apart from each other and from the left side',
    (days) => {
      for (let hours = 0; hours < 400 * 24; hours += 17) {
        const span = windowOf(days, new Date(2026, 0, 1, hours))
        const places = timeTicks(span, ['en-US']).map(({ at }) => (at - span.from) / (span.to - span.from))
        expect(places.length).toBeGreaterThanOrEqual(3)
        expect(places.length).toBeLessThanOrEqual(5)
        const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
        expect(Math.min(...gaps)).toBeGreaterThan(0.2)
        expect(places[0]).toBeGreaterThanOrEqual(0.06)
        expect(places.at(-1)).toBeLessThanOrEqual(1)
      }
    },
  )

  it('of any other time are two to six', () => {
    for (let width = 7; width < 20 * 366; width += 13) {
      const { length } = timeTicks(windowOf(width), ['en-US'])
      expect(length, `${width} days`).toBeGreaterThanOrEqual(2)
      expect(length, `${width} days`).toBeLessThanOrEqual(6)
    }
  })
})

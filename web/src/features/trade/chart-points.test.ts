import { describe, expect, it } from 'vitest'
import { chartOf, heightAt } from './chart-points.ts'
import type { PriceHistory } from './queries.ts'

const minute = 60_000
const hour = 60 * minute
const at = (time: string) => Date.parse(`2026-11-13T${time}:00.000Z`)
const isoOf = (ms: number) => new Date(ms).toISOString()

/** A day that ends at noon, with candles of five minutes. */
const dayWith = (candles: [time: number, close: string][], given: Partial<PriceHistory> = {}): PriceHistory => ({
  range: '1D',
  seconds: 300,
  from: isoOf(at('12:00') - 24 * hour),
  to: isoOf(at('12:00')),
  before: null,
  candles: candles.map(([time, close]) => ({ at: isoOf(time), open: close, high: close, low: close, close })),
  ...given,
})

const live = (time: string, perGram: string, state: 'open' | 'closed' | 'stale' | 'suspect' = 'open') => ({
  at: isoOf(at(time)),
  perGram,
  state,
})

describe('the window', () => {
  it('is as wide as its range with hardly anything in it, and the line begins where prices do', () => {
    const { from, to, points } = chartOf(dayWith([[at('11:50'), '130']]), live('11:52', '130'))
    expect(to - from).toBe(24 * hour)
    expect(points[0]).toEqual({ at: at('11:55'), price: '130' })
    expect(points.at(-1)).toEqual({ at: to, price: '130' })
  })

  it('goes on with the price above it, and stays as wide', () => {
    const { from, to, points } = chartOf(dayWith([[at('11:50'), '130']]), live('12:01', '131.5'))
    expect(to).toBe(at('12:01'))
    expect(to - from).toBe(24 * hour)
    expect(points.at(-1)).toEqual({ at: at('12:01'), price: '131.5' })
  })

  it('begins with the price of before', () => {
    const { from, points } = chartOf(dayWith([[at('11:50'), '130']], { before: '125' }), live('11:52', '130'))
    expect(points[0]).toEqual({ at: from, price: '125' })
    expect(heightAt(points, at('03:00'))).toBe(125)
    expect(heightAt(points, at('11:50'))).toBe(125)
    expect(heightAt(points, at('11:55'))).toBe(130)
  })

  it('without any price has no line', () => {
    expect(chartOf(dayWith([]), null).points).toEqual([])
    expect(chartOf(dayWith([]), undefined).points).toEqual([])
  })
})

describe('a price', () => {
  it('holds until the next, and does not slide there', () => {
    const { points } = chartOf(
      dayWith([
        [at('06:00'), '130'],
        [at('11:00'), '140'],
      ]),
      live('11:00', '140'),
    )
    expect([at('06:05'), at('09:00'), at('11:00'), at('11:05')].map((time) => heightAt(points, time))).toEqual([
      130, 130, 130, 140,
    ])
  })

  it('is carried to the end of the window while the market is closed, and the chart knows since when', () => {
    const { to, points, carriedFrom } = chartOf(dayWith([[at('02:00'), '130']]), live('02:01', '130', 'closed'))
    expect(carriedFrom).toBe(at('02:01'))
    expect(points.at(-1)).toEqual({ at: to, price: '130' })
  })

  it('is not carried where there are candles, although the price above was read before them', () => {
    const { carriedFrom } = chartOf(dayWith([[at('10:00'), '130']]), live('02:01', '130', 'closed'))
    expect(carriedFrom).toBe(at('10:00'))
  })

  it('is carried over the whole window when the market was closed before it began', () => {
    const { from, to, points, carriedFrom } = chartOf(dayWith([], { before: '130' }), {
      ...live('12:00', '130', 'closed'),
      at: isoOf(at('12:00') - 40 * hour),
    })
    expect(carriedFrom).toBe(from)
    expect([points[0], points.at(-1)]).toEqual([
      { at: from, price: '130' },
      { at: to, price: '130' },
    ])
  })

  it.each(['stale', 'suspect'] as const)('that is %s is not carried: the line ends where prices did', (state) => {
    const { to, points, carriedFrom } = chartOf(dayWith([[at('02:00'), '130']]), live('02:01', '130', state))
    expect(points.at(-1)).toEqual({ at: at('02:05'), price: '130' })
    expect(carriedFrom).toBe(to)
  })

  it('is not carried in an open market', () => {
    const { to, carriedFrom } = chartOf(dayWith([[at('11:00'), '130']]), live('11:01', '130'))
    expect(carriedFrom).toBe(to)
  })
})

describe('the line', () => {
  const points = [
    { at: 0, price: '10' },
    { at: 100, price: '20' },
  ]

  it('has a height at every moment but before it began', () => {
    expect([-1, 0, 25, 100, 101].map((time) => heightAt(points, time))).toEqual([undefined, 10, 12.5, 20, 20])
    expect(heightAt([], 5)).toBeUndefined()
  })
})

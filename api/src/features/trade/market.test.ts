import { parseRate } from '@ingot/money/rate'
import { describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { isMarketOpen, marketAt, nextOpening } from './market.ts'

describe('the gold market', () => {
  test.each([
    ['on Sunday before 18:00 in New York', '2026-11-08T22:59:59Z', false],
    ['on Sunday at 18:00', '2026-11-08T23:00:00Z', true],
    ['on Monday at noon', '2026-11-09T17:00:00Z', true],
    ['on Monday just before the break', '2026-11-09T21:59:59Z', true],
    ['in the break of Monday', '2026-11-09T22:00:00Z', false],
    ['after the break of Monday', '2026-11-09T23:00:00Z', true],
    ['on Friday just before 17:00', '2026-11-13T21:59:59Z', true],
    ['on Friday at 17:00', '2026-11-13T22:00:00Z', false],
    ['on Friday evening', '2026-11-13T23:30:00Z', false],
    ['on Saturday', '2026-11-14T17:00:00Z', false],
    ['in summer, an hour earlier by UTC', '2026-07-05T22:00:00Z', true],
    ['in the break of a summer day', '2026-07-06T21:30:00Z', false],
    ['at Christmas', '2026-12-25T15:00:00Z', false],
    ['at New Year', '2026-01-01T15:00:00Z', false],
    ['on the day after Christmas, if it is a weekday', '2025-12-26T15:00:00Z', true],
    ['when Christmas has begun in London and not in New York', '2025-12-25T02:00:00Z', true],
  ])('%s', (_when, at, open) => {
    expect(isMarketOpen(new Date(at))).toBe(open)
  })
})

test.each([
  ['on Saturday, on Sunday evening in New York', '2026-11-14T17:20:00Z', '2026-11-15T23:00:00.000Z'],
  ['in the break of a weekday, with the next hour', '2026-11-09T22:59:59Z', '2026-11-09T23:00:00.000Z'],
  ['after Christmas on a Friday, with the weekend behind it', '2026-12-25T06:00:00Z', '2026-12-27T23:00:00.000Z'],
  ['after New Year, at midnight in New York', '2026-01-01T15:00:00Z', '2026-01-02T05:00:00.000Z'],
  ['in the week in which summer time ends', '2026-10-31T12:00:00Z', '2026-11-01T23:00:00.000Z'],
])('it opens %s', (_when, at, opening) => {
  expect(nextOpening(new Date(at))?.toISOString()).toBe(opening)
})

test('while it is open it opens at no other time', () => {
  expect(nextOpening(new Date('2026-11-09T17:00:00Z'))).toBeUndefined()
})

describe('a price', () => {
  const at = (now: string, age: { observedMinutes: number; readSeconds?: number }, suspect = false) => {
    const time = new Date(now)
    const before = (ms: number) => new Date(time.getTime() - ms)
    const reading = {
      perOunce: parseRate('4000'),
      round: 1n,
      observedAt: before(age.observedMinutes * 60_000),
      readAt: before((age.readSeconds ?? 0) * 1000),
    }
    return marketAt(reading, { suspect }, time, policy.price)
  }
  const [open, closed] = ['2026-11-09T17:00:00Z', '2026-11-14T17:00:00Z']

  test.each([
    ['counts while the market is open and it is young', open, { observedMinutes: 90 }, 'open'],
    ['is stale when it is older than the policy allows', open, { observedMinutes: 91 }, 'stale'],
    ['may be old while the market is closed', closed, { observedMinutes: 100 * 60 }, 'closed'],
    ['is stale when the market was closed for too long', closed, { observedMinutes: 100 * 60 + 1 }, 'stale'],
    ['is stale when the feed was not heard of for a minute', open, { observedMinutes: 1, readSeconds: 61 }, 'stale'],
    ['and so it is while the market is closed', closed, { observedMinutes: 1, readSeconds: 61 }, 'stale'],
    ['still counts within that minute', open, { observedMinutes: 1, readSeconds: 60 }, 'open'],
  ])('%s', (_what, now, age, state) => {
    expect(at(now, age)).toBe(state)
  })

  test.each([open, closed])('is suspect while a newer one is doubted, whatever else is true', (now) => {
    expect(at(now, { observedMinutes: 1 }, true)).toBe('suspect')
    expect(at(now, { observedMinutes: 1000 * 60 }, true)).toBe('suspect')
  })
})

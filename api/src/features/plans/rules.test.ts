import { describe, expect, test } from 'vitest'
import {
  type Days,
  dateAfter,
  daysFrom,
  firstDate,
  hasWaited,
  isOver,
  momentOf,
  periodAfter,
  retryAt,
} from './rules.ts'

const days = (every: Days['every'], on: number | null = null, more: Partial<Days> = {}): Days => ({
  ...{ every, on, zone: 'UTC', endsOn: null, ...more },
})
const some = (given: Days, from: string, most: number) => {
  const all = daysFrom(given, from)
  return Array.from({ length: most }, () => all.next().value).filter((day) => day !== undefined)
}
const at = (text: string) => new Date(text)

describe('the days of a rhythm', () => {
  test('the 31st is the last day of months that have fewer, and comes back in the others', () => {
    expect(some(days('month', 31), '2027-01-01', 5)).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ])
    expect(some(days('month', 31), '2028-02-01', 2)).toEqual(['2028-02-29', '2028-03-31'])
    expect(some(days('month', 30), '2027-02-01', 2)).toEqual(['2027-02-28', '2027-03-30'])
    expect(some(days('month', 29), '2027-02-01', 2)).toEqual(['2027-02-28', '2027-03-29'])
    expect(some(days('month', 29), '2028-02-01', 2)).toEqual(['2028-02-29', '2028-03-29'])
    expect(some(days('month', 28), '2027-02-28', 2)).toEqual(['2027-02-28', '2027-03-28'])
    // 2100 has no leap day.
    expect(some(days('month', 31), '2100-02-01', 1)).toEqual(['2100-02-28'])
  })

  test('every month has exactly one, whatever the day', () => {
    for (let on = 1; on <= 31; on++) {
      const months = some(days('month', on), '2026-01-01', 48).map((day) => day.slice(0, 7))
      expect(new Set(months).size).toBe(48)
      expect(months.at(-1)).toBe('2029-12')
    }
  })

  test('weeks begin on Monday, and each day is each day', () => {
    // 2026-11-02 is a Monday.
    for (let on = 1; on <= 7; on++) expect(some(days('week', on), '2026-11-02', 1)).toEqual([`2026-11-0${on + 1}`])
    expect(some(days('week', 1), '2026-11-03', 2)).toEqual(['2026-11-09', '2026-11-16'])
    expect(some(days('day'), '2026-12-30', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  })

  test('end with the last day, and with the calendar', () => {
    expect(some(days('week', 1, { endsOn: '2026-11-09' }), '2026-11-02', 5)).toEqual(['2026-11-02', '2026-11-09'])
    expect(some(days('week', 1, { endsOn: '2026-11-01' }), '2026-11-02', 5)).toEqual([])
    expect(some(days('month', 5, { endsOn: '9999-12-31' }), '8999-12-31', 20)).toHaveLength(12)
    expect(some(days('month', 5, { endsOn: '0001-01-01' }), '2026-11-02', 1)).toEqual([])
  })

  test('the next week or month begins after the one that a day is in', () => {
    expect(periodAfter('day', '2026-11-30')).toBe('2026-12-01')
    expect(periodAfter('week', '2026-11-02')).toBe('2026-11-09')
    expect(periodAfter('week', '2026-11-08')).toBe('2026-11-09')
    expect(periodAfter('month', '2026-11-01')).toBe('2026-12-01')
    expect(periodAfter('month', '2026-12-31')).toBe('2027-01-01')
  })
})

describe('nine o’clock', () => {
  test.each([
    // In winter, on the day clocks are put forward, and in summer; the same back.
    ['Europe/Zurich', '2027-03-27', '2027-03-27T08:00:00.000Z'],
    ['Europe/Zurich', '2027-03-28', '2027-03-28T07:00:00.000Z'],
    ['Europe/Zurich', '2026-10-24', '2026-10-24T07:00:00.000Z'],
    ['Europe/Zurich', '2026-10-25', '2026-10-25T08:00:00.000Z'],
    ['America/New_York', '2027-03-13', '2027-03-13T14:00:00.000Z'],
    ['America/New_York', '2027-03-14', '2027-03-14T13:00:00.000Z'],
    ['America/New_York', '2026-10-31', '2026-10-31T13:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T14:00:00.000Z'],
    // South of the equator, and by half an hour.
    ['Australia/Lord_Howe', '2027-04-03', '2027-04-02T22:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T22:30:00.000Z'],
    ['Australia/Sydney', '2026-10-03', '2026-10-02T23:00:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T22:00:00.000Z'],
    // Far ahead, far behind, and between the hours.
    ['Pacific/Kiritimati', '2026-11-05', '2026-11-04T19:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-05', '2026-11-05T21:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-05', '2026-11-05T03:15:00.000Z'],
    ['Asia/Dubai', '2026-11-05', '2026-11-05T05:00:00.000Z'],
    // A day that Samoa left out: the next moment that exists is the midnight after it.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %s', (zone, day, moment) => {
    expect(momentOf(zone, day).toISOString()).toBe(moment)
  })

  test('a daily plan buys once each day over both changes of the clock', () => {
    for (const [zone, from] of [
      ...[['Europe/Zurich', '2027-03-26'] as const, ['Europe/Zurich', '2026-10-23'] as const],
      ...[['America/New_York', '2027-03-12'] as const, ['Australia/Lord_Howe', '2026-10-02'] as const],
    ]) {
      const moments = some(days('day', null, { zone }), from, 5).map((day) => momentOf(zone, day).getTime())
      const gaps = moments.slice(1).map((moment, place) => (moment - (moments[place] ?? 0)) / 3600_000)
      expect(gaps.every((gap) => gap >= 23 && gap <= 25)).toBe(true)
      expect(gaps.filter((gap) => gap !== 24)).toHaveLength(1)
    }
  })
})

describe('the first date', () => {
  test('is today until nine, and then the next', () => {
    const zone = 'Europe/Zurich'
    expect(firstDate(days('day', null, { zone }), { now: at('2026-11-05T07:59:59Z') })?.on).toBe('2026-11-05')
    expect(firstDate(days('day', null, { zone }), { now: at('2026-11-05T08:00:00Z') })?.on).toBe('2026-11-06')
    expect(firstDate(days('month', 5, { zone }), { now: at('2026-11-05T08:00:00Z') })?.on).toBe('2026-12-05')
  })

  test('is a day in the plan’s zone, whatever day it is elsewhere', () => {
    const now = at('2026-11-04T18:00:00Z')
    expect(firstDate(days('day', null, { zone: 'Pacific/Kiritimati' }), { now })?.on).toBe('2026-11-05')
    expect(firstDate(days('day', null, { zone: 'Etc/GMT+12' }), { now })?.on).toBe('2026-11-04')
  })

  test('is not before a day, not one that was a date before, and not after the end', () => {
    const now = at('2026-11-02T12:00:00Z')
    expect(firstDate(days('month', 20), { now, from: '2026-12-01' })?.on).toBe('2026-12-20')
    expect(firstDate(days('month', 20), { now, from: '2026-01-01' })?.on).toBe('2026-11-20')
    expect(firstDate(days('week', 5), { now, taken: new Set(['2026-11-06', '2026-11-13']) })?.on).toBe('2026-11-20')
    expect(firstDate(days('month', 20, { endsOn: '2026-11-19' }), { now })).toBeUndefined()
    expect(firstDate(days('day', null, { endsOn: '2026-11-02' }), { now })).toBeUndefined()
  })
})

describe('the date after one that is over', () => {
  test('may have come meanwhile, but nothing of longer ago is made up for', () => {
    const daily = days('day')
    expect(dateAfter(daily, '2026-11-07', { now: at('2026-11-08T23:00:00Z') })?.on).toBe('2026-11-08')
    expect(dateAfter(daily, '2026-11-07', { now: at('2026-11-30T12:00:00Z') })?.on).toBe('2026-11-26')
    expect(
      dateAfter(daily, '2026-11-07', { now: at('2026-11-07T10:00:00Z'), taken: new Set(['2026-11-08']) })?.on,
    ).toBe('2026-11-09')
    expect(
      dateAfter(days('day', null, { endsOn: '2026-11-07' }), '2026-11-07', { now: at('2026-11-07T10:00:00Z') }),
    ).toBeUndefined()
  })
})

describe('a date that was missed', () => {
  const firstMissedAt = at('2026-11-04T09:00:30Z')
  const missed = (given: Days, times: number, now = firstMissedAt, on = '2026-11-04') =>
    retryAt(given, { on, missed: times, firstMissedAt, now })?.toISOString()

  test('is tried again a day and three days after the first time, and then no more', () => {
    expect(missed(days('week', 3), 1)).toBe('2026-11-05T09:00:30.000Z')
    expect(missed(days('week', 3), 2, at('2026-11-05T09:01:00Z'))).toBe('2026-11-07T09:00:30.000Z')
    expect(missed(days('week', 3), 3, at('2026-11-07T09:01:00Z'))).toBeUndefined()
  })

  test('is not tried again each day, nor when the next date has come, nor after the end', () => {
    expect(missed(days('day'), 1)).toBeUndefined()
    // Not even where the next date is 25 hours away.
    const autumn = at('2026-10-24T07:00:00Z')
    const zurich = days('day', null, { zone: 'Europe/Zurich' })
    expect(retryAt(zurich, { on: '2026-10-24', missed: 1, firstMissedAt: autumn, now: autumn })).toBeUndefined()
    expect(missed(days('week', 3), 1, at('2026-11-11T08:00:00Z'))).toBeDefined()
    expect(missed(days('week', 3), 1, at('2026-11-11T09:00:00Z'))).toBeUndefined()
    expect(missed(days('week', 3, { endsOn: '2026-11-04' }), 1)).toBeUndefined()
    expect(missed(days('week', 3, { endsOn: '2026-11-05' }), 1)).toBeDefined()
    expect(missed(days('week', 3, { endsOn: '2026-11-05' }), 2)).toBeUndefined()
  })

  test('waits for a market for four days', () => {
    const due = at('2026-11-04T09:00:00Z')
    expect(hasWaited(due, at('2026-11-08T09:00:00Z'))).toBe(false)
    expect(hasWaited(due, at('2026-11-08T09:00:01Z'))).toBe(true)
  })

  test('is over with the last day of the plan in its own zone', () => {
    const given = { zone: 'Pacific/Kiritimati', endsOn: '2026-11-04' }
    expect(isOver(given, at('2026-11-04T09:59:59Z'))).toBe(false)
    expect(isOver(given, at('2026-11-04T10:00:00Z'))).toBe(true)
    expect(isOver({ ...given, endsOn: null }, at('2026-11-04T10:00:00Z'))).toBe(false)
  })
})

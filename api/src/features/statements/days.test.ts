import { describe, expect, test } from 'vitest'
import { dayAfter, dayIn, monthBefore, startOfDay } from './days.ts'

const hours = (zone: string, day: string) =>
  (startOfDay(zone, dayAfter(day)).getTime() - startOfDay(zone, day).getTime()) / 3_600_000

describe('a day', () => {
  test.each([
    ['UTC', '2026-10-25', '2026-10-25T00:00:00.000Z', 24],
    ['Europe/Zurich', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['Europe/Zurich', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z', 24],
    ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00.000Z', 25],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00.000Z', 23],
    ['Asia/Kathmandu', '2026-05-05', '2026-05-04T18:15:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    // Here clocks go forward at midnight: the day begins at one.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    // And back at midnight: the last hour of the day before comes twice.
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', 25],
  ])('in %s of %s begins at %s and has %f hours', (zone, day, begins, length) => {
    expect(startOfDay(zone, day).toISOString()).toBe(begins)
    expect(hours(zone, day)).toBe(length)
    expect(dayIn(zone, startOfDay(zone, day))).toBe(day)
    expect(dayIn(zone, new Date(startOfDay(zone, day).getTime() - 1))).not.toBe(day)
  })

  test('comes after the last of a month and of a year', () => {
    expect([dayAfter('2026-02-28'), dayAfter('2028-02-28'), dayAfter('2026-12-31')]).toEqual([
      '2026-03-01',
      '2028-02-29',
      '2027-01-01',
    ])
  })

  test('is in the month after another one', () => {
    expect(monthBefore('2026-01-07')).toEqual({ from: '2025-12-01', until: '2025-12-31' })
    expect(monthBefore('2028-03-31')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
  })
})

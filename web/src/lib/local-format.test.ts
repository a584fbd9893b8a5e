import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** The formats as on a device with these languages. */
const on = async (...languages: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  vi.resetModules()
  return import('./local-format.ts')
}

const moment = new Date('2026-11-01T18:05:09Z')

it.each([
  ['en-US', 'November 1, 2026', 'Nov 1, 2026, 6:05:09 PM UTC'],
  ['de-DE', '1. November 2026', '01.11.2026, 18:05:09 UTC'],
  ['fr-FR', '1 novembre 2026', '1 nov. 2026, 18:05:09 UTC'],
])('a date is written as on a device set to %s', async (language, day, utc) => {
  const { formatSharedDay, formatUtcMoment } = await on(language)
  expect(formatSharedDay(moment)).toBe(day)
  expect(formatUtcMoment(moment).replaceAll(/\s/g, ' ')).toBe(utc)
})

it.each([
  ['en-US', '1234567.8900', '1,234,567', '.8900'],
  ['de-DE', '1234567.8900', '1.234.567', ',8900'],
  ['en-US', '+1.000', '+1', '.000'],
  ['en-US', '−1.000', '−1', '.000'],
  ['en-US', '-12', '-12', ''],
  ['de-DE', '−<0.01', '−<0', ',01'],
  ['en-US', '0.000000000000000001', '0', '.000000000000000001'],
  ['en-US', '98765432109876543210.123456789012345678', '98,765,432,109,876,543,210', '.123456789012345678'],
])('on %s the exact amount %s is %s and %s', async (language, value, whole, decimals) => {
  const { formatDecimal } = await on(language)
  expect(formatDecimal(value)).toEqual({ whole, decimals })
})

it.each([
  ['1.999999', 2, '1.99'],
  ['+0.5', 2, '+0.50'],
  ['−7.349', 2, '−7.34'],
  ['0.0000001', 6, '<0.000001'],
  ['−0.001', 2, '−<0.01'],
  ['997.5', 2, '997.50'],
  ['0', 2, '0.00'],
])('at a glance %s with %s decimals is %s', async (value, decimals, expected) => {
  const { glanceOf } = await on('en-US')
  expect(glanceOf(value, decimals)).toBe(expected)
})

it.each([
  ['997.5', 2, '997.50', false],
  ['+1.999', 2, '+1.999', true],
  ['−0.751941220123456789', 6, '−0.751941220123456789', true],
  ['1.2300', 2, '1.2300', false],
  ['3', 6, '3.000000', false],
])('exactly %s with at least %s decimals is %s', async (value, decimals, expected, hides) => {
  const { exactOf, hidesDigits } = await on('en-US')
  expect(exactOf(value, decimals)).toBe(expected)
  expect(hidesDigits(value, decimals)).toBe(hides)
})

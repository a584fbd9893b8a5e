import { describe, expect, it } from 'vitest'
import { plainAmount, shownAmount } from './typed-amount.ts'

const read = (typed: string, locale: string) =>
  plainAmount(typed, new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }))

describe('an amount as it is typed', () => {
  it.each([
    ['en', '42000', '42000'],
    ['en', '42,000', '42000'],
    ['en', ' 1,234,567.50 ', '1234567.50'],
    ['en', '42000.5', '42000.5'],
    ['en-IN', '12,34,567', '1234567'],
    ['de', '42.000', '42000'],
    ['de', '42.000,50', '42000.50'],
    ['de', '42000,5', '42000.5'],
    ['fr', '42 000,50', '42000.50'],
    ['de-CH', "42'000.50", '42000.50'],
    ['de-CH', '42’000', '42000'],
  ])('in %s, “%s” is %s', (locale, typed, plain) => {
    expect(read(typed, locale)).toBe(plain)
  })

  it.each([
    ['en', '42.000'],
    ['en', '42,00'],
    ['en', '4,2000'],
    ['de', '42,000'],
    ['en', '42k'],
    ['en', '-42'],
    ['en', ''],
    ['en', ',000'],
  ])('in %s, “%s” is not guessed at', (locale, typed) => {
    expect(read(typed, locale)).toBe(typed)
  })

  it('is shown with the device’s own signs, and what is none as it is', () => {
    expect(shownAmount('42000')).toBe('42,000')
    expect(shownAmount('1234567.5')).toBe('1,234,567.5')
    expect(shownAmount('lots')).toBe('lots')
  })
})

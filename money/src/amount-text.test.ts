import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { type Amount, amountOf } from './amount.ts'
import { displayAmount, formatAmount, isShownWhole, parseAmount, readAmount, shownText } from './amount-text.ts'
import type { Asset } from './assets.ts'
import { anyAmount, anyRounding, expectRefusal, largestUnits } from './test-money.ts'

test.each([
  ['QMGT', '1.5', 1_500_000_000_000_000_000n, '1.5'],
  ['QMGT', '0', 0n, '0'],
  ['QMGT', '0.000000000000000001', 1n, '0.000000000000000001'],
  ['QMGT', '12.340', 12_340_000_000_000_000_000n, '12.34'],
  ['QMGT', '99999999999999999999.999999999999999999', largestUnits, '99999999999999999999.999999999999999999'],
  ['USD', '19.99', 1999n, '19.99'],
  ['USD', '20.10', 2010n, '20.1'],
  ['USD', '20.00', 2000n, '20'],
  ['USD', '0.05', 5n, '0.05'],
  ['USD', '999999999999999999999999999999999999.99', largestUnits, '999999999999999999999999999999999999.99'],
] as const)('%s %s is %s base units, written %s', (asset, text, units, written) => {
  expect(parseAmount(asset, text)).toEqual({ asset, units })
  expect(readAmount(asset, text)).toEqual({ ok: true, amount: { asset, units } })
  expect(formatAmount(amountOf(asset, units))).toBe(written)
})

test.each([
  ['USD', '', 'Empty'],
  ['USD', '1.999', 'TooManyDecimals'],
  ['USD', '1.990', 'TooManyDecimals'],
  ['QMGT', '0.0000000000000000001', 'TooManyDecimals'],
  ['QMGT', '100000000000000000000', 'TooLarge'],
  ['USD', '1000000000000000000000000000000000000', 'TooLarge'],
  ['USD', `1${'0'.repeat(39)}`, 'TooLarge'],
  ['USD', '.5', 'NotANumber'],
  ['USD', '-1', 'NotANumber'],
] as const)('%s %j is refused: %s', (asset, text, reason) => {
  expect(readAmount(asset, text)).toEqual({ ok: false, reason })
  expectRefusal(() => parseAmount(asset, text), reason, `${JSON.stringify(text)} is not an amount of ${asset}`)
})

test('text longer than any amount is refused unread', () => {
  expect(readAmount('USD', '1'.repeat(41))).toEqual({ ok: false, reason: 'TooLong' })
})

test('the amount is known by its asset', () => {
  expectTypeOf(parseAmount('GAE', '1')).toEqualTypeOf<Amount<'GAE'>>()
})

test('writing and reading is the identity', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      expect(parseAmount(amount.asset, formatAmount(amount))).toEqual(amount)
      expect(formatAmount(amount)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
    }),
  )
})

const shown = (text: string, decimals: number, rounding: 'up' | 'down' | 'half-even', separator = ',') =>
  displayAmount(parseAmount('QMGT', text), { decimals, rounding, separator })

test('shown with as many decimals as asked, rounded as named', () => {
  expect(shown('1.125', 2, 'down')).toEqual({ whole: '1', decimals: '12' })
  expect(shown('1.125', 2, 'up')).toEqual({ whole: '1', decimals: '13' })
  expect(shown('1.125', 2, 'half-even')).toEqual({ whole: '1', decimals: '12' })
  expect(shown('1.135', 2, 'half-even')).toEqual({ whole: '1', decimals: '14' })
  expect(shown('999.999', 2, 'up')).toEqual({ whole: '1,000', decimals: '00' })
  expect(shown('0.004', 2, 'down')).toEqual({ whole: '0', decimals: '00' })
  expect(shown('0.04', 2, 'down')).toEqual({ whole: '0', decimals: '04' })
  expect(shown('2.5', 0, 'half-even')).toEqual({ whole: '2', decimals: '' })
  expect(shown('1', 20, 'down')).toEqual({ whole: '1', decimals: '0'.repeat(20) })
  expect(displayAmount(amountOf('USD', 5n), { decimals: 4, rounding: 'down', separator: '' })).toEqual({
    whole: '0',
    decimals: '0500',
  })
})

test('thousands are set apart by whatever is given', () => {
  expect(shown('1', 0, 'down').whole).toBe('1')
  expect(shown('12', 0, 'down').whole).toBe('12')
  expect(shown('123', 0, 'down').whole).toBe('123')
  expect(shown('1234', 0, 'down').whole).toBe('1,234')
  expect(shown('123456', 0, 'down').whole).toBe('123,456')
  expect(shown('1234567.8', 1, 'down', '\u202f')).toEqual({ whole: '1\u202f234\u202f567', decimals: '8' })
  expect(shown('1234567', 0, 'down', '').whole).toBe('1234567')
  expect(shown('1234567', 0, 'down', '$&').whole).toBe('1$&234$&567')
})

test('what is shown is within one of the last digit, on the named side', () => {
  fc.assert(
    fc.property(anyAmount, fc.integer({ min: 0, max: 18 }), anyRounding, (amount, decimals, rounding) => {
      const scale = 10n ** BigInt(amount.asset === 'USD' ? 2 : 18)
      const { whole, decimals: fraction } = displayAmount(amount, { decimals, rounding, separator: ' ' })
      expect(fraction).toHaveLength(decimals)
      expect(whole).toMatch(/^\d{1,3}( \d{3})*$/)
      const off = BigInt(whole.replaceAll(' ', '') + fraction) * scale - amount.units * 10n ** BigInt(decimals)
      expect(-scale < off && off < scale).toBe(true)
      if (rounding === 'down') expect(off <= 0n).toBe(true)
      if (rounding === 'up') expect(off >= 0n).toBe(true)
    }),
  )
})

test.each([
  ['USDT', '997.5', '997.50 USDT', true],
  ['USD', '1234567', '1,234,567.00 USD', true],
  ['USDAU', '1.999', '1.99 USDAU', false],
  ['QMGT', '9.925373134328358208', '9.925373 QMGT', false],
  ['GCA', '2', '2.000000 GCA', true],
  ['USDT', '0', '0.00 USDT', true],
  ['USDT', '0.001', '<0.01 USDT', false],
  ['QMGT', '0.000000000000000001', '<0.000001 QMGT', false],
] as const)('people are shown of %s %s: %s', (asset, text, expected, whole) => {
  const amount = parseAmount<Asset>(asset, text)
  expect(shownText(amount)).toBe(expected)
  expect(isShownWhole(amount)).toBe(whole)
})

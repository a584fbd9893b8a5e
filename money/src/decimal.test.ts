import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  digitLimit,
  digitsOf,
  formatDecimal,
  parseDecimal,
  quotientOf,
  readDecimal,
  textLimit,
  valueLimit,
} from './decimal.ts'
import { anyUnits, expectRefusal } from './test-money.ts'

test('the limits are those of numeric(38,0)', () => {
  expect(digitLimit).toBe(38)
  expect(valueLimit).toBe(100_000_000_000_000_000_000_000_000_000_000_000_000n)
  expect(textLimit).toBe(40)
})

test.each([
  ['0', 0n, 0],
  ['0.5', 5n, 1],
  ['0.0', 0n, 1],
  ['1.50', 150n, 2],
  ['10', 10n, 0],
  ['907.060504', 907_060_504n, 6],
  [`0.${'0'.repeat(37)}1`, 1n, 38],
  ['9'.repeat(38), 10n ** 38n - 1n, 0],
  [`9.${'9'.repeat(37)}`, 10n ** 38n - 1n, 37],
])('%s is a number', (text, value, scale) => {
  expect(readDecimal(text, 38)).toEqual({ ok: true, decimal: { value, scale } })
  expect(parseDecimal(text, 38)).toEqual({ value, scale })
})

const notNumbers = [
  '.5',
  '5.',
  '.',
  '00',
  '00.5',
  '01',
  '1.2.3',
  '-1',
  '+1',
  '-0',
  '1e3',
  '1E3',
  '1e-3',
  '0x10',
  '1n',
  '1_000',
  '1,5',
  '1,000.00',
  "1'000",
  ' 1',
  '1 ',
  '1\n',
  '\n1',
  '1 000',
  ' ',
  '\t',
  '1\u00a0000',
  '\u200b1',
  '\ufeff1',
  'a',
  'NaN',
  'Infinity',
  '٣',
  '１',
  '१.५',
  '1.٥',
  '²',
  '½',
  'Ⅷ',
  '1·5',
  '1٫5',
  '$1',
  '1%',
  '1/2',
  '(1)',
  'null',
]

test.each(notNumbers)('%j is not a number', (text) => {
  expect(readDecimal(text, 38)).toEqual({ ok: false, reason: 'NotANumber' })
  expectRefusal(
    () => parseDecimal(text, 3),
    'NotANumber',
    `${JSON.stringify(text)} is not a number with at most 3 decimals`,
  )
})

test('nothing is not zero', () => {
  expect(readDecimal('', 18)).toEqual({ ok: false, reason: 'Empty' })
  expectRefusal(() => parseDecimal('', 18), 'Empty', '"" is not a number with at most 18 decimals')
})

test('decimals count as written, zeros too', () => {
  expect(readDecimal('1.12', 2).ok).toBe(true)
  expect(readDecimal('1.123', 2)).toEqual({ ok: false, reason: 'TooManyDecimals' })
  expect(readDecimal('1.120', 2)).toEqual({ ok: false, reason: 'TooManyDecimals' })
  expect(readDecimal('1', 0).ok).toBe(true)
  expect(readDecimal('1.0', 0)).toEqual({ ok: false, reason: 'TooManyDecimals' })
})

test('39 digits are too large', () => {
  expect(readDecimal(`1${'0'.repeat(38)}`, 0)).toEqual({ ok: false, reason: 'TooLarge' })
  expect(readDecimal(`10.${'0'.repeat(37)}`, 38)).toEqual({ ok: false, reason: 'TooLarge' })
})

test('text that is longer than any number is refused unread, and cut in the message', () => {
  expect(readDecimal('x'.repeat(40), 18)).toEqual({ ok: false, reason: 'NotANumber' })
  expect(readDecimal('x'.repeat(41), 18)).toEqual({ ok: false, reason: 'TooLong' })
  expect(readDecimal('1'.repeat(40), 18)).toEqual({ ok: false, reason: 'TooLarge' })
  const shown = JSON.stringify('1'.repeat(40))
  expectRefusal(
    () => parseDecimal('1'.repeat(1_000_000), 6),
    'TooLong',
    `${shown} is not a number with at most 6 decimals`,
  )
})

test('any text at all is read or refused, and what is read is written back the same but for zeros at the end', () => {
  const likely = fc.string({ unit: fc.constantFrom(...'0123456789.-e, '), maxLength: 45 })
  fc.assert(
    fc.property(
      fc.oneof(likely, fc.string({ unit: 'binary' })),
      fc.integer({ min: 0, max: 38 }),
      (text, maxDecimals) => {
        const reading = readDecimal(text, maxDecimals)
        if (!reading.ok) return
        const written = formatDecimal(reading.decimal)
        expect(text.replace(/(\.[0-9]*?)0+$/, '$1').replace(/\.$/, '')).toBe(written)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  [0n, 0, '0'],
  [0n, 18, '0'],
  [5n, 0, '5'],
  [100n, 0, '100'],
  [100n, 2, '1'],
  [100n, 3, '0.1'],
  [150n, 2, '1.5'],
  [105n, 2, '1.05'],
  [1n, 18, '0.000000000000000001'],
  [10n ** 38n - 1n, 18, '99999999999999999999.999999999999999999'],
])('%s with %s decimals is written %s', (value, scale, text) => {
  expect(formatDecimal({ value, scale })).toBe(text)
})

test('digits keep all decimals of the scale', () => {
  expect(digitsOf({ value: 100n, scale: 2 })).toEqual({ whole: '1', decimals: '00' })
  expect(digitsOf({ value: 7n, scale: 2 })).toEqual({ whole: '0', decimals: '07' })
  expect(digitsOf({ value: 12n, scale: 2 })).toEqual({ whole: '0', decimals: '12' })
  expect(digitsOf({ value: 12n, scale: 0 })).toEqual({ whole: '12', decimals: '' })
})

test('writing and reading is the identity', () => {
  fc.assert(
    fc.property(anyUnits, fc.integer({ min: 0, max: 38 }), (value, scale) => {
      const decimal = parseDecimal(formatDecimal({ value, scale }), scale)
      expect(decimal.value * 10n ** BigInt(scale - decimal.scale)).toBe(value)
    }),
  )
})

test('a quotient is rounded once, at the end', () => {
  const [third, three, half] = [
    { value: 333n, scale: 3 },
    { value: 3n, scale: 0 },
    { value: 50n, scale: 2 },
  ]
  expect(quotientOf([], [], 0, 'down')).toBe(1n)
  expect(quotientOf([], [], 3, 'down')).toBe(1000n)
  expect(quotientOf([third], [], 3, 'down')).toBe(333n)
  expect(quotientOf([third], [], 2, 'up')).toBe(34n)
  expect(quotientOf([third, three], [], 3, 'down')).toBe(999n)
  expect(quotientOf([half], [three], 5, 'down')).toBe(16_666n)
  expect(quotientOf([half], [three], 5, 'half-even')).toBe(16_667n)
  expect(quotientOf([three], [half], 0, 'down')).toBe(6n)
  expect(quotientOf([three, half], [half, three], 1, 'up')).toBe(10n)
  expect(quotientOf([three], [half, half], 0, 'up')).toBe(12n)
})

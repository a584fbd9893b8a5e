import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customerGets, customerPays, divide } from './rounding.ts'
import { anyRounding, anyUnits } from './test-money.ts'

test.each([
  // dividend, divisor, up, down, half-even
  [0n, 2n, 0n, 0n, 0n],
  [1n, 2n, 1n, 0n, 0n],
  [2n, 2n, 1n, 1n, 1n],
  [3n, 2n, 2n, 1n, 2n],
  [5n, 2n, 3n, 2n, 2n],
  [7n, 2n, 4n, 3n, 4n],
  [4n, 3n, 2n, 1n, 1n],
  [5n, 3n, 2n, 1n, 2n],
  [7n, 3n, 3n, 2n, 2n],
  [8n, 3n, 3n, 2n, 3n],
  [10_000_000_000_000_000_000_000_000_000_001n, 10n ** 31n, 2n, 1n, 1n],
  [5n * 10n ** 30n, 10n ** 31n, 1n, 0n, 0n],
  [5n * 10n ** 30n + 1n, 10n ** 31n, 1n, 0n, 1n],
  [15n * 10n ** 30n - 1n, 10n ** 31n, 2n, 1n, 1n],
  [15n * 10n ** 30n, 10n ** 31n, 2n, 1n, 2n],
])('%s / %s is %s up, %s down, %s to the even half', (dividend, divisor, up, down, halfEven) => {
  expect(divide(dividend, divisor, 'up')).toBe(up)
  expect(divide(dividend, divisor, 'down')).toBe(down)
  expect(divide(dividend, divisor, 'half-even')).toBe(halfEven)
})

test('what a customer pays rounds up, what they get rounds down', () => {
  expect(divide(1n, 3n, customerPays)).toBe(1n)
  expect(divide(2n, 3n, customerGets)).toBe(0n)
})

test('a rounding that nobody defined is an error, not a default', () => {
  // @ts-expect-error there is no such rounding
  expect(() => divide(1n, 2n, 'half-up')).toThrow(TypeError)
  // @ts-expect-error rounding has to be named
  expect(() => divide(1n, 2n)).toThrow(TypeError)
})

test('down and up enclose the exact quotient within one, and every rounding is one of them', () => {
  fc.assert(
    fc.property(anyUnits, fc.bigInt(1n, 10n ** 20n), anyRounding, (dividend, divisor, rounding) => {
      const down = divide(dividend, divisor, 'down')
      const up = divide(dividend, divisor, 'up')
      expect(down * divisor <= dividend && dividend <= up * divisor).toBe(true)
      expect(up - down).toBe(dividend % divisor === 0n ? 0n : 1n)
      expect([down, up]).toContain(divide(dividend, divisor, rounding))
    }),
  )
})

test('to the even half is never further from the exact quotient than the other way', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 6n), fc.bigInt(1n, 50n), (dividend, divisor) => {
      const nearest = divide(dividend, divisor, 'half-even')
      const off = nearest * divisor - dividend
      const twice = (off < 0n ? -off : off) * 2n
      expect(twice <= divisor).toBe(true)
      if (twice === divisor) expect(nearest % 2n).toBe(0n)
    }),
  )
})

import { expect, it } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  cutDecimals,
  multiplyDecimals,
  percentBetween,
  subtractDecimals,
} from './decimal-text.ts'

it.each([
  ['1', '1.000', 0],
  ['0.1', '0.09', 1],
  ['9007199254740993', '9007199254740992.999999999999999999', 1],
  ['0.000000000000000001', '0.000000000000000002', -1],
  ['-1', '0', -1],
])('compares %s with %s to the last digit: %s', (a, b, expected) => {
  expect(compareDecimals(a, b)).toBe(expected)
})

it.each([
  ['0.1', '0.2', '0.3'],
  ['9007199254740993', '0.000000000000000001', '9007199254740993.000000000000000001'],
  ['1', '-2.5', '-1.5'],
])('adds %s and %s without losing a digit: %s', (a, b, expected) => {
  expect(addDecimals(a, b)).toBe(expected)
})

it.each([
  ['100', '1', '99'],
  ['250.500000000000000001', '1', '249.500000000000000001'],
  ['0.5', '1', '-0.5'],
])('takes from %s the amount %s without losing a digit: %s', (a, b, expected) => {
  expect(subtractDecimals(a, b)).toBe(expected)
})

it.each([
  ['0.1', '0.2', '0.02'],
  ['1.000000000000000001', '131.25', '131.25000000000000013125'],
  ['-2', '1.5', '-3.0'],
])('multiplies %s by %s without losing a digit: %s', (a, b, expected) => {
  expect(multiplyDecimals(a, b)).toBe(expected)
})

it.each([
  ['1.999', 2, '1.99'],
  ['1', 2, '1.00'],
  ['-0.129', 2, '-0.12'],
  ['0.009', 2, '0.00'],
  ['12.5', 0, '12'],
])('cuts %s to %s decimals and never rounds up: %s', (text, decimals, expected) => {
  expect(cutDecimals(text, decimals)).toBe(expected)
})

it.each([
  ['128.41', '130.00', '1.23'],
  ['100', '99.5', '-0.50'],
  ['100', '100.00', '0.00'],
  ['0', '5', undefined],
])('from %s to %s are %s per cent', (from, to, expected) => {
  expect(percentBetween(from, to)).toBe(expected)
})

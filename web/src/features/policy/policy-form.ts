import type { PolicyNumber } from '@ingot/endpoints/policy'
import * as z from 'zod/mini'

const decimal = /^-?\d+(\.\d+)?$/

/** Decimal texts compared digit by digit: no figure of the policy becomes a floating number. */
const scaled = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') ? -units : units
}

const isWithin = (value: string, least: string, most: string): boolean => {
  const decimals = Math.max(...[value, least, most].map((text) => text.split('.')[1]?.length ?? 0))
  const [given, low, high] = [scaled(value, decimals), scaled(least, decimals), scaled(most, decimals)]
  return low <= given && given <= high
}

/** In groups of three that no device takes for decimals: who types it back means the same number. */
export const grouped = (value: string): string => {
  const [whole = '', ...decimals] = value.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u202f'), ...decimals].join('.')
}

/** What is typed in the form, checked before it is sent; the server checks it again. */
export const numberShape = ({ least, most }: Pick<PolicyNumber, 'least' | 'most'>) => ({
  value: z.string().check(
    z.trim(),
    z.regex(decimal, 'Please enter a number, with a point before its decimals.'),
    z.refine(
      (value) => !decimal.test(value) || !decimal.test(least) || !decimal.test(most) || isWithin(value, least, most),
      `Please enter a number from ${grouped(least)} to ${grouped(most)}.`,
    ),
  ),
  from: z
    .string()
    .check(
      z.refine(
        (from) => from === '' || new Date(from).getTime() > Date.now(),
        'Please choose a moment that is still to come, or none.',
      ),
    ),
})

/** The moment that was chosen, as everybody knows it; empty where it is at once. */
export const momentOf = (from: string): string => (from === '' ? '' : new Date(from).toISOString())

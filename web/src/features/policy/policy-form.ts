import type { PolicyNumber } from '@ingot/endpoints/policy'
import * as z from 'zod/mini'
import { formatDecimal } from '../../lib/local-format.ts'
import { readEntry } from '../../lib/typed-amount.ts'

/** Decimal texts compared digit by digit: no figure of the policy becomes a floating number. */
const scaled = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

const isWithin = (value: string, least: string, most: string): boolean => {
  const decimals = Math.max(...[value, least, most].map((text) => text.split('.')[1]?.length ?? 0))
  const [given, low, high] = [scaled(value, decimals), scaled(least, decimals), scaled(most, decimals)]
  return low <= given && given <= high
}

/** As the device writes numbers. */
export const grouped = (value: string): string => {
  const { whole, decimals } = formatDecimal(value)
  return `${whole}${decimals}`
}

/** What was typed as people write numbers, as it is sent. */
export const exactValue = (text: string): string => readEntry({ text }, '').amount ?? text

/** What is typed in the form, checked before it is sent; the server checks it again. */
export const numberShape = ({ least, most }: Pick<PolicyNumber, 'least' | 'most'>) => ({
  value: z.string().check(
    z.refine(
      (text) => {
        const { amount } = readEntry({ text }, '')
        return amount !== undefined && isWithin(amount, least, most)
      },
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

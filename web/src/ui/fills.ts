import { decimalsOf } from '../lib/asset-figures.ts'
import { cutDecimals, multiplyDecimals } from '../lib/decimal-text.ts'
import type { Fill } from './amount-field.tsx'

const shares = [
  { name: '25 %', part: '0.25' },
  { name: '50 %', part: '0.5' },
]

/** Parts of what there is, in the decimals that are shown; all of it to the last digit, so that nothing is left over. */
export const fillsOf = (asset: string, balance: string | undefined): Fill[] => {
  if (balance === undefined || !/[1-9]/.test(balance)) return []
  const parts = shares.map(({ name, part }) => ({
    name,
    of: `of your ${asset}`,
    amount: cutDecimals(multiplyDecimals(balance, part), decimalsOf(asset)),
  }))
  return [...parts.filter(({ amount }) => /[1-9]/.test(amount)), { name: 'Max', amount: balance }]
}

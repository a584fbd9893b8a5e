import { type IssuedToken, isTrancheName } from '@ingot/endpoints/treasury'
import * as z from 'zod/mini'
import { readEntry } from '../../lib/typed-amount.ts'

const problemOf = (text: string, asset: string): string | undefined => {
  const { amount, problem } = readEntry({ text }, asset)
  if (problem !== undefined) return problem
  return amount !== undefined && /[1-9]/.test(amount) ? undefined : 'Please enter an amount above zero.'
}

/** An amount as people write it. */
export const amountField = (asset: string) =>
  z.string().check(
    z.refine((text) => problemOf(text, asset) === undefined, {
      error: ({ input }) => problemOf(String(input), asset),
    }),
  )

/** The same as it is sent. */
export const exactAmount = (text: string, asset: string): string => readEntry({ text }, asset).amount ?? text

export const nameField = (asset: IssuedToken) =>
  z.string().check(
    z.trim(),
    z.refine(
      (name) => isTrancheName(name, asset),
      `Please begin with ${asset.toLowerCase()}- and use small letters, digits, points and hyphens, at most 40 after that.`,
    ),
  )

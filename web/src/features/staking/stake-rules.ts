import type { Stake, Staking } from '@ingot/endpoints/staking-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals, cutDecimals, multiplyDecimals } from '../../lib/decimal-text.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { shortWords } from '../../lib/use-balance-of.ts'

export type Term = Staking['terms'][number]

/** As many as QMGT has. */
const unitDecimals = 18

export const dayMs = 24 * 60 * 60 * 1_000

export const isSome = (amount: string): boolean => /[1-9]/.test(amount)

export const inQmgt = (amount: string): string => amountWords({ asset: 'QMGT', amount })

/** A limit, written as it was set: 1 and not 1.000000. */
export const limitQmgt = (amount: string): string => {
  const { whole, decimals } = formatDecimal(amount)
  return `${whole}${decimals} QMGT`
}

/** What would be set aside, to the last unit: what is left over of a unit stays in the pool. */
export const rewardOf = (amount: string, basisPoints: number): string =>
  cutDecimals(multiplyDecimals(multiplyDecimals(amount, String(basisPoints)), '0.0001'), unitDecimals)

const lesser = (a: string, b: string): string => (compareDecimals(a, b) < 0 ? a : b)

/** The most that can be staked for a term now. */
export const mostFor = ({ most, available }: Pick<Staking, 'most' | 'available'>, term: Term): string =>
  [most, term.most].reduce(lesser, available)

/** Whether the pool has enough for the least stake of a term. */
export const isOffered = ({ least }: Pick<Staking, 'least'>, term: Term): boolean =>
  compareDecimals(term.most, least) >= 0

/** Nothing can begin: there is nothing to set aside. */
export const isPoolEmpty = (staking: Staking): boolean =>
  staking.pool.isEmpty || !staking.terms.some((term) => isOffered(staking, term))

/** Which limit an amount misses; undefined for none. */
export const problemOf = (staking: Staking, term: Term, amount: string | undefined): string | undefined => {
  if (amount === undefined || !isSome(amount)) return undefined
  const { least, most, available } = staking
  if (compareDecimals(amount, least) < 0) return `The least is ${limitQmgt(least)}.`
  if (compareDecimals(amount, most) > 0) return `The most at once is ${limitQmgt(most)}.`
  if (compareDecimals(amount, term.most) > 0)
    return `The pool of rewards has enough for ${inQmgt(term.most)} in this term.`
  return shortWords('QMGT', amount, available)
}

/** Whether something of it can be claimed at this moment. */
export const canClaim = ({ claimable, claimableFrom }: Pick<Stake, 'claimable' | 'claimableFrom'>): boolean =>
  isSome(claimable) && claimableFrom !== null && Date.parse(claimableFrom) <= Date.now()

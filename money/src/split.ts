import { type Amount, amountOf } from './amount.ts'
import type { Asset } from './assets.ts'
import { MoneyError } from './money-error.ts'

/**
 * Shares by weight, in the order of the weights, which add up to the whole. Each is its exact part rounded down; the
 * base units left over go one each to the largest remainders, of equal ones to the earlier. So no share is a whole unit
 * off, a greater weight never gets less, and a weight of zero gets nothing.
 */
export const split = <A extends Asset>(whole: Amount<A>, weights: readonly bigint[]): Amount<A>[] => {
  if (weights.some((weight) => weight < 0n)) throw new MoneyError('Negative', `weights ${weights}`)
  const totalWeight = weights.reduce((total, weight) => total + weight, 0n)
  if (totalWeight === 0n) throw new MoneyError('NotPositive', `weights ${weights}`)

  const parts = weights.map((weight) => ({
    units: (whole.units * weight) / totalWeight,
    remainder: (whole.units * weight) % totalWeight,
  }))
  const left = parts.reduce((units, part) => units - part.units, whole.units)
  const luckyParts = new Set(parts.toSorted(byLargestRemainder).slice(0, Number(left)))
  return parts.map((part) => amountOf(whole.asset, luckyParts.has(part) ? part.units + 1n : part.units))
}

/** The sort is stable, which keeps equal ones in their order. */
const byLargestRemainder = (a: { remainder: bigint }, b: { remainder: bigint }): number => {
  if (a.remainder === b.remainder) return 0
  return a.remainder > b.remainder ? -1 : 1
}

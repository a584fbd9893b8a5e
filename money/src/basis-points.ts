import { type Amount, amountOf, decimalOf, subtract } from './amount.ts'
import { type Asset, assetTable } from './assets.ts'
import { quotientOf } from './decimal.ts'
import { MoneyError } from './money-error.ts'
import type { Rounding } from './rounding.ts'

/** A basis point is the fourth decimal of the whole; 100 are one percent. */
export const basisPointDecimals = 4
export const basisPointsOfWhole = 10n ** BigInt(basisPointDecimals)

/** So many parts of the amount out of so many: what has vested by today, what a margin asks for. */
export const portionOf = <A extends Asset>(
  amount: Amount<A>,
  parts: bigint,
  outOf: bigint,
  rounding: Rounding,
): Amount<A> => {
  if (parts < 0n) throw new MoneyError('Negative', `${parts} of ${outOf} parts`)
  if (outOf <= 0n) throw new MoneyError('NotPositive', `${parts} of ${outOf} parts`)
  const units = quotientOf(
    [decimalOf(amount), { value: parts, scale: 0 }],
    [{ value: outOf, scale: 0 }],
    assetTable[amount.asset].decimals,
    rounding,
  )
  return amountOf(amount.asset, units)
}

export const basisPointsOf = <A extends Asset>(amount: Amount<A>, points: bigint, rounding: Rounding): Amount<A> =>
  portionOf(amount, points, basisPointsOfWhole, rounding)

/** Fee and rest are the whole, because only the fee is rounded. */
export const takeFee = <A extends Asset>(
  amount: Amount<A>,
  points: bigint,
  rounding: Rounding,
): { fee: Amount<A>; rest: Amount<A> } => {
  const fee = basisPointsOf(amount, points, rounding)
  return { fee, rest: subtract(amount, fee) }
}

import { basisPointDecimals, basisPointsOfWhole } from './basis-points.ts'
import { type Decimal, digitLimit, parseDecimal, valueLimit } from './decimal.ts'
import { MoneyError } from './money-error.ts'

declare const checked: unique symbol

/**
 * A price: how much of one thing for one unit of another. Exact, positive, and without zeros at the end, so that equal
 * rates look alike. There is no inverse, which would have to be rounded; `convertBack` divides instead.
 */
export type Rate = Decimal & { readonly [checked]: true }

const shortest = (decimal: Decimal): Decimal =>
  decimal.scale > 0 && decimal.value % 10n === 0n
    ? shortest({ value: decimal.value / 10n, scale: decimal.scale - 1 })
    : decimal

/** As a price feed answers: a whole number, and how many of its digits are decimals. */
export const rateOf = (value: bigint, decimals: number): Rate => {
  const given = `${value} with ${decimals} decimals`
  if (!Number.isInteger(decimals) || decimals < 0) throw new MoneyError('OutOfRange', given)
  if (value <= 0n) throw new MoneyError('NotPositive', given)
  const rate = shortest({ value, scale: decimals })
  if (rate.value >= valueLimit) throw new MoneyError('TooLarge', given)
  if (rate.scale > digitLimit) throw new MoneyError('TooManyDecimals', given)
  return Object.freeze(rate) as Rate
}

/** `formatDecimal` is the way back. */
export const parseRate = (text: string): Rate => {
  const { value, scale } = parseDecimal(text, digitLimit)
  return rateOf(value, scale)
}

/** Each spread adds up to four digits and rounds none, until there are more than a rate may have. */
const scaled = (rate: Rate, points: bigint): Rate => rateOf(rate.value * points, rate.scale + basisPointDecimals)

const assertSpread = (points: bigint): void => {
  if (points < 0n) throw new MoneyError('Negative', `a spread of ${points} basis points`)
}

export const rateAbove = (rate: Rate, points: bigint): Rate => {
  assertSpread(points)
  return scaled(rate, basisPointsOfWhole + points)
}

/** Less than the whole, since what is left must be a rate. */
export const rateBelow = (rate: Rate, points: bigint): Rate => {
  assertSpread(points)
  return scaled(rate, basisPointsOfWhole - points)
}

/** Whether a rate is at most so many basis points of another away from it. Exact: nothing is divided. */
export const isNear = (rate: Rate, other: Rate, points: bigint): boolean => {
  assertSpread(points)
  const [a, b] = [rate.value * 10n ** BigInt(other.scale), other.value * 10n ** BigInt(rate.scale)]
  return (a > b ? a - b : b - a) * basisPointsOfWhole <= b * points
}

import { basisPointDecimals, basisPointsOfWhole } from '@ingot/money/basis-points'
import { type Decimal, formatDecimal, quotientOf } from '@ingot/money/decimal'
import { gramsPerOunce } from '@ingot/money/gold'
import type { Rate } from '@ingot/money/rate'
import type { Rounding } from '@ingot/money/rounding'
import { policy } from '../../policy.ts'

/** As many decimals as a level has: a level is at most a price exactly when it is at most the price rounded down to these. */
const levelDecimals = 18

const percent: Decimal = { value: 100n, scale: 0 }

/** How far the price has to come back: to this share of the level from above, to that from below, and by so much of what it had moved. */
const { backBy } = policy.alerts
const belowLevel = { value: basisPointsOfWhole - backBy, scale: basisPointDecimals }
const aboveLevel = { value: basisPointsOfWhole + backBy, scale: basisPointDecimals }
const lessMoved = { value: backBy, scale: basisPointDecimals }

const levelOf = (factors: readonly Decimal[], divisors: readonly Decimal[], rounding: Rounding): bigint =>
  quotientOf(factors, divisors, levelDecimals, rounding)

const text = (value: bigint): string => formatDecimal({ value, scale: levelDecimals })

const distance = (one: Rate, other: Rate): Decimal => {
  const scale = Math.max(one.scale, other.scale)
  const scaled = (rate: Rate) => rate.value * 10n ** BigInt(scale - rate.scale)
  const apart = scaled(one) - scaled(other)
  return { value: apart < 0n ? -apart : apart, scale }
}

/**
 * Which levels a price reaches, and from which it has come back: `above` those that are at most the first of the two and at least
 * the second, `below` the other way round, `moves` as `above`. Null where the price of the day before is not known.
 */
export type Bounds = Readonly<Record<'above' | 'below', Reached> & { moves: Reached | null }>
type Reached = { fires: string; isBack: string }

export const boundsOf = (perOunce: Rate, dayBefore: Rate | undefined): Bounds => {
  const gram = (rounding: Rounding, ...shares: readonly Decimal[]) =>
    text(levelOf([perOunce], [gramsPerOunce, ...shares], rounding))
  const moved = (rounding: Rounding, before: Rate) => levelOf([distance(perOunce, before), percent], [before], rounding)
  return {
    above: { fires: gram('down'), isBack: gram('up', belowLevel) },
    below: { fires: gram('up'), isBack: gram('down', aboveLevel) },
    moves: dayBefore
      ? {
          fires: text(moved('down', dayBefore)),
          isBack: text(moved('up', dayBefore) + levelOf([lessMoved, percent], [], 'down')),
        }
      : null,
  }
}

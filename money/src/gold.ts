import { type Amount, amountOf, decimalOf } from './amount.ts'
import { assetTable, type DollarAsset, type GramAsset } from './assets.ts'
import { type Decimal, parseDecimal, quotientOf } from './decimal.ts'
import { MoneyError } from './money-error.ts'
import { parseRate, type Rate, rateOf } from './rate.ts'
import type { Rounding } from './rounding.ts'

/** Exactly, by definition of the troy ounce. */
export const gramsPerOunce = parseRate('31.1034768')

/** Dollars for a troy ounce. Wrapped, so that it cannot be taken for a price per gram, which is a plain rate. */
export type OuncePrice = { readonly perOunce: Rate }

/** Straight from the ounce price; by way of a price per gram it would be rounded twice. */
export const usdValueOfGrams = <To extends DollarAsset>(
  grams: Amount<GramAsset>,
  price: OuncePrice,
  to: To,
  rounding: Rounding,
): Amount<To> =>
  amountOf(to, quotientOf([decimalOf(grams), price.perOunce], [gramsPerOunce], assetTable[to].decimals, rounding))

export const gramsForUsd = <To extends GramAsset>(
  dollars: Amount<DollarAsset>,
  price: OuncePrice,
  to: To,
  rounding: Rounding,
): Amount<To> =>
  amountOf(to, quotientOf([decimalOf(dollars), gramsPerOunce], [price.perOunce], assetTable[to].decimals, rounding))

/** What is quoted or printed for one gram. Rounded, because an ounce's price has no exact decimal for a gram. */
export const pricePerGram = (price: OuncePrice, decimals: number, rounding: Rounding): Rate =>
  rateOf(quotientOf([price.perOunce], [gramsPerOunce], decimals, rounding), decimals)

export const gramsOfOunces = <To extends GramAsset>(ounces: Decimal, to: To, rounding: Rounding): Amount<To> =>
  amountOf(to, quotientOf([ounces, gramsPerOunce], [], assetTable[to].decimals, rounding))

export const ouncesOfGrams = (grams: Amount<GramAsset>, decimals: number, rounding: Rounding): Decimal => ({
  value: quotientOf([decimalOf(grams)], [gramsPerOunce], decimals, rounding),
  scale: decimals,
})

/** As bars are weighed and stamped. */
export const weightDecimals = 6
export const finenessDecimals = 2
const pure: Decimal = { value: 1000n, scale: 0 }

/** A bar as it is entered: what it weighs, and how many parts in a thousand are gold. */
type BarText = { readonly grossGrams: string; readonly fineness: string }

/** Never more gold than there is: rounded down, should the decimals above ever exceed what a base unit can tell. */
export const fineGramsOfBar = (bar: BarText): Amount<'XAU'> => {
  const gross = parseDecimal(bar.grossGrams, weightDecimals)
  const fineness = parseDecimal(bar.fineness, finenessDecimals)
  if (gross.value === 0n) throw new MoneyError('NotPositive', 'a bar without weight')
  // Above nothing and at most pure, as a part of the whole bar, is what rounds up to exactly one.
  if (quotientOf([fineness], [pure], 0, 'up') !== 1n) throw new MoneyError('OutOfRange', `fineness ${bar.fineness}`)
  return amountOf('XAU', quotientOf([gross, fineness], [pure], assetTable.XAU.decimals, 'down'))
}

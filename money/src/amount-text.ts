import { type Amount, amountOf, decimalOf } from './amount.ts'
import { type Asset, assetTable, shownDecimals } from './assets.ts'
import { digitsOf, formatDecimal, quotientOf, readDecimal, refusedText, valueLimit } from './decimal.ts'
import type { TextReason } from './money-error.ts'
import type { Rounding } from './rounding.ts'

type AmountReading<A extends Asset> =
  | { readonly ok: true; readonly amount: Amount<A> }
  | { readonly ok: false; readonly reason: TextReason }

/** For forms: says why not. What counts as a number is told in `decimal.ts`. */
export const readAmount = <A extends Asset>(asset: A, text: string): AmountReading<A> => {
  const { decimals } = assetTable[asset]
  const reading = readDecimal(text, decimals)
  if (!reading.ok) return reading
  const units = reading.decimal.value * 10n ** BigInt(decimals - reading.decimal.scale)
  if (units >= valueLimit) return { ok: false, reason: 'TooLarge' }
  return { ok: true, amount: amountOf(asset, units) }
}

/** For code: throws why not. */
export const parseAmount = <A extends Asset>(asset: A, text: string): Amount<A> => {
  const reading = readAmount(asset, text)
  if (!reading.ok) throw refusedText(reading.reason, text, `an amount of ${asset}`)
  return reading.amount
}

/** The wire's text: exact, and read back as the same amount. */
export const formatAmount = (amount: Amount<Asset>): string => formatDecimal(decimalOf(amount))

/**
 * For people's eyes, where there is no page to point at: cut to the decimals that are shown, and never rounded up. What
 * would look like nothing is less than the least that is shown.
 */
export const shownText = (amount: Amount<Asset>): string => {
  const places = shownDecimals[assetTable[amount.asset].unit]
  const textOf = (shown: Amount<Asset>) => {
    const { whole, decimals } = displayAmount(shown, { decimals: places, rounding: 'down', separator: ',' })
    return `${whole}.${decimals} ${amount.asset}`
  }
  const least = 10n ** BigInt(assetTable[amount.asset].decimals - places)
  const isTooLittle = amount.units > 0n && amount.units < least
  return isTooLittle ? `<${textOf(amountOf(amount.asset, least))}` : textOf(amount)
}

/** Whether every digit of it is shown. */
export const isShownWhole = (amount: Amount<Asset>): boolean =>
  amount.units % 10n ** BigInt(assetTable[amount.asset].decimals - shownDecimals[assetTable[amount.asset].unit]) === 0n

type Display = {
  readonly decimals: number
  readonly rounding: Rounding
  /** Stands between thousands; may be empty. */
  readonly separator: string
}

/** For people's eyes, in two parts so that a page can set the decimals smaller. */
export const displayAmount = (amount: Amount<Asset>, display: Display): { whole: string; decimals: string } => {
  const value = quotientOf([decimalOf(amount)], [], display.decimals, display.rounding)
  const { whole, decimals } = digitsOf({ value, scale: display.decimals })
  // A function, because `$` has a meaning in a replacement text.
  return { whole: whole.replace(/\B(?=(?:[0-9]{3})+$)/g, () => display.separator), decimals }
}

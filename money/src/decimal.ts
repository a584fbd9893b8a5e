import { MoneyError, type TextReason } from './money-error.ts'
import { divide, type Rounding } from './rounding.ts'

/** The number value / 10^scale, exactly. Never negative. */
export type Decimal = { readonly value: bigint; readonly scale: number }

/** What `numeric(38,0)` holds: an amount in base units, or the digits of a rate, stays below 10^38. */
export const digitLimit = 38
export const valueLimit = 10n ** BigInt(digitLimit)

/** `0.` and as many decimals as there may be digits. No longer text is valid, so none is looked at. */
export const textLimit = digitLimit + 2

/**
 * ASCII digits, with a point between digits or none. `0.5` and `1.50` are fine; `.5`, `5.`, `00.5`, signs, exponents,
 * spaces and separators are not, so that each text has one meaning wherever it is read.
 */
const decimalText = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

type DecimalReading =
  | { readonly ok: true; readonly decimal: Decimal }
  | { readonly ok: false; readonly reason: TextReason }

/** For forms: says why not. Decimals count as written, so zeros at the end do too. */
export const readDecimal = (text: string, maxDecimals: number): DecimalReading => {
  if (text === '') return { ok: false, reason: 'Empty' }
  if (text.length > textLimit) return { ok: false, reason: 'TooLong' }
  const match = decimalText.exec(text)
  if (!match) return { ok: false, reason: 'NotANumber' }
  const [, whole = '', fraction = ''] = match
  if (fraction.length > maxDecimals) return { ok: false, reason: 'TooManyDecimals' }
  const value = BigInt(whole + fraction)
  if (value >= valueLimit) return { ok: false, reason: 'TooLarge' }
  return { ok: true, decimal: { value, scale: fraction.length } }
}

/** For code: throws why not. */
export const parseDecimal = (text: string, maxDecimals: number): Decimal => {
  const reading = readDecimal(text, maxDecimals)
  if (!reading.ok) throw refusedText(reading.reason, text, `a number with at most ${maxDecimals} decimals`)
  return reading.decimal
}

/** The text is cut, because it may be anything of any length. */
export const refusedText = (reason: TextReason, text: string, wanted: string): MoneyError =>
  new MoneyError(reason, `${JSON.stringify(text.slice(0, textLimit))} is not ${wanted}`)

/** Both sides of the point, with all decimals of the scale. */
export const digitsOf = ({ value, scale }: Decimal): { whole: string; decimals: string } => {
  const digits = value.toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  return { whole: digits.slice(0, point), decimals: digits.slice(point) }
}

/** The one shortest text: no zeros at the end, no point without decimals. */
export const formatDecimal = (decimal: Decimal): string => {
  const { whole, decimals } = digitsOf(decimal)
  const shortest = decimals.replace(/0+$/, '')
  return shortest === '' ? whole : `${whole}.${shortest}`
}

const productOf = (decimals: readonly Decimal[]): Decimal =>
  decimals.reduce((a, b) => ({ value: a.value * b.value, scale: a.scale + b.scale }), { value: 1n, scale: 0 })

/**
 * The product of the factors over the product of the divisors, in units of 10^-scale. All arithmetic with money comes
 * through here, because a formula that is divided once is rounded once.
 */
export const quotientOf = (
  factors: readonly Decimal[],
  divisors: readonly Decimal[],
  scale: number,
  rounding: Rounding,
): bigint => {
  const above = productOf(factors)
  const below = productOf(divisors)
  return divide(above.value * 10n ** BigInt(below.scale + scale), below.value * 10n ** BigInt(above.scale), rounding)
}

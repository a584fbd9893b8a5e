import { cutDecimals } from './decimal-text.ts'

// The words are English; how dates and numbers are written follows the reader's device.

const locales = [...navigator.languages]

/** Made with the first use: making one takes a phone longer than the page it stands on. */
const dates = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (at: Date): string => {
    format ??= new Intl.DateTimeFormat(locales, options)
    return format.format(at)
  }
}

const longDay = dates({ dateStyle: 'long' })
const briefDay = dates({ dateStyle: 'medium' })
const longUtcDay = dates({ dateStyle: 'long', timeZone: 'UTC' })
const ownTime = dates({ timeStyle: 'short' })
const ownClock = dates({ timeStyle: 'medium' })
const ownTimeOfWeek = dates({ weekday: 'long', hour: 'numeric', minute: '2-digit' })
const ownMoment = dates({ dateStyle: 'medium', timeStyle: 'short' })
const utcMoment = dates({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

const numbers = new Map<number, Intl.NumberFormat>()

/** Numbers with so many decimals. */
export const numberFormat = (decimals: number): Intl.NumberFormat => {
  const known = numbers.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat(locales, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numbers.set(decimals, made)
  return made
}

/** A day in the reader's own zone. */
export const formatDay = (at: Date): string => longDay(at)

/** The same where there is little room. */
export const formatBriefDay = (at: Date): string => briefDay(at)

/** A day that is the same for everybody, such as a date of publication. */
export const formatSharedDay = (at: Date): string => longUtcDay(at)

/** A time in the reader's own zone. */
export const formatMoment = (at: Date): string => ownMoment(at)

/** The time of a day that stands above it. */
export const formatTime = (at: Date): string => ownTime(at)

/** A time to the second. */
export const formatClock = (at: Date): string => ownClock(at)

/** A time within a week, by the name of its day. */
export const formatTimeOfWeek = (at: Date): string => ownTimeOfWeek(at)

/** The time that everybody shares, for whoever compares. */
export const formatUtcMoment = (at: Date): string => `${utcMoment(at)} UTC`

const signed = /^([+−-]?<?)(.*)$/

/**
 * An exact decimal text with the device's own separators, in two parts. Every digit stays: the text is never turned into
 * a number. A sign stays as it was written.
 */
export const formatDecimal = (value: string): { whole: string; decimals: string } => {
  const [, sign = '', amount = ''] = signed.exec(value) ?? []
  const digits = amount.split('.')[1]?.length ?? 0
  const parts = numberFormat(digits).formatToParts(amount as Intl.StringNumericLiteral)
  const textOf = (types: readonly string[]) =>
    parts.flatMap(({ type, value: text }) => (types.includes(type) ? [text] : [])).join('')
  return { whole: sign + textOf(['integer', 'group']), decimals: textOf(['decimal', 'fraction']) }
}

/**
 * The text cut to so many decimals, for figures that are read at a glance. What would look like nothing is less than the
 * least that is shown: a little is not zero.
 */
export const glanceOf = (value: string, decimals: number): string => {
  const [, sign = '', amount = ''] = signed.exec(value) ?? []
  const cut = cutDecimals(amount, decimals)
  const isTooLittle = /[1-9]/.test(amount) && !/[1-9]/.test(cut)
  return isTooLittle ? `${sign}<${cut.replace(/0$/, '1')}` : sign + cut
}

/** Every digit, and at least so many decimals: 997.5 dollars are 997.50. */
export const exactOf = (value: string, decimals: number): string => {
  const [, sign = '', amount = ''] = signed.exec(value) ?? []
  const digits = amount.split('.')[1]?.length ?? 0
  return sign + cutDecimals(amount, Math.max(digits, decimals))
}

/** Whether a glance leaves something out. */
export const hidesDigits = (value: string, decimals: number): boolean =>
  /[1-9]/.test(value.split('.')[1]?.slice(decimals) ?? '')

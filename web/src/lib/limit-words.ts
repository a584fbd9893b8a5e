import type { ErrorName } from '@ingot/endpoints/errors'
import { amountWords } from './amount-words.ts'
import type { CallError } from './call-error.ts'
import { formatDecimal } from './local-format.ts'

const dollars = (amount: unknown) => (typeof amount === 'string' ? amountWords({ asset: 'USD', amount }) : undefined)

const grams = (amount: unknown) => {
  if (typeof amount !== 'string') return undefined
  const { whole, decimals } = formatDecimal(amount)
  return `${whole}${decimals} grams of gold`
}

const tooLarge: readonly string[] = ['TradeTooLarge', 'AmountTooLarge'] satisfies ErrorName[]

/** Which limit an amount missed, with its number as the device writes it; undefined for whatever else was refused. */
export const limitWords = ({ name, details }: CallError, what = 'trade'): string | undefined => {
  const most = dollars(details.mostUsd) ?? grams(details.mostGrams)
  const perDay = dollars(details.mostPerDayUsd) ?? grams(details.mostPerDayGrams)
  const left = dollars(details.leftUsd) ?? grams(details.leftGrams)
  const least = dollars(details.leastUsd) ?? grams(details.leastGrams)
  if (name === ('AmountTooSmall' satisfies ErrorName) && least) return `The minimum per ${what} is ${least}.`
  if (tooLarge.includes(name) && most) return `The maximum per ${what} is ${most}.`
  if (name === ('DayLimitReached' satisfies ErrorName) && perDay && left)
    return `The daily limit is ${perDay}. You have ${left} left today.`
  return undefined
}

import { amountText } from '@ingot/endpoints/wallet-fields'
import { amountWords } from '../../../lib/amount-words.ts'
import { compareDecimals, subtractDecimals } from '../../../lib/decimal-text.ts'
import type { Sending, TransferQuote } from './queries.ts'

export type AssetRules = Sending['assets'][number]

export const isAmount = (text: string): boolean => amountText.safeParse(text).success

const least = (...amounts: readonly string[]): string =>
  amounts.reduce((smallest, amount) => (compareDecimals(amount, smallest) < 0 ? amount : smallest))

/** The most that can be sent: what is there less the fee, within the limits of one transfer and of the day. */
export const mostOf = ({ largest, leftToday }: AssetRules, available: string, fee: string): string => {
  const most = least(subtractDecimals(available, fee), largest, leftToday)
  return compareDecimals(most, '0') > 0 ? most : '0'
}

/** The fee before it is known who receives: what begins like an address usually lies outside. */
export const likelyFee = ({ fees }: AssetRules, receiver: string): string =>
  /^0x/i.test(receiver.trim()) ? fees.outside : fees.inner

/** Within which limits can be sent. */
export const limitWords = ({ asset, smallest, largest, leftToday }: AssetRules): string => {
  const say = (amount: string) => amountWords({ amount, asset })
  return `You can send ${say(smallest)} to ${say(largest)} at once, and ${say(leftToday)} more today.`
}

const shortWords = (asset: string, available: string, fee: string): string => {
  const have = `you have ${amountWords({ asset, amount: available })}`
  return /[1-9]/.test(fee)
    ? `Your balance is too low for this: ${have}, and the fee is ${amountWords({ asset, amount: fee })}.`
    : `Your balance is too low for this: ${have}.`
}

/** What is wrong about an amount, in words; undefined when nothing is. */
export const amountProblem = (
  amount: string,
  rules: AssetRules | undefined,
  available: string | undefined,
  quote: TransferQuote | undefined,
): string | undefined => {
  if (!isAmount(amount)) return undefined
  if (rules) {
    const { asset, smallest, largest, leftToday } = rules
    const say = (limit: string) => amountWords({ amount: limit, asset })
    if (compareDecimals(amount, smallest) < 0) return `The minimum per transfer is ${say(smallest)}.`
    if (compareDecimals(amount, largest) > 0) return `The maximum per transfer is ${say(largest)}.`
    if (compareDecimals(amount, leftToday) > 0) return `You can send ${say(leftToday)} more today.`
  }
  if (quote?.affordable === false) return shortWords(quote.asset, quote.available, quote.fee)
  if (rules && available !== undefined && compareDecimals(amount, available) > 0)
    return shortWords(rules.asset, available, '0')
  return undefined
}

const addressPattern = /^0x[0-9a-f]{40}$/i

/** Where only an address will do. Whether its letters are written as they should be is for the server to say. */
export const isAddress = (receiver: string): boolean => addressPattern.test(receiver.trim())

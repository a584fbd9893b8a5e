import type { Quote } from '@ingot/endpoints/trade'
import { amountWords } from '../../lib/amount-words.ts'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { cutDecimals, subtractDecimals } from '../../lib/decimal-text.ts'

type Sums = Pick<Quote, 'pay' | 'fee' | 'receive'>

/** What is paid without the fee. Taken from the figures as they are shown, so that the parts add up to the whole. */
export const exchangedOf = ({ pay, fee }: Pick<Sums, 'pay' | 'fee'>): Sums['pay'] => {
  const shown = ({ asset, amount }: Sums['pay']) => cutDecimals(amount, decimalsOf(asset))
  return { ...pay, amount: subtractDecimals(shown(pay), shown(fee)) }
}

/** The deal in one line, for whoever confirms it. */
export const dealWords = ({ pay, receive }: Sums): string => `Pay ${amountWords(pay)}, receive ${amountWords(receive)}`

/** The same when it is done, with the parts of what was paid on a line of their own. */
export const doneWords = (sums: Sums): string => {
  const { pay, fee, receive } = sums
  const paid = `You paid ${amountWords(pay)} and received ${amountWords(receive)}.`
  return /[1-9]/.test(fee.amount)
    ? `${paid}\n${amountWords(exchangedOf(sums))} was exchanged, and the fee was ${amountWords(fee)}.`
    : paid
}

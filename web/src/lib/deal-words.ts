import { amountWords } from './amount-words.ts'
import { decimalsOf } from './asset-figures.ts'
import { cutDecimals, subtractDecimals } from './decimal-text.ts'

type Sum = { readonly asset: string; readonly amount: string }
type Sums<Pay extends Sum = Sum> = { readonly pay: Pay; readonly fee: Sum; readonly receive: Sum }

/** What is paid without the fee. Taken from the figures as they are shown, so that the parts add up to the whole. */
export const exchangedOf = <Pay extends Sum>({ pay, fee }: Pick<Sums<Pay>, 'pay' | 'fee'>): Pay => {
  const shown = ({ asset, amount }: Sum) => cutDecimals(amount, decimalsOf(asset))
  return { ...pay, amount: subtractDecimals(shown(pay), shown(fee)) }
}

/** The deal in one line, for whoever confirms it. */
export const dealWords = ({ pay, receive }: Pick<Sums, 'pay' | 'receive'>): string =>
  `Pay ${amountWords(pay)}, receive ${amountWords(receive)}`

/** The same when it is done, with the parts of what was paid on a line of their own. */
export const doneWords = (sums: Sums): string => {
  const { pay, fee, receive } = sums
  const paid = `You paid ${amountWords(pay)} and received ${amountWords(receive)}.`
  return /[1-9]/.test(fee.amount)
    ? `${paid}\n${amountWords(exchangedOf(sums))} was exchanged, and the fee was ${amountWords(fee)}.`
    : paid
}

import { makeQuote } from '@ingot/endpoints/trade'
import { cleanAmount } from '../../lib/typed-amount.ts'
import { type Direction, pairOf, type TradedAsset } from './assets.ts'
import type { Wanted } from './queries.ts'

export type Field = 'pay' | 'receive'

/** What the customer entered. Only one of the two amounts is his; the other follows from the quote. */
export type SwapForm = Direction & { readonly of: Field; readonly amount: string }

export const emptyForm: SwapForm = { pay: 'USDT', receive: 'QMGT', of: 'pay', amount: '' }

export const typeAmount = (form: SwapForm, of: Field, typed: string): SwapForm => {
  const amount = cleanAmount(typed)
  return amount === null ? form : { ...form, of, amount }
}

/** The entered amount stays with its asset: one hundred dollars remain one hundred dollars. */
export const flip = ({ pay, receive, of, amount }: SwapForm): SwapForm => ({
  pay: receive,
  receive: pay,
  of: of === 'pay' ? 'receive' : 'pay',
  amount,
})

/** Choosing the asset of the other field exchanges the two. */
export const chooseAsset = (form: SwapForm, field: Field, asset: TradedAsset): SwapForm => {
  const other = field === 'pay' ? 'receive' : 'pay'
  if (form[field] === asset) return form
  return form[other] === asset ? { ...form, [other]: form[field], [field]: asset } : { ...form, [field]: asset }
}

/** What to ask a quote for; null while there is nothing to ask. */
export const wantedOf = ({ pay, receive, of, amount }: SwapForm): Wanted | null => {
  const wanted = { ...pairOf({ pay, receive }), of, amount: amount.replace(/\.$/, '') }
  return makeQuote.body.safeParse(wanted).success ? wanted : null
}

import { makeQuote } from '@ingot/endpoints/trade'
import { type Entry, emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { type Direction, pairOf, type TradedAsset } from './assets.ts'
import type { Wanted } from './queries.ts'

export type Field = 'pay' | 'receive'

/** What the customer entered. Only one of the two amounts is his; the other follows from the quote. */
export type SwapForm = Direction & { readonly of: Field; readonly entry: Entry }

export const emptyForm: SwapForm = { pay: 'USDT', receive: 'QMGT', of: 'pay', entry: emptyEntry }

export const enterAmount = (form: SwapForm, of: Field, entry: Entry): SwapForm => ({ ...form, of, entry })

/** The entered amount stays with its asset: one hundred dollars remain one hundred dollars. */
export const flip = ({ pay, receive, of, entry }: SwapForm): SwapForm => ({
  pay: receive,
  receive: pay,
  of: of === 'pay' ? 'receive' : 'pay',
  entry,
})

/** Choosing the asset of the other field exchanges the two. All that somebody had of one is only a figure of another. */
export const chooseAsset = (form: SwapForm, field: Field, asset: TradedAsset): SwapForm => {
  const other = field === 'pay' ? 'receive' : 'pay'
  if (form[field] === asset) return form
  const chosen = form[other] === asset ? { [other]: form[field], [field]: asset } : { [field]: asset }
  const next = { ...form, ...chosen }
  return next[form.of] === form[form.of] ? next : { ...next, entry: { text: form.entry.text } }
}

/** What to ask a quote for; null while there is nothing to ask. */
export const wantedOf = ({ pay, receive, of, entry }: SwapForm): Wanted | null => {
  const amount = readEntry(entry, of === 'pay' ? pay : receive).amount ?? ''
  const wanted = { ...pairOf({ pay, receive }), of, amount }
  return makeQuote.body.safeParse(wanted).success ? wanted : null
}

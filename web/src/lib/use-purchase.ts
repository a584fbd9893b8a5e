import type { ProductName } from '@ingot/endpoints/products'
import { useState } from 'react'
import { CallError } from './call-error.ts'
import { limitWords } from './limit-words.ts'
import {
  type BoughtAsset,
  emptyForm,
  entryIn,
  type Field,
  type PurchaseForm,
  type PurchaseTerms,
  type ShownPurchase,
  termsOf,
} from './purchase-form.ts'
import { emptyEntry, readEntry } from './typed-amount.ts'
import { isNothing, shortWords, useBalanceOf } from './use-balance-of.ts'
import { useClosed } from './use-closed.ts'
import { type Outcome, useDeal } from './use-deal.ts'
import type { Quoting } from './use-quote.ts'

/** How something is bought: what the grams are held in, what may be closed, how it is quoted, and how it is done. */
export type PurchaseWay<Quote extends ShownPurchase, Booked> = {
  readonly asset: BoughtAsset
  readonly product: ProductName
  readonly quoting: Quoting<PurchaseTerms, Quote>
  readonly perform: (quote: Quote) => Promise<Outcome<{ data: Booked }>>
}

/** The state of a purchase: what was entered, what follows from it, and what is wrong with it. */
export const usePurchase = <Quote extends ShownPurchase, Booked>(
  { asset, product, quoting, perform }: PurchaseWay<Quote, Booked>,
  onBooked: (booked: Booked) => void,
) => {
  const [form, setForm] = useState(emptyForm)
  const balanceOf = useBalanceOf()
  const isClosed = useClosed(product) !== undefined
  const { quoted, problem, forgetProblem, onConfirm } = useDeal(quoting, {
    form,
    wantedOf: (entered: PurchaseForm) => termsOf(entered, asset),
    perform,
    onDone: ({ data }) => {
      setForm((before) => ({ ...before, entry: emptyEntry }))
      onBooked(data)
    },
  })
  const change = (next: PurchaseForm) => {
    forgetProblem()
    setForm(next)
  }

  const entries = {
    pay: entryIn('pay', form, asset, quoted.shown),
    receive: entryIn('receive', form, asset, quoted.shown),
  }
  const paid = readEntry(entries.pay, form.payWith).amount
  const short = shortWords(form.payWith, paid, balanceOf(form.payWith))
  const failure = problem ?? quoted.error
  const limit = failure instanceof CallError ? limitWords(failure, 'purchase') : undefined
  const problemIn = (field: Field) => (form.of === field ? limit : undefined)
  return {
    asset,
    form,
    change,
    balanceOf,
    quoted,
    isClosed,
    /** Whether there is nothing to pay with; not while that is unknown. */
    hasNothing: isNothing(balanceOf(form.payWith)),
    fields: {
      pay: { entry: entries.pay, problem: short ?? problemIn('pay') },
      receive: { entry: entries.receive, problem: problemIn('receive') },
    },
    /** What belongs to no field. */
    problem: limit === undefined ? problem : null,
    quoteError: limit === undefined ? quoted.error : null,
    onConfirm: short === undefined && !isClosed ? onConfirm : undefined,
  }
}

import type { Purchased } from '@ingot/endpoints/holding-fields'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { limitWords } from '../../lib/limit-words.ts'
import { emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { isNothing, shortWords, useBalanceOf } from '../../lib/use-balance-of.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { useDeal } from '../../lib/use-deal.ts'
import { emptyForm, entryIn, type Field, type PurchasedProduct, type PurchaseForm, wantedOf } from './purchase-form.ts'
import { purchaseQuoting } from './queries.ts'
import { performPurchase } from './transactions.ts'

/** The state of a purchase: what was entered, what follows from it, and what is wrong with it. */
export const usePurchase = (product: PurchasedProduct, onBooked: (booked: Purchased) => void) => {
  const [form, setForm] = useState(() => emptyForm(product))
  const balanceOf = useBalanceOf()
  const isClosed = useClosed('gae') !== undefined
  const { quoted, problem, forgetProblem, onConfirm } = useDeal(purchaseQuoting, {
    form,
    wantedOf,
    perform: performPurchase,
    onDone: ({ data }) => {
      setForm((before) => ({ ...before, entry: emptyEntry }))
      onBooked(data)
    },
  })
  const change = (next: PurchaseForm) => {
    forgetProblem()
    setForm(next)
  }

  const entries = { pay: entryIn('pay', form, quoted.shown), receive: entryIn('receive', form, quoted.shown) }
  const paid = readEntry(entries.pay, form.payWith).amount
  const short = shortWords(form.payWith, paid, balanceOf(form.payWith))
  const failure = problem ?? quoted.error
  const limit = failure instanceof CallError ? limitWords(failure, 'purchase') : undefined
  const problemIn = (field: Field) => (form.of === field ? limit : undefined)
  return {
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

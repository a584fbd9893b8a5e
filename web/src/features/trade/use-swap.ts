import type { Quote } from '@ingot/endpoints/trade'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { limitWords } from '../../lib/limit-words.ts'
import { type Entry, emptyEntry, filledIn, readEntry } from '../../lib/typed-amount.ts'
import { isNothing, shortWords, useBalanceOf } from '../../lib/use-balance-of.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { useDeal } from '../../lib/use-deal.ts'
import { swapQuoting } from './queries.ts'
import { emptyForm, type Field, type SwapForm, wantedOf } from './swap-form.ts'
import { performSwap } from './transactions.ts'

/** What a field shows: what was entered, or what the last quote says of that asset. */
const entryIn = (field: Field, form: SwapForm, shown: Quote | undefined): Entry => {
  if (form.of === field) return form.entry
  const side = [shown?.pay, shown?.receive].find((each) => each?.asset === form[field])
  return side ? filledIn(side.asset, side.amount) : emptyEntry
}

/** The state of the panel: what was entered, what follows from it, and what is wrong with it. */
export const useSwap = () => {
  const [form, setForm] = useState(emptyForm)
  const balanceOf = useBalanceOf()
  const closed = useClosed('swap') !== undefined && form.receive !== 'USDT'
  const { quoted, problem, forgetProblem, onConfirm } = useDeal(swapQuoting, {
    form,
    wantedOf,
    perform: performSwap,
    onDone: () => setForm((before) => ({ ...before, entry: emptyEntry })),
  })
  const change = (next: SwapForm) => {
    forgetProblem()
    setForm(next)
  }

  const { shown, error } = quoted
  const [pay, receive] = [entryIn('pay', form, shown), entryIn('receive', form, shown)]
  const [paid, received] = [readEntry(pay, form.pay), readEntry(receive, form.receive)]
  const short = shortWords(form.pay, paid.amount, balanceOf(form.pay))
  const failure = problem ?? error
  const limit = failure instanceof CallError ? limitWords(failure) : undefined
  return {
    form,
    change,
    balanceOf,
    /** Whether there is nothing to pay with; not while that is unknown. */
    hasNothing: isNothing(balanceOf(form.pay)),
    quoted,
    /** Whether nothing of this can be had while it is closed; what one has can be sold. */
    closed,
    fields: {
      pay: { entry: pay, amount: paid.amount, problem: short ?? (form.of === 'pay' ? limit : undefined) },
      receive: { entry: receive, amount: received.amount, problem: form.of === 'receive' ? limit : undefined },
    },
    /** What belongs to no field. */
    problem: limit === undefined ? problem : null,
    quoteError: limit === undefined ? error : null,
    onConfirm: short === undefined ? onConfirm : undefined,
  }
}

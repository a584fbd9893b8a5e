import type { Quote } from '@ingot/endpoints/trade'
import { useState } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { CallError } from '../../lib/call-error.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { type Entry, emptyEntry, filledIn, readEntry } from '../../lib/typed-amount.ts'
import { useBalances } from '../../lib/use-balances.ts'
import { useClosed } from '../../lib/use-closed.ts'
import type { TradedAsset } from './assets.ts'
import { limitWords } from './limit-words.ts'
import { emptyForm, type Field, type SwapForm } from './swap-form.ts'
import { useConfirmSwap } from './use-confirm-swap.ts'
import { useQuote } from './use-quote.ts'

/** What a field shows: what was entered, or what the last quote says of that asset. */
const entryIn = (field: Field, form: SwapForm, shown: Quote | undefined): Entry => {
  if (form.of === field) return form.entry
  const side = [shown?.pay, shown?.receive].find((each) => each?.asset === form[field])
  return side ? filledIn(side.asset, side.amount) : emptyEntry
}

const useBalanceOf = () => {
  const { data } = useBalances()
  return (asset: TradedAsset) => data?.find((balance) => balance.asset === asset)?.available
}

const isNothing = (amount: string | undefined): boolean => amount !== undefined && !/[1-9]/.test(amount)

const shortWords = (asset: TradedAsset, { amount = '0' }: { amount?: string }, balance: string | undefined) =>
  balance !== undefined && compareDecimals(amount, balance) > 0
    ? `Your balance is too low for this: you have ${amountWords({ asset, amount: balance })}.`
    : undefined

/** The state of the panel: what was entered, what follows from it, and what is wrong with it. */
export const useSwap = () => {
  const [form, setForm] = useState(emptyForm)
  const [isHeld, setIsHeld] = useState(false)
  const balanceOf = useBalanceOf()
  const closed = useClosed('swap') !== undefined && form.receive !== 'USDT'
  const quoted = useQuote(form, isHeld)
  const { confirm, problem, forgetProblem } = useConfirmSwap({
    onHold: setIsHeld,
    onDone: () => setForm((before) => ({ ...before, entry: emptyEntry })),
    onGone: () => void quoted.renew(),
  })
  const change = (next: SwapForm) => {
    forgetProblem()
    setForm(next)
  }

  const { shown, quote, wanted, error } = quoted
  const [pay, receive] = [entryIn('pay', form, shown), entryIn('receive', form, shown)]
  const [paid, received] = [readEntry(pay, form.pay), readEntry(receive, form.receive)]
  const short = shortWords(form.pay, paid, balanceOf(form.pay))
  const failure = problem ?? error
  const limit = failure instanceof CallError ? limitWords(failure) : undefined
  const isReady = wanted !== null && quote !== undefined && short === undefined && !isHeld
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
    onConfirm: isReady ? () => void confirm(wanted, quote) : undefined,
  }
}

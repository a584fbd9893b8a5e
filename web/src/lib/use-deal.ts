import type { ErrorName } from '@ingot/endpoints/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from './call-error.ts'
import { type Quoting, quoteKey, useQuote } from './use-quote.ts'

/** The quote is gone, and another one has to be looked at before anything is done. */
const goneNames: readonly string[] = ['QuoteExpired', 'QuoteUsed'] satisfies ErrorName[]

type AnyQuote = { readonly id: string; readonly expiresInSeconds: number }

export type Outcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly failure: CallError }
  | { readonly kind: 'cancelled' | 'unknown' }

/**
 * Anything that is done at a quote: shows what was entered comes to, holds the quote, asks for the PIN and does exactly what
 * was shown. A quote that ran out all the same, or whose price has moved, is replaced by a new one, which the customer has to
 * confirm again.
 */
export const useDeal = <Form, Wanted, Quote extends AnyQuote, Reply>(
  quoting: Quoting<Wanted, Quote>,
  {
    form,
    wantedOf,
    perform,
    onDone,
  }: {
    /** What was entered; another object once it has changed. */
    form: Form
    wantedOf: (form: Form) => Wanted | null
    /** Asks for the PIN and does it. */
    perform: (quote: Quote) => Promise<Outcome<Reply>>
    onDone: (reply: Reply) => void
  },
) => {
  const client = useQueryClient()
  const [isHeld, setIsHeld] = useState(false)
  const isBusy = useRef(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const quoted = useQuote(quoting, { form, wantedOf, isHeld })
  const { wanted, quote } = quoted

  /** Puts figures that were not asked for in the place of those that are shown. */
  const show = (next: Quote) => client.setQueryData(quoteKey(quoting, wanted), next)

  const take = (failure: CallError) => {
    setProblem(failure)
    const isMoved = failure.name === ('PriceMoved' satisfies ErrorName)
    const moved = isMoved ? quoting.movedTo(failure.details) : undefined
    if (moved) show(moved)
    else if (goneNames.includes(failure.name)) void quoted.renew()
  }

  const trade = async ({ id }: Quote) => {
    const reserved = await quoting.reserve(id)
    // The countdown then shows the longer time.
    show(reserved)
    const outcome = await perform(reserved)
    if (outcome.kind === 'done') onDone(outcome.reply)
    // Whatever else was refused stands in the overlay already.
    if (outcome.kind === 'refused' && outcome.failure.name === 'QuoteExpired') take(outcome.failure)
  }

  const confirm = async (shown: Quote) => {
    // A second press comes before the page has drawn the first one.
    if (isBusy.current) return
    isBusy.current = true
    setIsHeld(true)
    setProblem(null)
    try {
      await trade(shown)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      take(failure)
    } finally {
      isBusy.current = false
      setIsHeld(false)
    }
  }

  return {
    quoted,
    /** Why it was refused when it was confirmed. */
    problem,
    forgetProblem: () => setProblem(null),
    /** Missing while there is nothing to confirm. */
    onConfirm: quote && !isHeld ? () => void confirm(quote) : undefined,
  }
}

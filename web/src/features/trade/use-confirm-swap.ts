import type { ErrorName } from '@ingot/endpoints/errors'
import { priceMovedDetails, type Quote } from '@ingot/endpoints/trade'
import { useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { useReserveQuote, useShowQuote, type Wanted } from './queries.ts'
import { performSwap } from './transactions.ts'

/** The quote is gone, and another one has to be looked at before anything is done. */
const goneNames: readonly string[] = ['QuoteExpired', 'QuoteUsed'] satisfies ErrorName[]

const isGone = (failure: CallError) => goneNames.includes(failure.name)

/** The new figures that come with the news that the price has moved. */
const movedTo = ({ name, details }: CallError): Quote | undefined =>
  name === ('PriceMoved' satisfies ErrorName) ? priceMovedDetails.safeParse(details).data?.quote : undefined

/**
 * Reserves the quote, asks for the PIN and trades at exactly what was shown. A quote that ran out all the same, or whose
 * price has moved, is replaced by a new one, which the customer has to confirm again.
 */
export const useConfirmSwap = ({
  onHold,
  onDone,
  onGone,
}: {
  /** The figures must stay as they are from here on, or may change again. */
  onHold: (isHeld: boolean) => void
  onDone: () => void
  onGone: () => void
}) => {
  const reserve = useReserveQuote()
  const show = useShowQuote()
  const isBusy = useRef(false)
  const [problem, setProblem] = useState<CallError | null>(null)

  const take = (wanted: Wanted, failure: CallError) => {
    setProblem(failure)
    const moved = movedTo(failure)
    if (moved) show(wanted, moved)
    else if (isGone(failure)) onGone()
  }

  const trade = async (wanted: Wanted, quote: Quote) => {
    const reserved = await reserve(wanted, quote)
    const outcome = await performSwap(reserved)
    if (outcome.kind === 'done') onDone()
    // Whatever else was refused stands in the overlay already.
    if (outcome.kind === 'refused' && outcome.failure.name === 'QuoteExpired') take(wanted, outcome.failure)
  }

  const confirm = async (wanted: Wanted, quote: Quote) => {
    // A second press comes before the page has drawn the first one.
    if (isBusy.current) return
    isBusy.current = true
    onHold(true)
    setProblem(null)
    try {
      await trade(wanted, quote)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      take(wanted, failure)
    } finally {
      isBusy.current = false
      onHold(false)
    }
  }

  return { confirm, problem, forgetProblem: () => setProblem(null) }
}

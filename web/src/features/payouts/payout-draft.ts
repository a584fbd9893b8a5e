import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { create } from 'zustand'
import type { CallError } from '../../lib/call-error.ts'
import { resetOnLogOut } from '../../lib/session.ts'
import { type Entry, emptyEntry } from '../../lib/typed-amount.ts'
import type { PayoutAsset, PayoutQuote } from './queries.ts'
import { performPayout } from './transactions.ts'

type PayoutDraft = {
  asset: PayoutAsset
  /** Empty while none was chosen: then it is the preferred one. */
  account: string
  entry: Entry
  /** From the press of the button until it is known what became of it. */
  isBusy: boolean
  problem: CallError | null
}

const empty: PayoutDraft = { asset: 'USDT', account: '', entry: emptyEntry, isBusy: false, problem: null }

/** What is being written into the form. It outlives the wallet panel, which closes for PIN and 2FA code. */
export const usePayoutDraft = create<PayoutDraft>(() => empty)

resetOnLogOut(() => usePayoutDraft.setState(empty))

/** Asks for exactly what was shown, once, however often the button is pressed. True when the customer is needed again. */
export const confirmPayout = async (quote: PayoutQuote, account: BankAccount): Promise<boolean> => {
  if (usePayoutDraft.getState().isBusy) return false
  usePayoutDraft.setState({ isBusy: true, problem: null })
  try {
    const outcome = await performPayout(quote, account)
    // Also when no answer came: it may have been taken, and must not be asked for again by a press of the same button.
    if (outcome.kind === 'done' || outcome.kind === 'unknown') usePayoutDraft.setState({ entry: emptyEntry })
    if (outcome.kind === 'cancelled') return true
    if (outcome.kind !== 'refused') return false
    const isAnswered = ['FeeChanged', 'PayoutLimitReached'].includes(outcome.failure.name)
    if (isAnswered) usePayoutDraft.setState({ problem: outcome.failure })
    return isAnswered
  } finally {
    usePayoutDraft.setState({ isBusy: false })
  }
}

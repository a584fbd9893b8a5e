import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { create } from 'zustand'
import type { CallError } from '../../../lib/call-error.ts'
import { type Entry, emptyEntry, readEntry } from '../../../lib/typed-amount.ts'
import { performTransfer } from '../transactions.ts'
import type { TransferQuote, WantedTransfer } from './queries.ts'

type SendDraft = {
  asset: SendableAsset
  receiver: string
  entry: Entry
  /** From the press of the button until it is known what became of it. */
  isBusy: boolean
  problem: CallError | null
}

/**
 * What is being written into a form that sends. It outlives the form: the panel closes while PIN and 2FA code are asked
 * for, and whoever changes his mind there finds everything as he left it.
 */
export const createSendDraft = (asset: SendableAsset) =>
  create<SendDraft>(() => ({ asset, receiver: '', entry: emptyEntry, isBusy: false, problem: null }))

export type SendDraftStore = ReturnType<typeof createSendDraft>

/** The amount is empty while there is none. */
export const wantedOf = ({ asset, receiver, entry }: SendDraft): WantedTransfer => ({
  asset,
  receiver: receiver.trim(),
  amount: readEntry(entry, asset).amount ?? '',
})

/** `again`: the customer is needed at the form once more. */
type Ended = 'left' | 'again'

/** Sends exactly what the quote showed, once, however often the button is pressed. */
export const confirmTransfer = async (
  draft: SendDraftStore,
  quote: TransferQuote,
  receiver: string,
): Promise<Ended> => {
  // A second press comes before the page has drawn the first one.
  if (draft.getState().isBusy) return 'left'
  draft.setState({ isBusy: true, problem: null })
  try {
    const outcome = await performTransfer(quote, receiver)
    // Also when no answer came: it may have been sent, and must not be sent again by a press of the same button.
    if (outcome.kind === 'done' || outcome.kind === 'unknown') draft.setState({ receiver: '', entry: emptyEntry })
    if (outcome.kind === 'cancelled') return 'again'
    if (outcome.kind !== 'refused' || outcome.failure.name !== 'FeeChanged') return 'left'
    draft.setState({ problem: outcome.failure })
    return 'again'
  } finally {
    draft.setState({ isBusy: false })
  }
}

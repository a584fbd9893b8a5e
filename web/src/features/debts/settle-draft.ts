import type { settleDebt } from '@ingot/endpoints/debts'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { create } from 'zustand'
import type { CallError } from '../../lib/call-error.ts'
import { resetOnLogOut } from '../../lib/session.ts'
import { type Entry, emptyEntry } from '../../lib/typed-amount.ts'
import { performSettling } from './transactions.ts'

export type SettleBody = BodyOf<typeof settleDebt>

type SettleDraft = {
  isOpen: boolean
  asset: SettleBody['asset']
  entry: Entry
  isBusy: boolean
  problem: CallError | null
}

const empty: SettleDraft = { isOpen: false, asset: 'USDT', entry: emptyEntry, isBusy: false, problem: null }

/** What is being written into the form. It outlives the wallet panel, which closes for the PIN. */
export const useSettleDraft = create<SettleDraft>(() => empty)

export const closeSettleDraft = (): void => useSettleDraft.setState(empty)

resetOnLogOut(closeSettleDraft)

/** Settles once, however often the button is pressed. True when the customer is needed at the form again. */
export const confirmSettling = async (body: SettleBody): Promise<boolean> => {
  if (useSettleDraft.getState().isBusy) return false
  useSettleDraft.setState({ isBusy: true, problem: null })
  try {
    const outcome = await performSettling(body)
    if (outcome.kind === 'done' || outcome.kind === 'unknown') closeSettleDraft()
    if (outcome.kind === 'refused' && outcome.failure.name === 'NothingOwed')
      useSettleDraft.setState({ problem: outcome.failure })
    return outcome.kind === 'cancelled'
  } finally {
    useSettleDraft.setState({ isBusy: false })
  }
}

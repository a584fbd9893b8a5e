import { create } from 'zustand'
import type { CallError } from '../../../lib/call-error.ts'
import { resetOnLogOut } from '../../../lib/session.ts'
import { performAddAddress } from '../transactions.ts'

type AddressDraft = {
  isOpen: boolean
  address: string
  label: string
  isBusy: boolean
  problem: CallError | null
}

const empty: AddressDraft = { isOpen: false, address: '', label: '', isBusy: false, problem: null }

/** What is being written into the form of a new address. It outlives the panel, which closes for PIN and 2FA code. */
export const useAddressDraft = create<AddressDraft>(() => empty)

resetOnLogOut(() => useAddressDraft.setState(empty))

export const closeAddressDraft = (): void => useAddressDraft.setState(empty)

/** Saves the address, once. True when the customer is needed at the form again. */
export const saveAddress = async (): Promise<boolean> => {
  const { address, label, isBusy } = useAddressDraft.getState()
  if (isBusy) return false
  useAddressDraft.setState({ isBusy: true, problem: null })
  try {
    const outcome = await performAddAddress({ address: address.trim(), label: label.trim() })
    if (outcome.kind === 'done' || outcome.kind === 'unknown') closeAddressDraft()
    if (outcome.kind === 'cancelled') return true
    if (outcome.kind !== 'refused') return false
    useAddressDraft.setState({ problem: outcome.failure })
    return ['ReceiverRefused', 'AddressBookFull'].includes(outcome.failure.name)
  } finally {
    useAddressDraft.setState({ isBusy: false })
  }
}

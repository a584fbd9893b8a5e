import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** A transaction that was confirmed and whose answer is not known yet: enough to ask for the result with the same key. */
export type PendingTransaction = {
  /** Whose it is; somebody else who signs in here must not send it. */
  readonly customer: string
  /** The endpoint's name. */
  readonly endpoint: string
  readonly operation: string
  readonly input: object
}

type Kept = {
  pending: PendingTransaction | null
  /** Whether it is being asked for at this moment. Not kept: a page that has just begun asks for nothing yet. */
  isAsking: boolean
}

/** Kept with the tab, so that a reload in the middle finds it. It outlives log-out: the answer is still missing then. */
export const usePendingTransaction = create<Kept>()(
  persist((): Kept => ({ pending: null, isAsking: false }), {
    name: 'ingot-pending-transaction',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ pending }) => ({ pending }) as Kept,
  }),
)

export const keepPending = (pending: PendingTransaction): void => {
  usePendingTransaction.setState({ pending, isAsking: true })
}

export const forgetPending = (): void => {
  usePendingTransaction.setState({ pending: null, isAsking: false })
}

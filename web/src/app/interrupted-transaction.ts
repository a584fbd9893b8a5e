import { useEffect } from 'react'
import { type PendingTransaction, usePendingTransaction } from '../lib/pending-transaction.ts'
import { useSession } from '../lib/session.ts'

type Resume = (pending: PendingTransaction) => Promise<unknown>

const resumeOfWallet = async () => (await import('../features/wallet/sending/transfer-transaction.ts')).resumeOfWallet

/** How each kind is asked for, by its endpoint's name. Loaded only when something was interrupted. */
const ways: Record<string, () => Promise<Resume>> = {
  swap: async () => (await import('../features/trade/swap-transaction.ts')).resumeSwap,
  transferUsdt: resumeOfWallet,
  transferQmgt: resumeOfWallet,
  transferUsdau: resumeOfWallet,
  addAddress: resumeOfWallet,
}

const resumePending = async () => {
  const { pending, isAsking } = usePendingTransaction.getState()
  const { isAuthenticated, info } = useSession.getState()
  if (!pending || isAsking || !isAuthenticated || pending.customer !== info?.id) return
  // Said before the code is there, so that it is asked for once.
  usePendingTransaction.setState({ isAsking: true })
  try {
    const resume = await ways[pending.endpoint]?.()
    await resume?.(pending)
  } finally {
    usePendingTransaction.setState({ isAsking: false })
  }
}

/** Asks for the result of what a reload, a crash or a lost connection interrupted, wherever the customer comes back. */
export const useInterruptedTransaction = (): void => {
  const customer = useSession((session) => (session.isAuthenticated ? session.info?.id : undefined))
  useEffect(() => {
    if (customer === undefined) return
    void resumePending()
    const onOnline = () => void resumePending()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [customer])
}

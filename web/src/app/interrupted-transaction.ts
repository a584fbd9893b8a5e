import { useEffect } from 'react'
import { type PendingTransaction, usePendingTransaction } from '../lib/pending-transaction.ts'
import { useSession } from '../lib/session.ts'
import { features } from './features.ts'

type Ways = { resume: (pending: PendingTransaction) => Promise<unknown> }

/** How a feature asks for what it began. Loaded only when something was interrupted. */
const waysOfFeatures = import.meta.glob<Ways>('../features/*/transactions.ts')

const resume = async (pending: PendingTransaction) => {
  const name = features.find(({ resumes }) => resumes?.includes(pending.endpoint))?.name
  const ways = await waysOfFeatures[`../features/${name}/transactions.ts`]?.()
  await ways?.resume(pending)
}

const resumePending = async () => {
  const { pending, isAsking } = usePendingTransaction.getState()
  const { isAuthenticated, info } = useSession.getState()
  if (!pending || isAsking || !isAuthenticated || pending.customer !== info?.id) return
  // Said before the code is there, so that it is asked for once.
  usePendingTransaction.setState({ isAsking: true })
  try {
    await resume(pending)
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

import { usePendingTransaction } from './pending-transaction.ts'
import { useSession } from './session.ts'

/** Whether something of this customer was confirmed and not answered. Somebody else's may lie here too. */
export const useOwnPending = (): boolean => {
  const customer = useSession(({ info }) => info?.id)
  return usePendingTransaction(({ pending }) => pending !== null && pending.customer === customer)
}

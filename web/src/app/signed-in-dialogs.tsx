import { useInterruptedTransaction } from './interrupted-transaction.ts'
import { SensitiveActions } from './sensitive-actions.tsx'
import { TransactionOverlay } from './transaction-overlay.tsx'

/** In which sensitive actions are proven and every movement of value ends: nothing that a visitor could need. */
export const SignedInDialogs = () => {
  useInterruptedTransaction()
  return (
    <>
      <SensitiveActions />
      <TransactionOverlay />
    </>
  )
}

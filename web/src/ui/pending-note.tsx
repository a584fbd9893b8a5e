import { Button } from '@mantine/core'
import { type PendingTransaction, usePendingTransaction } from '../lib/pending-transaction.ts'
import { Notice } from './form.tsx'

/** Something that was confirmed and not answered. Nothing else is sent until it is known what became of it. */
export const PendingNote = ({
  isOfPage,
  onAsk,
}: {
  /** Whether this page knows how to ask for it. One that does not says so only. */
  isOfPage: (pending: PendingTransaction) => boolean
  onAsk: (pending: PendingTransaction) => unknown
}) => {
  const { pending, isAsking } = usePendingTransaction()
  return (
    pending &&
    !isAsking && (
      <div>
        <Notice title="Your last transaction was not answered yet">
          We do not know whether it was done. Asking again does not do it twice.
        </Notice>
        {isOfPage(pending) && (
          <Button variant="default" fullWidth onClick={() => void onAsk(pending)}>
            Ask again
          </Button>
        )}
      </div>
    )
  )
}

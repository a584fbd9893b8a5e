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
        <Notice title="We do not know yet whether your last transaction went through">
          We have had no answer yet. Checking again will not repeat it.
        </Notice>
        {isOfPage(pending) && (
          <Button variant="default" fullWidth onClick={() => void onAsk(pending)}>
            Check again
          </Button>
        )}
      </div>
    )
  )
}

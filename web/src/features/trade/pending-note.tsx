import { Button } from '@mantine/core'
import { usePendingTransaction } from '../../lib/pending-transaction.ts'
import { Notice } from '../../ui/form.tsx'
import { resumeSwap } from './swap-transaction.ts'

/** A trade that was confirmed and not answered. Another one waits until it is known what became of it. */
export const PendingNote = () => {
  const { pending, isAsking } = usePendingTransaction()
  return (
    pending &&
    !isAsking && (
      <div>
        <Notice title="Your last trade was not answered yet">
          We do not know whether it was done. Asking again does not do it twice.
        </Notice>
        <Button variant="default" fullWidth onClick={() => void resumeSwap(pending)}>
          Ask again
        </Button>
      </div>
    )
  )
}

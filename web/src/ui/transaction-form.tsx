import { Button } from '@mantine/core'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import type { PendingTransaction } from '../lib/pending-transaction.ts'
import { useOwnPending } from '../lib/use-own-pending.ts'
import { Form } from './form.tsx'
import { FormProblem } from './form-problem.tsx'
import { PendingNote } from './pending-note.tsx'
import classes from './transaction-form.module.css'

/** The frame of every form that moves value: fields, what it comes to, what is wrong, what is unanswered, and the action. */
export const TransactionForm = ({
  figures,
  waiting,
  figureHeight,
  problem,
  isOfPage,
  onAsk,
  action,
  note,
  onConfirm,
  children,
  ...names
}: Pick<ComponentProps<'form'>, 'aria-label' | 'aria-labelledby'> & {
  /** Everything the customer agrees to, as the last quote says it. */
  figures: ReactNode
  /** Stands there until the first quote came. */
  waiting: string
  /** As high as the figures, so that the button stays where it is when the first quote comes. */
  figureHeight: string
  problem: Error | null
  /** Whether an unanswered transaction is one that this page knows how to ask for. */
  isOfPage: (pending: PendingTransaction) => boolean
  onAsk: (pending: PendingTransaction) => unknown
  action: string
  note: string
  /** Missing while what is shown cannot be confirmed. Nothing can while an earlier transaction is unanswered. */
  onConfirm: (() => void) | undefined
  children: ReactNode
}) => {
  const hasPending = useOwnPending()
  const canConfirm = onConfirm !== undefined && !hasPending
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canConfirm) onConfirm()
  }
  return (
    <Form onSubmit={onSubmit} {...names}>
      {children}
      <div style={{ minHeight: figureHeight }}>
        {figures || (
          <p className={classes.waiting} role="status">
            {waiting}
          </p>
        )}
      </div>
      <FormProblem failure={problem} />
      {hasPending && <PendingNote isOfPage={isOfPage} onAsk={onAsk} />}
      <Button
        type="submit"
        size="md"
        fullWidth
        aria-disabled={!canConfirm}
        data-disabled={!canConfirm}
        className={classes.submit}
      >
        {action}
      </Button>
      <p className={classes.note}>{note} What is shown here is what is done.</p>
    </Form>
  )
}

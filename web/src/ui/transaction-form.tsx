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
  hint,
  problem,
  isOfPage,
  onAsk,
  action,
  note,
  onConfirm,
  instead,
  children,
  ...names
}: Pick<ComponentProps<'form'>, 'aria-label' | 'aria-labelledby'> & {
  /** Everything the customer agrees to, as the last quote says it, or what is known before there is one. */
  figures: ReactNode
  /** What is still missing before there is a quote. */
  hint: string | undefined
  problem: Error | null
  /** Whether an unanswered transaction is one that this page knows how to ask for. */
  isOfPage: (pending: PendingTransaction) => boolean
  onAsk: (pending: PendingTransaction) => unknown
  action: string
  note: string
  /** Missing while what is shown cannot be confirmed. Nothing can while an earlier transaction is unanswered. */
  onConfirm: (() => void) | undefined
  /** Stands in the action's place while something else has to be done first. */
  instead?: ReactNode
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
      {figures}
      {hint !== undefined && (
        <p className={classes.hint} role="status">
          {hint}
        </p>
      )}
      <FormProblem failure={problem} />
      {hasPending && <PendingNote isOfPage={isOfPage} onAsk={onAsk} />}
      {instead || (
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
      )}
      <p className={classes.note}>{note}</p>
    </Form>
  )
}

import '@mantine/core/styles/Input.css'
import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { disputeWithdrawal } from '@ingot/endpoints/withdrawals'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { useDispute } from './queries.ts'
import { onDay } from './withdrawal-words.ts'

const DisputeForm = ({ withdrawal, onClose }: { withdrawal: WithdrawalDetails; onClose: () => void }) => {
  const dispute = useDispute(withdrawal)
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: disputeWithdrawal.body,
    initialValues: { words: '' },
  })
  return (
    <Form
      aria-label="Say what is wrong"
      onSubmit={onSubmit(async ({ words }) => {
        await dispute.mutateAsync(words.trim())
        onClose()
      })}
    >
      <Textarea
        label="What is wrong?"
        description={
          withdrawal.disputeUntil === null
            ? 'It did not arrive, or not whole. You can say so once.'
            : `It did not arrive, or not whole. You can say so once, until ${onDay(withdrawal.disputeUntil)}.`
        }
        size="md"
        rows={4}
        maxLength={1000}
        autoFocus
        {...field('words')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" variant="default" loading={isSending}>
          Tell us
        </Button>
      </FormActions>
    </Form>
  )
}

/** For what counts as delivered and is not there, or not whole. */
export const Dispute = ({ withdrawal }: { withdrawal: WithdrawalDetails }) => {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useReturnFocus(isOpen)
  if (isOpen) return <DisputeForm withdrawal={withdrawal} onClose={() => setIsOpen(false)} />
  return (
    <Button ref={opener} variant="default" onClick={() => setIsOpen(true)}>
      It did not arrive whole
    </Button>
  )
}

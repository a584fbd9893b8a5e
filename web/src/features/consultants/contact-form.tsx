import '@mantine/core/styles/Input.css'
import { longestMessage } from '@ingot/endpoints/consultant-fields'
import { answerThread } from '@ingot/endpoints/consultants'
import { Button, Textarea } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

/** A message that is sent by mail, without either address. */
export const MessageForm = ({
  label,
  name,
  send,
  onCancel,
}: {
  label: string
  name: string
  send: (text: string) => Promise<unknown>
  onCancel?: () => void
}) => {
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: answerThread.body,
    initialValues: { text: '' },
  })
  const write = async ({ text }: { text: string }) => {
    await send(text)
    form.reset()
  }
  return (
    <Form aria-label={label} onSubmit={onSubmit(write)}>
      <Textarea
        label="Your message"
        description={`${name} gets it by e-mail and does not learn your address. No links.`}
        size="md"
        rows={4}
        maxLength={longestMessage}
        {...field('text')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" variant="default" loading={isSending}>
          Send the message
        </Button>
      </FormActions>
    </Form>
  )
}

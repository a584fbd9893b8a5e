import { disableTwoFactor } from '@ingot/endpoints/credentials'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { Button } from '@mantine/core'
import { useContractForm } from '../../../lib/contract-form.ts'
import { Form, FormText } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { PasswordField } from '../password-field.tsx'
import { CodeField } from './code-field.tsx'

/** Password, then the 2FA code: what turning 2FA off asks for. */
export const TwoFactorProofForm = ({
  text,
  submitLabel,
  onSubmit: send,
  onCancel,
}: {
  text: string
  submitLabel: string
  onSubmit: (proof: BodyOf<typeof disableTwoFactor>) => Promise<unknown>
  onCancel: () => void
}) => {
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: disableTwoFactor.body,
    initialValues: { password: '', inputCode: '' },
    fieldOf: { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
  })
  return (
    <Form onSubmit={onSubmit(send)}>
      <FormText isQuiet>{text}</FormText>
      <PasswordField label="Current password" autoComplete="current-password" {...field('password')} />
      <CodeField {...field('inputCode')} />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          {submitLabel}
        </Button>
      </FormActions>
    </Form>
  )
}

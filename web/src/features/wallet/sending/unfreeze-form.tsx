import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import { unfreezeOutgoing } from '@ingot/endpoints/wallet'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useContractForm } from '../../../lib/contract-form.ts'
import { Form } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { useUnfreeze } from './queries.ts'

/** Password and 2FA code: whoever froze the account from a stolen phone cannot unfreeze it with that phone alone. */
export const UnfreezeForm = ({ onCancel }: { onCancel: () => void }) => {
  const unfreeze = useUnfreeze()
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: unfreezeOutgoing.body,
    initialValues: { password: '', inputCode: '' },
    fieldOf: { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
  })
  return (
    <Form onSubmit={onSubmit((proof) => unfreeze.mutateAsync(proof))}>
      <PasswordInput
        label="Current password"
        size="md"
        autoComplete="current-password"
        spellCheck={false}
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...field('password')}
      />
      <TextInput
        label="2FA code"
        size="md"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...field('inputCode')}
        onChange={(event) => form.setFieldValue('inputCode', event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          Unfreeze account
        </Button>
      </FormActions>
    </Form>
  )
}

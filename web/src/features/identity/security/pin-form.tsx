import { errorTable } from '@ingot/endpoints/errors'
import { isWeakPin, password, pin } from '@ingot/endpoints/identity-fields'
import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { CallError } from '../../../lib/call-error.ts'
import { useContractForm } from '../../../lib/contract-form.ts'
import { Form } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { PinField } from '../../../ui/pin-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { useSavePin } from './queries.ts'

const weakWords = errorTable.PinRefused.message

const strongPin = pin.check(z.refine((digits) => !isWeakPin(digits), weakWords))

const schema = z
  .object({ password, pin: strongPin, again: z.string() })
  .check(z.refine((values) => values.again === values.pin, { path: ['again'], message: 'The two PINs do not match.' }))

/** Sets the first PIN or another one, with the password and the PIN typed twice. */
export const PinForm = ({
  isFirst,
  submitLabel,
  onDone,
  onCancel,
  onAlreadySet,
}: {
  isFirst: boolean
  submitLabel: string
  onDone: (pin: string) => void
  onCancel?: () => void
  /** The first PIN was set meanwhile, in another tab. */
  onAlreadySet?: () => void
}) => {
  const save = useSavePin(isFirst)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { password: '', pin: '', again: '' },
    fieldOf: { PasswordIncorrect: 'password', PinRefused: 'pin' },
  })

  const submit = onSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync({ password: values.password, pin: values.pin })
      if (saved) onDone(values.pin)
    } catch (failure) {
      if (!onAlreadySet || !(failure instanceof CallError) || failure.name !== 'PinSet') throw failure
      onAlreadySet()
    }
  })

  return (
    <Form onSubmit={submit}>
      <PasswordField label="Current password" autoComplete="current-password" data-autofocus {...field('password')} />
      {/* Told with its last digit: whoever hears it later has typed it twice, and a 2FA code besides. */}
      <PinField label="New PIN" {...field('pin')} {...(isWeakPin(form.values.pin) && { error: weakWords })} />
      <PinField label="New PIN again" {...field('again')} />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          {submitLabel}
        </Button>
      </FormActions>
    </Form>
  )
}

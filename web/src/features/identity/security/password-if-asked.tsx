import type { ErrorName } from '@ingot/endpoints/errors'
import { password } from '@ingot/endpoints/identity-fields'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../../lib/call-error.ts'
import { useContractForm } from '../../../lib/contract-form.ts'
import { PasswordField } from '../password-field.tsx'

/**
 * A form for what takes the password only when it was given a while ago: the field for it appears once the server asks, and
 * what was entered so far stays.
 */
export const usePasswordIfAsked = <V extends Record<string, string>>({
  schema,
  initialValues,
  fieldOf = {},
}: {
  schema: z.ZodMiniObject
  initialValues: V
  fieldOf?: Partial<Record<ErrorName, keyof V & string>>
}) => {
  const [isAsked, setIsAsked] = useState(false)
  const form = useContractForm<V & { password: string }>({
    // Nobody can mend a field that is not shown.
    schema: z.object({ ...schema.shape, password: isAsked ? password : z.string() }),
    initialValues: { ...initialValues, password: '' },
    fieldOf: { ...fieldOf, PasswordRequired: 'password', PasswordIncorrect: 'password' },
  })
  const focusPassword = useEffectEvent(() => form.focus('password'))
  useEffect(() => {
    if (isAsked) focusPassword()
  }, [isAsked])

  const onSubmit = (send: (values: V & { password?: string }) => Promise<unknown>) =>
    form.onSubmit(async ({ password: given, ...values }) => {
      try {
        await send({ ...(values as unknown as V), ...(isAsked && { password: given }) })
      } catch (failure) {
        if (failure instanceof CallError && failure.name === 'PasswordRequired') setIsAsked(true)
        throw failure
      }
    })

  const passwordField = isAsked && (
    <PasswordField label="Current password" autoComplete="current-password" {...form.field('password')} />
  )
  return { ...form, onSubmit, passwordField }
}

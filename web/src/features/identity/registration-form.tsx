import { email as emailField, newPassword, username as usernameField } from '@ingot/endpoints/identity-fields'
import { Button, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { CallError } from '../../lib/call-error.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormText, LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useCheckAsTyped } from './check-as-typed.ts'
import { ConsentField } from './consent-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useRegister, useSendRegistrationLink, useTerms } from './queries.ts'
import { ReferralField } from './referral-field.tsx'

const schema = z.object({
  email: emailField,
  username: usernameField,
  password: newPassword,
  referralCode: z
    .string()
    .check(z.maxLength(32, 'We do not recognise this referral code. Please check it or leave the field empty.')),
  isAccepted: z.boolean().check(z.refine((isAccepted) => isAccepted, 'Please accept the terms.')),
})

/** What became of it: registered, and the first link sent, unless that failed. */
export type Registered = { email: string; sentAt: number | null; failure: Error | null }

const useRegistering = (onRegistered: (registered: Registered) => void) => {
  const register = useRegister()
  const sendLink = useSendRegistrationLink()
  return async (body: Parameters<typeof register.mutateAsync>[0]) => {
    const { email } = (await register.mutateAsync(body)).user
    useSession.getState().note({ email })
    // The account exists from here on, so a link that could not be sent is asked for again, not the registration.
    await sendLink.mutateAsync(email).then(
      () => onRegistered({ email, sentAt: Date.now(), failure: null }),
      (failure: Error) => onRegistered({ email, sentAt: null, failure }),
    )
  }
}

export const RegistrationForm = ({
  email = '',
  onChangeEmail,
  referralCode = '',
  onRemoveCode,
  onRegistered,
}: {
  email?: string
  /** Present where the e-mail was given in a step before, and leads back there. */
  onChangeEmail?: () => void
  referralCode?: string
  onRemoveCode?: (() => void) | undefined
  onRegistered: (registered: Registered) => void
}) => {
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { email, username: '', password: '', referralCode, isAccepted: false },
    fieldOf: {
      UsernameTaken: 'username',
      PasswordRefused: 'password',
      UnknownReferralCode: 'referralCode',
      TextOutdated: 'isAccepted',
    },
  })
  useCheckAsTyped(form, 'email')
  useCheckAsTyped(form, 'username')
  const terms = useTerms()
  const register = useRegistering(onRegistered)

  const send = async ({ isAccepted: _, ...values }: z.output<typeof schema>) => {
    // Without the text nobody can have accepted it; the field says what to do.
    if (!terms.data) return form.setFieldError('isAccepted', 'The terms have not loaded yet. Please try again.')
    const { referralCode: code, ...fields } = values
    const body = { ...fields, termsVersion: terms.data.version }
    await register(code.trim() === '' ? body : { ...body, referralCode: code }).catch((failure: unknown) => {
      if (failure instanceof CallError && failure.name === 'TextOutdated') {
        form.setFieldValue('isAccepted', false)
        void terms.refetch()
      }
      throw failure
    })
  }

  const removeCode =
    onRemoveCode &&
    (() => {
      form.setFieldValue('referralCode', '')
      onRemoveCode()
    })

  return (
    <Form onSubmit={onSubmit(send)}>
      <div>
        <TextInput
          label="E-mail"
          type="email"
          size="md"
          autoComplete="email"
          readOnly={onChangeEmail !== undefined}
          {...field('email')}
        />
        {onChangeEmail && (
          <FormText isQuiet>
            <LinkButton onClick={onChangeEmail}>Use a different e-mail</LinkButton>
          </FormText>
        )}
      </div>
      <TextInput
        label="Username"
        description="3 to 30 letters, digits, dots, dashes or underscores, starting with a letter. Other customers see it."
        size="md"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        {...field('username')}
      />
      <NewPasswordField ownWords={[form.values.email, form.values.username]} {...field('password')} />
      <ReferralField onRemove={removeCode} {...field('referralCode')} />
      <ConsentField terms={terms} {...field('isAccepted', 'checkbox')} />
      <FormProblem failure={problem} />
      <Button type="submit" size="md" loading={isSending}>
        Create account
      </Button>
    </Form>
  )
}

import { email as emailField } from '@ingot/endpoints/identity-fields'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { useCheckAsTyped } from './check-as-typed.ts'
import { CheckEmail } from './check-email.tsx'
import { ReferralField } from './referral-field.tsx'
import { type Registered, RegistrationForm } from './registration-form.tsx'

const schema = z.object({ email: emailField })

type Invitation = { code: string; onRemoveCode: (() => void) | undefined }

/** The code that came with the link, for as long as nobody removes it. */
const useInvitation = (): Invitation => {
  const [search, setSearch] = useSearchParams()
  const code = search.get('ref')?.trim().toUpperCase() ?? ''
  return { code, onRemoveCode: code === '' ? undefined : () => setSearch({}, { replace: true }) }
}

const EmailFirst = ({
  email,
  invitation: { code, onRemoveCode },
  onNext,
}: {
  email: string
  invitation: Invitation
  onNext: (email: string) => void
}) => {
  const { form, field, onSubmit } = useContractForm({ schema, initialValues: { email } })
  useCheckAsTyped(form, 'email')
  return (
    <Form onSubmit={onSubmit(async (values) => onNext(schema.parse(values).email))}>
      <TextInput label="E-mail" type="email" size="md" autoComplete="email" {...field('email')} />
      {onRemoveCode && <ReferralField value={code} onRemove={onRemoveCode} />}
      <Button type="submit" size="md">
        Continue
      </Button>
    </Form>
  )
}

/** Registration for whoever comes by an invitation: the e-mail first, the rest after it. */
export const PreRegisterPage = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const invitation = useInvitation()
  const [email, setEmail] = useState('')
  const [hasEmail, setHasEmail] = useState(false)
  const [registered, setRegistered] = useState<Registered | null>(null)
  if (isAuthenticated) return <Navigate to="/" replace />
  if (registered) return <CheckEmail {...registered} />
  const goOn = (given: string) => {
    setEmail(given)
    setHasEmail(true)
  }
  return (
    <FormPage
      key={hasEmail ? 2 : 1}
      title="Register"
      takesFocus={email !== ''}
      note={hasEmail ? 'Step 2 of 2: your account' : 'Step 1 of 2: your e-mail'}
      foot={
        <FormText isQuiet>
          Already have an account? <TextLink to="/signin">Log in</TextLink>
        </FormText>
      }
    >
      {hasEmail ? (
        <RegistrationForm
          email={email}
          onChangeEmail={() => setHasEmail(false)}
          referralCode={invitation.code}
          onRemoveCode={invitation.onRemoveCode}
          onRegistered={setRegistered}
        />
      ) : (
        <EmailFirst email={email} invitation={invitation} onNext={goOn} />
      )}
    </FormPage>
  )
}

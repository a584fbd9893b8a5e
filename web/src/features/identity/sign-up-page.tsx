import { useState } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { CheckEmail } from './check-email.tsx'
import { type Registered, RegistrationForm } from './registration-form.tsx'

export const SignUpPage = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const [registered, setRegistered] = useState<Registered | null>(null)
  if (isAuthenticated) return <Navigate to="/" replace />
  if (registered) return <CheckEmail {...registered} />
  return (
    <FormPage
      title="Create your account"
      foot={
        <FormText isQuiet>
          Already have an account? <TextLink to="/signin">Log in</TextLink>
        </FormText>
      }
    >
      <RegistrationForm onRegistered={setRegistered} />
    </FormPage>
  )
}

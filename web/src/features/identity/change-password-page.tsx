import { changePassword, resetPassword } from '@ingot/endpoints/identity'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormStack, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useChangePassword, useResetPassword } from './queries.ts'

const Changed = ({ children, to, label }: { children: string; to: string; label: string }) => (
  <FormPage title="Your password is changed" takesFocus>
    <FormStack>
      <div role="status">
        <FormText>{children}</FormText>
      </div>
      <Button component={PageLink} to={to} size="md">
        {label}
      </Button>
    </FormStack>
  </FormPage>
)

const ByLink = ({ token }: { token: string }) => {
  const [isDone, setIsDone] = useState(false)
  const reset = useResetPassword()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: resetPassword.body,
    initialValues: { password: '', passwordConfirmation: '', code: token },
    fieldOf: { PasswordRefused: 'password' },
  })
  if (isDone)
    return (
      <Changed to="/signin" label="Sign in">
        Every session was ended. Sign in with the new password to go on; two-factor authentication stays as it was.
      </Changed>
    )
  return (
    <FormPage
      title="Choose a new password"
      note="It replaces the old one at once and ends every session of your account."
      foot={
        <FormText isQuiet>
          Remembered the old one? <TextLink to="/signin">Sign in</TextLink>
        </FormText>
      }
    >
      <Form
        onSubmit={onSubmit(async (values) => {
          await reset.mutateAsync(values)
          setIsDone(true)
        })}
      >
        <NewPasswordField label="New password" {...field('password')} />
        <PasswordField label="New password again" autoComplete="new-password" {...field('passwordConfirmation')} />
        <FormProblem failure={problem}>
          {problem?.name === 'LinkInvalid' && <TextLink to="/forgot-password">Ask for a new link</TextLink>}
        </FormProblem>
        <Button type="submit" size="md" loading={isSending}>
          Set the new password
        </Button>
      </Form>
    </FormPage>
  )
}

const WithCurrentPassword = () => {
  const [isDone, setIsDone] = useState(false)
  const isVerified = useSession((session) => session.info?.kycVerified === 'Verified')
  const username = useSession((session) => session.info?.username ?? '')
  const change = useChangePassword()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: changePassword.body,
    initialValues: { currentPassword: '', password: '', passwordConfirmation: '' },
    fieldOf: { PasswordIncorrect: 'currentPassword', PasswordRefused: 'password' },
  })
  const settings = isVerified ? '/My-Profile/Security' : '/Registration/security'
  if (isDone)
    return (
      <Changed to={settings} label="Back to security">
        You stay signed in here. Every other session was ended.
      </Changed>
    )
  return (
    <FormPage
      title="Change password"
      note="You stay signed in here; every other session ends."
      foot={
        <FormText isQuiet>
          <TextLink to={settings}>Back to security</TextLink>
        </FormText>
      }
    >
      <Form
        onSubmit={onSubmit(async (values) => {
          if (await change.mutateAsync(values)) setIsDone(true)
        })}
      >
        {/* Password managers look for the name that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
        <NewPasswordField label="New password" ownWords={[username]} {...field('password')} />
        <PasswordField label="New password again" autoComplete="new-password" {...field('passwordConfirmation')} />
        <FormProblem failure={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Change password
        </Button>
      </Form>
    </FormPage>
  )
}

export const ChangePasswordPage = () => {
  const { resetToken } = useParams()
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const [cameSignedIn] = useState(isAuthenticated)
  if (resetToken !== undefined) return <ByLink key={resetToken} token={resetToken} />
  if (isAuthenticated) return <WithCurrentPassword />
  // Whoever is logged out here is led to sign in by the frame.
  return cameSignedIn ? null : <Navigate to="/forgot-password" replace />
}

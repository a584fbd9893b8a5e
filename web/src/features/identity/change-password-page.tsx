import { changePassword, resetPassword } from '@ingot/endpoints/identity'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormStack, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useChangePassword, useResetLink, useResetPassword } from './queries.ts'

const Changed = ({ children, to, label }: { children: string; to: string; label: string }) => (
  <FormPage title="Your password has been changed" takesFocus>
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

const rememberedIt = (
  <FormText isQuiet>
    Remembered the old one? <TextLink to="/signin">Log in</TextLink>
  </FormText>
)

/** A link that was used or has expired says so at once, not after a new password was typed twice. */
const ByLink = ({ token }: { token: string }) => {
  const { error } = useResetLink(token)
  // Where nothing was heard, the link may still be good.
  if (!(error instanceof CallError) || error.name !== 'LinkInvalid') return <NewPassword token={token} />
  return (
    <FormPage title="This link no longer works" takesFocus foot={rememberedIt}>
      <FormStack>
        <div role="status">
          <FormText>A link to choose a new password works once, and only for a short time.</FormText>
        </div>
        <Button component={PageLink} to="/forgot-password" size="md">
          Send me a new link
        </Button>
      </FormStack>
    </FormPage>
  )
}

const NewPassword = ({ token }: { token: string }) => {
  const [isDone, setIsDone] = useState(false)
  const reset = useResetPassword()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: resetPassword.body,
    initialValues: { password: '', passwordConfirmation: '', code: token },
    fieldOf: { PasswordRefused: 'password' },
  })
  if (isDone)
    return (
      <Changed to="/signin" label="Log in">
        You were logged out everywhere. Log in with your new password. Two-factor authentication stays as it was.
      </Changed>
    )
  return (
    <FormPage
      title="Choose a new password"
      note="It replaces the old one at once and logs you out everywhere."
      foot={rememberedIt}
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
          {problem?.name === 'LinkInvalid' && <TextLink to="/forgot-password">Send me a new link</TextLink>}
        </FormProblem>
        <Button type="submit" size="md" loading={isSending}>
          Save new password
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
        You stay logged in here. All your other devices were logged out.
      </Changed>
    )
  return (
    <FormPage
      title="Change password"
      note="You stay logged in here. All your other devices are logged out."
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
  // Whoever is logged out here is led to the login by the frame.
  return cameSignedIn ? null : <Navigate to="/forgot-password" replace />
}

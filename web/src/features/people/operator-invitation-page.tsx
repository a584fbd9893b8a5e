import '@mantine/core/styles/PasswordInput.css'
import { newPassword, passwordLongest, passwordShortest, username } from '@ingot/endpoints/identity-fields'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useAcceptInvitation } from './queries.ts'

const schema = z.object({ username, password: newPassword })

const askAgain = 'An invitation works once, and only for a limited time. Ask whoever invited you for a new one.'

const Accepted = ({ email }: { email: string }) => (
  <FormPage title="You are an operator now" takesFocus>
    <FormStack>
      <div role="status">
        <FormText>
          Log in as <strong>{email}</strong>. You will set up two-factor authentication first.
        </FormText>
      </div>
      <Button component={PageLink} to="/signin" size="md">
        Log in
      </Button>
    </FormStack>
  </FormPage>
)

const Invitation = ({ token }: { token: string }) => {
  const [email, setEmail] = useState<string | null>(null)
  const accept = useAcceptInvitation()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { username: '', password: '' },
    fieldOf: { UsernameTaken: 'username', PasswordRefused: 'password' },
  })
  if (email !== null) return <Accepted email={email} />
  return (
    <FormPage title="Become an operator" note="Choose how you will log in to the console.">
      <Form
        onSubmit={onSubmit(async (values) => {
          const answer = await accept.mutateAsync({ token, ...schema.parse(values) })
          setEmail(answer.email)
        })}
      >
        <TextInput
          label="Username"
          description="Other operators see it beside whatever you do."
          size="md"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${passwordShortest} characters. A few unrelated words are hard to guess.`}
          size="md"
          autoComplete="new-password"
          maxLength={passwordLongest}
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          {...field('password')}
        />
        <FormProblem failure={problem}>{problem?.name === 'LinkInvalid' && askAgain}</FormProblem>
        <Button type="submit" size="md" loading={isSending}>
          Create operator account
        </Button>
      </Form>
    </FormPage>
  )
}

/** Behind the link of an invitation. Nothing is done by the visit itself: scanners of mails open links. */
export const OperatorInvitationPage = () => {
  const token = useSearchParams()[0].get('token') ?? ''
  if (token !== '') return <Invitation key={token} token={token} />
  return (
    <FormPage title="This link is not complete">
      <FormText>Open the link in your invitation again, or copy all of it into the address bar.</FormText>
    </FormPage>
  )
}

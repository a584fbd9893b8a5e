import { sendResetLink } from '@ingot/endpoints/identity'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormStack, FormText, LinkButton, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useSendResetLink } from './queries.ts'
import { ResendButton } from './resend-button.tsx'

type Sent = { email: string; at: number }

const AskForLink = ({ email, onSent }: { email: string; onSent: (sent: Sent) => void }) => {
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: sendResetLink.body,
    initialValues: { email },
  })
  const send = useSendResetLink()
  return (
    <FormPage
      title="Forgot password"
      takesFocus={email !== ''}
      note="Enter your e-mail address and we will send you a link to choose a new password."
      foot={
        <FormText isQuiet>
          Remembered it? <TextLink to="/signin">Log in</TextLink>
        </FormText>
      }
    >
      <Form
        onSubmit={onSubmit(async (values) => {
          const { email: address } = sendResetLink.body.parse(values)
          await send.mutateAsync(address)
          onSent({ email: address, at: Date.now() })
        })}
      >
        <TextInput label="E-mail" type="email" size="md" autoComplete="username" {...field('email')} />
        <FormProblem failure={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Send link
        </Button>
      </Form>
    </FormPage>
  )
}

const LinkSent = ({ sent, onSent, onBack }: { sent: Sent; onSent: (sent: Sent) => void; onBack: () => void }) => {
  const send = useSendResetLink()
  return (
    <FormPage
      title="Check your e-mail"
      takesFocus
      foot={
        <FormText isQuiet>
          <TextLink to="/signin">Back to login</TextLink>
        </FormText>
      }
    >
      <FormStack>
        <div role="status">
          <FormText>
            If an account exists for <strong>{sent.email}</strong>, a link to choose a new password is on its way. It
            works once, and only for a short time.
          </FormText>
        </div>
        <FormProblem failure={send.error} />
        <FormText isQuiet>
          No e-mail after a few minutes? Check your spam folder, or{' '}
          <LinkButton onClick={onBack}>use another address</LinkButton>.
        </FormText>
        <FormText isQuiet>
          <ResendButton
            label="Send it again"
            sentAt={sent.at}
            isSending={send.isPending}
            onSend={() => send.mutate(sent.email, { onSuccess: () => onSent({ ...sent, at: Date.now() }) })}
          />
        </FormText>
      </FormStack>
    </FormPage>
  )
}

export const ForgotPasswordPage = () => {
  const [sent, setSent] = useState<Sent | null>(null)
  const [email, setEmail] = useState('')
  if (!sent) return <AskForLink email={email} onSent={setSent} />
  const goBack = () => {
    setEmail(sent.email)
    setSent(null)
  }
  return <LinkSent sent={sent} onSent={setSent} onBack={goBack} />
}

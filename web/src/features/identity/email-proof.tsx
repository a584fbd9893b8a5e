import { email as emailField, mailCode } from '@ingot/endpoints/identity-fields'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormText, FormWays } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useSendMailCode, useSendRegistrationLink, useVerifyEmailByCode } from './queries.ts'
import { ResendButton } from './resend-button.tsx'
import { CodeField } from './security/code-field.tsx'

const schema = z.object({ email: emailField, otp: mailCode })

type Mailing = { isPending: boolean; error: Error | null; mutateAsync: (email: string) => Promise<unknown> }

/** Sends one kind of mail to whatever address stands in the form, and remembers when. */
const useMailing = (mailing: Mailing, firstSentAt: number | null) => {
  const [sent, setSent] = useState<{ at: number | null; to: string }>({ at: firstSentAt, to: '' })
  const send = async (email: string) => {
    // The failure is shown from the mutation itself.
    await mailing.mutateAsync(email).then(
      () => setSent({ at: Date.now(), to: email }),
      () => undefined,
    )
  }
  return { sent, send, isSending: mailing.isPending, failure: mailing.error }
}

/**
 * The second way beside the mailed link: the code from the same mail, or another mail. The answers never tell whether an
 * account exists, so the words do not either.
 */
export const EmailProof = ({
  email,
  isFixed = false,
  linkSentAt = null,
  onProven,
}: {
  email: string
  /** The address was given a moment ago and is not asked for again. */
  isFixed?: boolean
  linkSentAt?: number | null
  onProven: () => void
}) => {
  const { form, field, focus, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { email, otp: '' },
    fieldOf: { CodeIncorrect: 'otp' },
  })
  const verify = useVerifyEmailByCode()
  const link = useMailing(useSendRegistrationLink(), linkSentAt)
  const code = useMailing(useSendMailCode(), linkSentAt)

  const sendWith = (mailing: typeof link) => () => {
    const { hasError } = form.validateField('email')
    if (hasError) focus('email')
    else void mailing.send(form.getValues().email.trim())
  }

  return (
    <Form
      onSubmit={onSubmit(async (values) => {
        await verify.mutateAsync(values)
        onProven()
      })}
    >
      {!isFixed && <TextInput label="E-mail" type="email" size="md" autoComplete="email" {...field('email')} />}
      <CodeField
        label={isFixed ? 'Or enter the six-digit code from the e-mail' : 'Six-digit code from the e-mail'}
        {...field('otp')}
      />
      <FormProblem failure={problem ?? link.failure ?? code.failure} />
      <Button type="submit" size="md" variant={isFixed ? 'default' : 'filled'} loading={isSending}>
        Verify with code
      </Button>
      <div role="status">
        {code.sent.to !== '' && (
          <FormText isQuiet>
            If {code.sent.to} still has to be verified, a new code is on its way. It works for 10 minutes.
          </FormText>
        )}
        {link.sent.to !== '' && (
          <FormText isQuiet>If {link.sent.to} still has to be verified, a new link is on its way.</FormText>
        )}
      </div>
      <FormWays>
        <ResendButton
          label="Send a new link"
          sentAt={link.sent.at}
          isSending={link.isSending}
          onSend={sendWith(link)}
        />
        <ResendButton
          label="Send a new code"
          sentAt={code.sent.at}
          isSending={code.isSending}
          onSend={sendWith(code)}
        />
      </FormWays>
    </Form>
  )
}

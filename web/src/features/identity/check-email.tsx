import { useState } from 'react'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { EmailProof } from './email-proof.tsx'
import { EmailProven } from './email-proven.tsx'

/** After registering: the link is on its way, and a code is the other way in. */
export const CheckEmail = ({
  email,
  sentAt,
  failure,
}: {
  email: string
  /** When the first link went out, or null if that failed. */
  sentAt: number | null
  failure: Error | null
}) => {
  const [isProven, setIsProven] = useState(false)
  if (isProven) return <EmailProven />
  return (
    <FormPage
      title="Check your e-mail"
      takesFocus
      note={
        failure ? (
          <FormProblem failure={failure}>
            Your registration was received. Please ask for the link again below.
          </FormProblem>
        ) : (
          <>
            We have written to <strong>{email}</strong>. Open the link in that mail to verify your address, or ask for a
            six-digit code and type it here.
          </>
        )
      }
      foot={
        <FormText isQuiet>
          Nothing there after a few minutes? Look into your spam folder. More than one mail? Take the one with the
          username that you chose. Already verified? <TextLink to="/signin">Sign in</TextLink>
        </FormText>
      }
    >
      <EmailProof email={email} isFixed linkSentAt={sentAt} onProven={() => setIsProven(true)} />
    </FormPage>
  )
}

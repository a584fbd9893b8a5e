import { useState } from 'react'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { EmailProof } from './email-proof.tsx'
import { EmailProven } from './email-proven.tsx'

/** After registering: the mail on its way has a link, and a code as the second way. */
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
          <FormProblem failure={failure}>You are registered. Please ask for the e-mail again below.</FormProblem>
        ) : (
          <>
            We sent an e-mail to <strong>{email}</strong>. Open the link in it to verify your address.
          </>
        )
      }
      foot={
        <FormText isQuiet>
          No e-mail after a few minutes? Check your spam folder. More than one? Use the one with the username you chose.
          Already verified? <TextLink to="/signin">Log in</TextLink>
        </FormText>
      }
    >
      <EmailProof email={email} isFixed linkSentAt={sentAt} onProven={() => setIsProven(true)} />
    </FormPage>
  )
}

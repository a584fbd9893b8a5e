import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { useSession } from '../../lib/session.ts'
import { FormStack, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { EmailProof } from './email-proof.tsx'
import { EmailProven } from './email-proven.tsx'
import { useEmailLink } from './queries.ts'

const AskAgain = ({ failure = null }: { failure?: Error | null }) => {
  const email = useSession((session) => session.email)
  const [isProven, setIsProven] = useState(false)
  if (isProven) return <EmailProven />
  return (
    <FormPage
      title="Verify your e-mail"
      note={
        failure ? (
          <FormProblem failure={failure}>A link works once and for a limited time.</FormProblem>
        ) : (
          'Open the link in the e-mail that we sent you, or enter the six-digit code from it.'
        )
      }
      foot={
        <FormText isQuiet>
          Already verified? <TextLink to="/signin">Log in</TextLink>
        </FormText>
      }
    >
      <EmailProof email={email} onProven={() => setIsProven(true)} />
    </FormPage>
  )
}

const LinkCheck = ({ token }: { token: string }) => {
  const { data, error, isFetching, refetch } = useEmailLink(token)
  if (data) return <EmailProven isBefore={data.data.alreadyVerified} />
  if (error instanceof CallError && error.status === 400) return <AskAgain failure={error} />
  if (error && !isFetching)
    return (
      <FormPage title="Verify your e-mail">
        <FormStack>
          <FormProblem failure={error}>
            We could not check your link just now. It still works; please try again.
          </FormProblem>
          <Button variant="default" size="md" onClick={() => void refetch()}>
            Retry
          </Button>
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title="Verify your e-mail">
      <div role="status">
        <FormStack>
          <Loader size={28} aria-hidden="true" />
          <FormText>Verifying your e-mail address</FormText>
        </FormStack>
      </div>
    </FormPage>
  )
}

export const EmailVerificationPage = () => {
  const { token } = useParams()
  return token === undefined ? <AskAgain /> : <LinkCheck key={token} token={token} />
}

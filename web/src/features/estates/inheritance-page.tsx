import { Button } from '@mantine/core'
import { Navigate, useLocation, useParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { signInAddress } from '../../lib/return-address.ts'
import { useSession } from '../../lib/session.ts'
import { shareWords } from '../../lib/share-words.ts'
import { FormStack, FormText, FormWays, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Unread } from '../../ui/unread.tsx'
import { type Offered, useAccept, useInheritance } from './queries.ts'

const title = 'You were named to receive'

/** Who is not known yet learns only what to do. */
const First = () => {
  const location = useLocation()
  return (
    <FormPage title={title}>
      <FormStack>
        <FormText>
          Somebody who saved with us has died and named you. What was left to you is kept here until you receive it.
        </FormText>
        <FormText>
          To receive it you need an account of your own, in your own name. If you are new, create one and verify your
          identity; then open the link in our e-mail again. There is no hurry: it works for years.
        </FormText>
        <Button component={PageLink} to={signInAddress(location)} size="md">
          Log in
        </Button>
        <FormWays>
          <TextLink to="/signup">Create your account</TextLink>
        </FormWays>
      </FormStack>
    </FormPage>
  )
}

const whatOf = ({ deceased, share, asGuardianOf }: Offered): string =>
  asGuardianOf === null
    ? `${deceased} left you ${shareWords(share)}.`
    : `${deceased} left ${shareWords(share)} to ${asGuardianOf}, who is under 18. You receive it as guardian.`

/** To whom it is not known to be left, it is told neither from whom nor how much. */
const NotVerified = () => (
  <FormPage title={title}>
    <FormStack>
      <FormText>
        Somebody who saved with us has died and left something to you. You see from whom and how much once we know that
        it is you.
      </FormText>
      <FormText>
        Please verify your identity, then open the link in our e-mail again. There is no hurry: it works for years.
      </FormText>
      <Button component={PageLink} to="/Registration/next" size="md">
        Verify your identity
      </Button>
    </FormStack>
  </FormPage>
)

const SomebodyElse = () => (
  <FormPage title="This link is for somebody else">
    <FormStack>
      <FormText>
        Your verified name and date of birth are not those of the person whom this link is for, nor of a guardian.
      </FormText>
      <FormText>
        If it is you, for instance because your name has changed, please write to us: we look into it, and nothing is
        lost in the meantime.
      </FormText>
      <Button component={PageLink} to="/contact-us" variant="default" size="md">
        Write to us
      </Button>
    </FormStack>
  </FormPage>
)

const Receive = ({ offered, token }: { offered: Offered; token: string }) => {
  const accept = useAccept(token, `Receive ${shareWords(offered.share)} of what ${offered.deceased} left`)
  if (accept.data) return <Navigate to="/inheritances" replace />
  return (
    <FormPage title={title}>
      <FormStack>
        <FormText>{whatOf(offered)}</FormText>
        <FormText>
          You receive it as it is: gold stays gold, with what it had cost. You see what it is as soon as it is yours.
        </FormText>
        <FormProblem failure={accept.error} />
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate()}>
          Receive it
        </Button>
        <FormText isQuiet>
          You confirm with your PIN. A nominee receives; who inherits is the law’s question, and you may have to pass
          something on.
        </FormText>
      </FormStack>
    </FormPage>
  )
}

const Offer = ({ token }: { token: string }) => {
  const query = useInheritance(token)
  const { data, error } = query
  if (data?.hindrance === 'not-verified') return <NotVerified />
  if (data?.hindrance === 'somebody-else') return <SomebodyElse />
  if (data) return <Receive offered={data} token={token} />
  if (error instanceof CallError && error.name === 'LinkInvalid')
    return (
      <FormPage title="This link no longer works">
        <FormStack>
          <FormText>Each link works once. What you have received already stands under your inheritances.</FormText>
          <Button component={PageLink} to="/inheritances" variant="default" size="md">
            Your inheritances
          </Button>
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title={title}>
      <Unread what="link" query={query} />
    </FormPage>
  )
}

/** The page behind the link of whoever was named to receive. */
export const InheritancePage = () => {
  const { token = '' } = useParams()
  return useSession((session) => session.isAuthenticated) ? <Offer token={token} /> : <First />
}

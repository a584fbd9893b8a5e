import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useLockAccount } from './queries.ts'

/** “This was not me”, from a mail about a sign-in or a change of credentials. */
export const LockAccountPage = () => {
  const { token = '' } = useParams()
  const { mutate, isPending, isSuccess, error } = useLockAccount()
  if (isSuccess)
    return (
      <FormPage title="Your account is locked" takesFocus>
        <FormStack>
          <div role="status">
            <FormText>Every session was ended, and the password no longer opens the account.</FormText>
          </div>
          <FormText>To open it again, have a link sent to your e-mail and choose a new password.</FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Reset the password by mail
          </Button>
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title="Lock your account?">
      <FormStack>
        <FormText>If what we wrote to you about was not you, lock your account now:</FormText>
        <FormText>
          Every session ends at once, also yours, and the password stops working until you choose a new one by mail.
          What you hold stays as it is.
        </FormText>
        <FormProblem failure={error} />
        <Button size="md" loading={isPending} onClick={() => mutate(token)}>
          Lock my account
        </Button>
      </FormStack>
    </FormPage>
  )
}

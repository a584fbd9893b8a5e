import { Button } from '@mantine/core'
import { FormText } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useLockAccount } from './queries.ts'

/** “This was not me”, from a mail about a sign-in or a change of credentials. */
export const LockAccountPage = () => (
  <MailAction
    act={useLockAccount()}
    title="Lock your account?"
    button="Lock my account"
    done={{
      title: 'Your account is locked',
      happened: 'Every session was ended, and the password no longer opens the account.',
      next: (
        <>
          <FormText>To open it again, have a link sent to your e-mail and choose a new password.</FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Reset the password by mail
          </Button>
        </>
      ),
    }}
  >
    <FormText>If what we wrote to you about was not you, lock your account now:</FormText>
    <FormText>
      Every session ends at once, also yours, and the password stops working until you choose a new one by mail. What
      you hold stays as it is.
    </FormText>
  </MailAction>
)

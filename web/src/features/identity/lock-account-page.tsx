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
      happened: 'Every device was logged out, and the password no longer opens the account.',
      next: (
        <>
          <FormText>To open it again, ask for a link by e-mail and choose a new password.</FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Reset password by e-mail
          </Button>
        </>
      ),
    }}
  >
    <FormText>If it was not you who did what our e-mail says, lock your account now.</FormText>
    <FormText>
      Every device is logged out at once, including yours, and the password stops working until you choose a new one by
      e-mail. What you hold stays as it is.
    </FormText>
  </MailAction>
)

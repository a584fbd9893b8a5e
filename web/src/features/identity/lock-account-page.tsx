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
      happened: 'Every device was logged out, and your old password no longer works.',
      next: (
        <>
          <FormText>To unlock it, ask for a link by e-mail and choose a new password.</FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Reset password by e-mail
          </Button>
        </>
      ),
    }}
  >
    <FormText>If you do not recognise what we e-mailed you about, lock your account now.</FormText>
    <FormText>
      Every device will be logged out at once, including yours, and your password will stop working until you choose a
      new one by e-mail. What you own is not affected.
    </FormText>
  </MailAction>
)

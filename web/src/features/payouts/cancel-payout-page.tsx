import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useCancelByMail } from './queries.ts'

/** The page behind the link of the mail about a payout. */
export const CancelPayoutPage = () => (
  <MailAction
    act={useCancelByMail()}
    title="Cancel the payout?"
    button="Cancel the payout"
    refused="Each link works once, and only until we have approved the payout. Your account shows the current state."
    done={{
      title: 'The payout is cancelled',
      happened: 'Nothing was paid out. What was set aside is available again.',
      next: (
        <FormText isQuiet>
          If you did not ask for this, somebody else may know your password.{' '}
          <TextLink to="/forgot-password">Choose a new password</TextLink>, and freeze your account with the button in
          the e-mail.
        </FormText>
      ),
    }}
  >
    <FormText>The payout we e-mailed you about has not been approved yet. It has not left your account.</FormText>
    <FormText isQuiet>If it was you, there is nothing to do: close this page.</FormText>
  </MailAction>
)

import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useCancelByMail } from './queries.ts'

/** The page behind the link of the mail about bars that were asked for. */
export const CancelWithdrawalPage = () => (
  <MailAction
    act={useCancelByMail()}
    title="Cancel the withdrawal?"
    button="Cancel the withdrawal"
    refused="Each link works once, and only until the bars are packed. Your account shows the current state."
    done={{
      title: 'The withdrawal is cancelled',
      happened: 'No bar has left the vault. Your grams and the fees are available again.',
      next: (
        <FormText isQuiet>
          If you did not ask for this, somebody else may know your password.{' '}
          <TextLink to="/forgot-password">Choose a new password</TextLink>, and freeze your account with the button in
          the e-mail.
        </FormText>
      ),
    }}
  >
    <FormText>The bars we e-mailed you about are not packed yet. They are still in the vault.</FormText>
    <FormText isQuiet>If it was you, there is nothing to do: close this page.</FormText>
  </MailAction>
)

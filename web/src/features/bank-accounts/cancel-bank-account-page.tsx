import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useCancelByMail } from './queries.ts'

/** The page behind the link of the mail about a new account. */
export const CancelBankAccountPage = () => (
  <MailAction
    act={useCancelByMail()}
    title="Remove the bank account?"
    button="Remove the bank account"
    refused="Each link works once, and only for a limited time. If you have already used this one, there is nothing more to do: your account shows the current state."
    done={{
      title: 'The bank account is removed',
      happened: 'Nothing can be paid out to it.',
      next: (
        <FormText isQuiet>
          If you did not add it, somebody else may know your password.{' '}
          <TextLink to="/forgot-password">Choose a new password</TextLink>, then log in and freeze your account in the
          wallet.
        </FormText>
      ),
    }}
  >
    <FormText>The bank account we e-mailed you about is new. Nothing has been paid out to it yet.</FormText>
    <FormText isQuiet>If you added it, there is nothing to do: close this page.</FormText>
  </MailAction>
)

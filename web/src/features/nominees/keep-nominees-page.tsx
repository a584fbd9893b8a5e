import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useWithdrawByMail } from './queries.ts'

/** The page behind the link of the mail about changed nominees. */
export const KeepNomineesPage = () => (
  <MailAction
    act={useWithdrawByMail()}
    title="Take the change of your nominees back?"
    button="Take the change back"
    refused="Each link works once, and only until the change is in force. Your account shows who holds now."
    done={{
      title: 'The change is taken back',
      happened: 'Whoever was named before still holds.',
      next: (
        <FormText isQuiet>
          If you did not make this change, somebody else may know your password, PIN and 2FA.{' '}
          <TextLink to="/forgot-password">Choose a new password</TextLink>, and freeze your account with the button in
          the e-mail.
        </FormText>
      ),
    }}
  >
    <FormText>The change we e-mailed you about is not in force yet. Until it is, you can take it back.</FormText>
    <FormText isQuiet>If it was you, there is nothing to do: close this page.</FormText>
  </MailAction>
)

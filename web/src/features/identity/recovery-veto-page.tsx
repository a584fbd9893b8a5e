import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useVetoRecovery } from './queries.ts'

/** From the mail about somebody who asked for two-factor authentication to be taken off. */
export const RecoveryVetoPage = () => (
  <MailAction
    act={useVetoRecovery()}
    title="Keep two-factor authentication on?"
    button="Keep it on"
    done={{
      title: 'Two-factor authentication stays on',
      happened: 'The request was stopped. Nothing else has changed.',
      next: (
        <FormText>
          Whoever asked knew your password. If that was not you,{' '}
          <TextLink to="/forgot-password">choose a new password</TextLink> now.
        </FormText>
      ),
    }}
  >
    <FormText>
      Someone who knows your password asked to turn off two-factor authentication for your account. If that was not you,
      keep it on.
    </FormText>
    <FormText isQuiet>If it was you, there is nothing to do. Close this page and wait for our next e-mail.</FormText>
  </MailAction>
)

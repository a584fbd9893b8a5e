import { FormText } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useStopMail } from './queries.ts'

/** From an invitation: no other one comes to that address, whoever asks for it. */
export const NoMoreMailPage = () => (
  <MailAction
    act={useStopMail()}
    title="No more invitations?"
    button="Stop invitations"
    refused="Please open the link again from the e-mail, in full."
    done={{
      title: 'No more invitations',
      happened: 'We will send no further invitation to this address, whoever asks for one.',
      next: <FormText isQuiet>There is nothing else to do.</FormText>,
    }}
  >
    <FormText>
      Somebody entered your e-mail address to invite you. If you want no more invitations, from anyone, say so here.
    </FormText>
    <FormText isQuiet>We keep only a fingerprint of your address, so that we know not to write to it.</FormText>
  </MailAction>
)

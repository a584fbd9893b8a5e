import { type MailKind, mailKinds, mailWords } from '@ingot/endpoints/mail-kinds'
import { useParams } from 'react-router'
import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { useStopMail } from './queries.ts'

const refused = 'Please open the link again from the e-mail, in full.'

/** From an invitation: no other one comes to that address, whoever asks for it. */
const NoMoreInvitations = () => (
  <MailAction
    act={useStopMail()}
    title="No more invitations?"
    button="Stop invitations"
    refused={refused}
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

/** From a mail to a customer: no more of its kind. */
const NoMoreOfKind = ({ kind }: { kind: MailKind }) => {
  const { label, description } = mailWords[kind]
  return (
    <MailAction
      act={useStopMail()}
      title={`No more e-mails: ${label}?`}
      button="Stop these e-mails"
      refused={refused}
      done={{
        title: 'No more of these e-mails',
        happened: `Turned off: ${label}.`,
        next: <TextLink to="/My-Profile/Preferences">All your choices</TextLink>,
      }}
    >
      <FormText>{description}</FormText>
      <FormText isQuiet>Other e-mails go on as you chose. You can turn these on again in your preferences.</FormText>
    </MailAction>
  )
}

/** What the link in a mail turns off: in one to a customer, its kind stands before the first full stop. */
export const NoMoreMailPage = () => {
  const { token = '' } = useParams()
  const kind = mailKinds.find((each) => token.startsWith(`${each}.`))
  return kind ? <NoMoreOfKind kind={kind} /> : <NoMoreInvitations />
}

import { Button } from '@mantine/core'
import { useLocation } from 'react-router'
import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useCancelAddressByMail, useCancelTransferByMail, useFreezeByMail } from './movement-queries.ts'

/** Whoever did not ask for it has a stranger in the account, and cancelling one thing does not keep him out. */
const IfNotYou = () => (
  <FormText isQuiet>
    If you did not ask for this, somebody else may know your password.{' '}
    <TextLink to="/forgot-password">Choose a new password</TextLink>, and freeze your account with the button in the
    e-mail.
  </FormText>
)

const usedLink =
  'Each link works once, and only for a limited time. If you have already used this one, there is nothing more to do: your account shows the current state.'

const Freeze = () => (
  <MailAction
    act={useFreezeByMail()}
    title="Freeze your account?"
    button="Freeze my account"
    refused={usedLink}
    done={{
      title: 'Your account is frozen',
      happened:
        'Nothing can leave it any more. Waiting transfers were cancelled, and new addresses were removed from your address book.',
      next: (
        <>
          <FormText>
            If somebody else may know your password, choose a new one first. You can still receive, and what you own is
            not affected.
          </FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Choose a new password
          </Button>
          <FormText isQuiet>
            To send again, <TextLink to="/signin">log in</TextLink>, open the wallet and unfreeze your account with your
            password and a 2FA code.
          </FormText>
        </>
      ),
    }}
  >
    <FormText>If you do not recognise what we e-mailed you about, freeze your account now.</FormText>
    <FormText>
      Nothing will be able to leave it, and waiting transfers will be cancelled. You can unfreeze it yourself, with your
      password and a 2FA code.
    </FormText>
    <FormText isQuiet>If it was you, there is nothing to do: close this page.</FormText>
  </MailAction>
)

const CancelTransfer = () => (
  <MailAction
    act={useCancelTransferByMail()}
    title="Cancel the transfer?"
    button="Cancel the transfer"
    refused={usedLink}
    done={{
      title: 'The transfer is cancelled',
      happened: 'Nothing was sent. The amount and its fee are available again.',
      next: <IfNotYou />,
    }}
  >
    <FormText>
      The transfer we e-mailed you about is waiting, because its address is new. It has not left your account yet.
    </FormText>
    <FormText isQuiet>If it was you, there is nothing to do: it leaves automatically.</FormText>
  </MailAction>
)

const CancelAddress = () => (
  <MailAction
    act={useCancelAddressByMail()}
    title="Remove the address?"
    button="Remove the address"
    refused={usedLink}
    done={{
      title: 'The address is removed',
      happened: 'It is no longer in your address book, and transfers waiting to go to it were cancelled.',
      next: <IfNotYou />,
    }}
  >
    <FormText>The address we e-mailed you about is new in your address book. Nothing has been sent to it yet.</FormText>
    <FormText isQuiet>If you added it, there is nothing to do: you can use it once its waiting time is over.</FormText>
  </MailAction>
)

const pages = { 'freeze-outgoing': Freeze, 'cancel-transfer': CancelTransfer, 'cancel-address': CancelAddress } as const

/** The pages behind the links of mails about what leaves the account. */
export const MailLinkPage = () => {
  const [, name = ''] = useLocation().pathname.toLowerCase().split('/')
  const Page = pages[name as keyof typeof pages]
  if (!Page) throw new Error(`No mail leads to ${name}.`)
  return <Page />
}

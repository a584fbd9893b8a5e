import { Button } from '@mantine/core'
import { useLocation } from 'react-router'
import { FormText, TextLink } from '../../ui/form.tsx'
import { MailAction } from '../../ui/mail-action.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useCancelAddressByMail, useCancelTransferByMail, useFreezeByMail } from './movement-queries.ts'

/** Whoever did not ask for it has a stranger in the account, and calling off one thing does not keep him out. */
const IfNotYou = () => (
  <FormText isQuiet>
    If you did not ask for it, somebody else may know your password.{' '}
    <TextLink to="/forgot-password">Choose a new password</TextLink>, and freeze your account with the button in the
    mail.
  </FormText>
)

const usedLink =
  'A link works once, and only for a while. If you have used it already, it was done; your account shows how it stands.'

const Freeze = () => (
  <MailAction
    act={useFreezeByMail()}
    title="Freeze your account?"
    button="Freeze my account"
    refused={usedLink}
    done={{
      title: 'Your account is frozen',
      happened:
        'Nothing can leave it any more. Transfers that waited were called off, and new addresses that waited were removed.',
      next: (
        <>
          <FormText>
            If somebody else may know your password, choose a new one first. You can still receive, and what you hold
            stays as it is.
          </FormText>
          <Button component={PageLink} to="/forgot-password" size="md">
            Choose a new password
          </Button>
          <FormText isQuiet>
            To send again, <TextLink to="/signin">sign in</TextLink>, open the wallet and lift the freeze with your
            password and a code of two-factor authentication.
          </FormText>
        </>
      ),
    }}
  >
    <FormText>If what we wrote to you about was not you, freeze your account now:</FormText>
    <FormText>
      Nothing can leave it from then on, and what still waits is called off. You can lift the freeze yourself, with your
      password and a code of two-factor authentication.
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
      happened: 'Nothing was sent. What was set aside for it is available again, with its fee.',
      next: <IfNotYou />,
    }}
  >
    <FormText>
      The transfer that we wrote to you about waits, because its address is a new one. It has not left your account yet.
    </FormText>
    <FormText isQuiet>If all is well with it, there is nothing to do: it leaves by itself.</FormText>
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
      happened: 'It is no longer in your address book, and transfers to it that waited were called off.',
      next: <IfNotYou />,
    }}
  >
    <FormText>
      The address that we wrote to you about is new in your address book and still waits. Nothing has left to it.
    </FormText>
    <FormText isQuiet>If you added it, there is nothing to do: it can be used once its waiting time is over.</FormText>
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

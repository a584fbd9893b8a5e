import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { WalletCode } from '../../features/wallet/wallet-code.tsx'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ShareCode } from '../../ui/share-code.tsx'
import classes from './codes-modal.module.css'
import { closePart } from './open-part.ts'

const close = () => closePart('codes')

const referralLink = (refCode: string) => `${window.location.origin}/register?ref=${refCode}`

const NotVerified = ({ what }: { what: string }) => (
  <p className={classes.notYet}>
    {what} once your account is verified.{' '}
    <PageLink className={classes.link} to="/Registration/security" onClick={close}>
      Continue your verification
    </PageLink>
  </p>
)

const ReferralCode = ({ refCode }: { refCode: string }) => (
  <ShareCode
    label="Referral link"
    value={referralLink(refCode)}
    sentence="Share this QR code to invite others and earn rewards"
    copied="Referral link copied to clipboard!"
  />
)

/** The two codes that a customer gives to others. */
export const CodesModal = () => {
  const info = useSession((session) => session.info)
  if (!info) return null
  const isVerified = info.kycVerified === 'Verified'
  return (
    <Dialog title="codes-title" className={classes.modal} onClose={close}>
      <div className={classes.content}>
        <DialogHeader id="codes-title" onClose={close}>
          Your QR codes
        </DialogHeader>
        <Tabs defaultValue="referral" keepMounted={false} color="var(--ingot-gold-text)">
          <Tabs.List grow className={classes.tabs}>
            <Tabs.Tab value="referral" data-autofocus>
              Referral QR Code
            </Tabs.Tab>
            <Tabs.Tab value="wallet">Wallet QR Code</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="referral">
            {isVerified ? (
              <ReferralCode refCode={info.refCode} />
            ) : (
              <NotVerified what="Your referral code will be shown here" />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="wallet">
            {isVerified ? <WalletCode /> : <NotVerified what="Your wallet address will be shown here" />}
          </Tabs.Panel>
        </Tabs>
      </div>
    </Dialog>
  )
}

import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
// Whoever is signed in goes on from here, and need not wait for the way.
import './portal-routes.ts'
import { Suspense } from 'react'
import { useInfo, useLogOut } from '../features/identity/queries.ts'
import { useSession } from '../lib/session.ts'
import { useIsOperator } from '../lib/use-operator.ts'
import { IdleWarning } from './idle-warning.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import { lazyPart } from './shell/lazy-part.ts'
import { NotificationsPopover } from './shell/notifications-popover.tsx'
import { closePart, useOpenPart } from './shell/open-part.ts'
import { ProfilePopover } from './shell/profile-popover.tsx'
import { WalletButton } from './shell/wallet-button.tsx'

const CodesModal = lazyPart(async () => (await import('./shell/codes-modal.tsx')).CodesModal)
const ConsoleTools = lazyPart(async () => (await import('./console/console-tools.tsx')).ConsoleTools)
const Wallet = lazyPart(async () => (await import('./joined/wallet.tsx')).Wallet)

const LogOut = () => {
  const logOut = useLogOut()
  return (
    <LogOutDialog isLeaving={logOut.isPending} onLeave={() => logOut.mutate()} onStay={() => closePart('log-out')} />
  )
}

/** What the header has only while somebody is signed in, and what opens from it. */
export const SignedInParts = () => {
  // Brings the kept copy up to date with each visit: a status may have changed since.
  useInfo()
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const isWalletOpen = useSession((session) => session.isWalletOpen)
  const isOperator = useIsOperator()
  const part = useOpenPart((open) => open.part)
  return (
    <>
      {isVerified && <WalletButton />}
      {isOperator && (
        <Suspense fallback={null}>
          <ConsoleTools />
        </Suspense>
      )}
      <NotificationsPopover />
      <ProfilePopover />
      {part === 'log-out' && <LogOut />}
      <IdleWarning />
      <Suspense fallback={null}>
        {part === 'codes' && <CodesModal />}
        {isVerified && isWalletOpen && <Wallet />}
      </Suspense>
    </>
  )
}

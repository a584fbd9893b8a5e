import { ActionIcon, Popover, UnstyledButton } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { useOwnProfile } from '../../features/consultants/queries.ts'
import { useWalletAddress } from '../../features/wallet/queries.ts'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { ColorSchemeChoice } from '../../ui/color-scheme-choice.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Said } from '../../ui/said.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { hasPortalPage } from '../portal-table.ts'
import { Avatar } from './avatar.tsx'
import { KycBadge } from './kyc-badge.tsx'
import { closePart, type OpenPart, openPart, togglePart, useOpenPart } from './open-part.ts'
import classes from './popover.module.css'

const close = () => closePart('profile')

const WalletAddress = () => {
  const { data: address } = useWalletAddress()
  const { said, copy } = useCopy({ done: 'Wallet address copied!', missing: 'No wallet address to copy!' })
  return (
    <>
      <div className={classes.address}>
        <span title={address}>{shortAddress(address, 6, 4)}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={28}
          aria-label="Copy wallet address"
          onClick={() => void copy(address)}
        >
          <IconCopy size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={classes.said}>
        <Said said={said} />
      </div>
    </>
  )
}

/** Operators are no customers: they have no wallet, no verification and nobody to introduce. */
const Person = ({ info }: { info: ClientInfo }) => (
  <div className={classes.person}>
    <div className={classes.avatar}>
      <Avatar picture={info.profileLink} name={info.username} size={44} />
    </div>
    <div className={classes.name}>
      <span className={classes.username}>{info.username}</span>
      {info.role !== 'operator' && <KycBadge status={info.kycVerified} onFollow={close} />}
    </div>
    {info.role !== 'operator' && <WalletAddress />}
  </div>
)

/** Every rank has a public page: Affiliates and Introducer as well as Consultant. Before it is shown, the way leads to its editor. */
const ConsultantWay = () => {
  const { data } = useOwnProfile()
  if (!data?.isShown || data.id === null)
    return (
      <PageLink className={classes.way} to="/My-Profile/Consultant" onClick={close}>
        Consultant Profile
      </PageLink>
    )
  return (
    <a className={classes.way} href={`/profile/${data.id}`} target="_blank" rel="noreferrer" onClick={close}>
      Consultant Profile
      <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
    </a>
  )
}

const Ways = ({ info, onOpen }: { info: ClientInfo; onOpen: (part: OpenPart) => void }) => {
  return (
    <div className={classes.ways}>
      {info.kycVerified === 'Verified' && (
        <PageLink className={classes.way} to="/My-Profile" onClick={close}>
          My Profile
        </PageLink>
      )}
      {info.role !== 'operator' && (
        <button type="button" className={classes.way} onClick={() => onOpen('codes')}>
          Show Referral Code
        </button>
      )}
      {info.customer_rank && <ConsultantWay />}
      {hasPortalPage('/support') && (
        <PageLink className={classes.way} to="/support" onClick={close}>
          Support Center
        </PageLink>
      )}
    </div>
  )
}

/** What opens next gives focus back to the button: the popover itself is gone by then. */
const openInstead = (button: RefObject<HTMLButtonElement | null>) => (part: OpenPart) => {
  button.current?.focus()
  openPart(part)
}

/** Who is signed in, the way to the account, and the way out. */
export const ProfilePopover = () => {
  const info = useSession((session) => session.info)
  const isOpen = useOpenPart(({ part }) => part === 'profile')
  const button = useRef<HTMLButtonElement>(null)
  if (!info) return null
  const open = openInstead(button)
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      width={320}
      offset={6}
      hideDetached={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={classes.account}
          aria-label={`Account of ${info.username}`}
          onClick={(event) => togglePart('profile', event.currentTarget)}
        >
          <Avatar picture={info.profileLink} name={info.username} size={34} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label={`Account of ${info.username}`}>
        <Person info={info} />
        <Ways info={info} onOpen={open} />
        <div className={classes.scheme}>
          <ColorSchemeChoice label="Colour scheme" />
        </div>
        <div className={classes.leave}>
          <button type="button" className={classes.way} onClick={() => open('log-out')}>
            Log Out
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

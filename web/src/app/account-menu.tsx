import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLogOut } from '../features/identity/queries.ts'
import { useSession } from '../lib/session.ts'
import { PageLink } from '../ui/page-link.tsx'
import classes from './account-menu.module.css'
import { LogOutDialog } from './log-out-dialog.tsx'

/** The name, the way to the account and the way out. */
export const AccountMenu = () => {
  const info = useSession((session) => session.info)
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const logOut = useLogOut()
  if (!info) return null
  const stay = () => {
    // At once, because nothing behind the dialog can take focus while it is open.
    flushSync(() => setIsAsking(false))
    button.current?.focus()
  }
  return (
    <>
      <Menu position="bottom-end" width={220} offset={6} returnFocus>
        <Menu.Target>
          <UnstyledButton ref={button} className={classes.account} aria-label={`Account of ${info.username}`}>
            <span className={classes.name}>{info.username}</span>
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {info.kycVerified === 'Verified' ? (
            <Menu.Item component={PageLink} to="/My-Profile">
              My Profile
            </Menu.Item>
          ) : (
            <Menu.Item component={PageLink} to="/Registration/security">
              Registration
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setIsAsking(true)}>Log Out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <LogOutDialog isLeaving={logOut.isPending} onLeave={() => logOut.mutate()} onStay={stay} />}
    </>
  )
}

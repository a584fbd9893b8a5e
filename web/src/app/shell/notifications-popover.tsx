import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { closePart, togglePart, useOpenPart } from './open-part.ts'
import classes from './popover.module.css'

/** There is nothing to notify of yet, and it says so. */
export const NotificationsPopover = () => {
  const isOpen = useOpenPart(({ part }) => part === 'notifications')
  return (
    <Popover
      opened={isOpen}
      onChange={() => closePart('notifications')}
      position="bottom-end"
      width={300}
      offset={6}
      hideDetached={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={44}
          aria-label="Notifications"
          onClick={(event) => togglePart('notifications', event.currentTarget)}
        >
          <IconBell size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label="Notifications">
        <div className={classes.notice} data-autofocus tabIndex={-1}>
          <span className={classes.tag}>Coming Soon</span>
          <p className={classes.sentence}>Notifications are not available yet!</p>
          <Button variant="default" fullWidth disabled>
            No Notifications
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Button } from '@mantine/core'
import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import classes from './log-out-dialog.module.css'

/** A native dialog: the page behind it is inert, and Escape means to stay. */
export const LogOutDialog = ({
  isLeaving,
  onLeave,
  onStay,
}: {
  isLeaving: boolean
  onLeave: () => void
  onStay: () => void
}) => {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isLeaving) onStay()
  }

  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="log-out-title" onCancel={onCancel}>
      <h2 id="log-out-title" className={classes.title}>
        Log out?
      </h2>
      <p className={classes.text}>You are logged out in every tab of this browser.</p>
      <div className={classes.answers}>
        <Button variant="default" disabled={isLeaving} onClick={onStay}>
          Stay signed in
        </Button>
        <Button variant="default" loading={isLeaving} onClick={onLeave}>
          Log Out
        </Button>
      </div>
    </dialog>
  )
}

import { Button } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import classes from './log-out-dialog.module.css'

/** Asks first. Escape means to stay. */
export const LogOutDialog = ({
  isLeaving,
  onLeave,
  onStay,
}: {
  isLeaving: boolean
  onLeave: () => void
  onStay: () => void
}) => (
  <Dialog title="log-out-title" className={classes.dialog} canClose={!isLeaving} onClose={onStay}>
    <div className={classes.content}>
      <h2 id="log-out-title" className={classes.title}>
        Log out?
      </h2>
      <p className={classes.text}>You will be logged out in every tab of this browser.</p>
      <div className={classes.answers}>
        <Button variant="default" disabled={isLeaving} onClick={onStay}>
          Stay logged in
        </Button>
        <Button variant="default" loading={isLeaving} onClick={onLeave}>
          Log Out
        </Button>
      </div>
    </div>
  </Dialog>
)

import { useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import classes from './alerts.module.css'
import { Alerts } from './alerts.tsx'

/** The alerts beside the price that they are about. */
export const AlertDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          Price alerts
        </DialogHeader>
        <Alerts />
      </div>
    </Dialog>
  )
}

import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import classes from './dialog-header.module.css'

/** The heading that names a dialog, and the way out of it. */
export const DialogHeader = ({
  id,
  closeLabel = 'Close',
  children,
  onClose,
}: {
  id: string
  closeLabel?: string
  children: string
  onClose: () => void
}) => (
  <div className={classes.header}>
    <h2 id={id} className={classes.title}>
      {children}
    </h2>
    <CloseButton aria-label={closeLabel} size="lg" onClick={onClose} />
  </div>
)

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-actions.module.css'

/** The one way on, and the way back. */
export const FormActions = ({ children, onCancel }: { children: ReactNode; onCancel?: (() => void) | undefined }) => (
  <div className={classes.actions}>
    {children}
    {onCancel && (
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)

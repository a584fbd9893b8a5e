import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { logOutAfterIdleness, reportInput } from '../features/identity/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Warning, watchIdleness } from './idle-watch.ts'
import classes from './log-out-dialog.module.css'
import { useOpenPart } from './shell/open-part.ts'

const inWords = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)

/** Read aloud twice: every second would drown everything else. */
const spoken = (warning: Warning) => {
  if (typeof warning !== 'number' || warning > 30) return ''
  return `${warning > 10 ? 30 : 10} seconds left`
}

/**
 * Warns a minute before a log-out for idleness. Any input prevents it in every tab, as the rule says; the dialog stays where
 * the input was made until it is answered, since a press that was meant for its button must not land on the page behind.
 */
export const IdleWarning = () => {
  const [warning, setWarning] = useState<Warning>(null)
  useEffect(
    () => watchIdleness({ onIdle: logOutAfterIdleness, onWarning: setWarning, onInput: () => void reportInput() }),
    [],
  )
  const isOpen = warning !== null
  // A popover would lie below it and keep the keyboard to itself.
  useEffect(() => {
    if (isOpen) useOpenPart.setState({ part: null })
  }, [isOpen])
  if (!isOpen) return null
  const stay = () => setWarning(null)
  return (
    <Dialog title="idle-title" text="idle-text" className={classes.dialog} onClose={stay}>
      <div className={classes.content}>
        <h2 id="idle-title" className={classes.title}>
          Are you still there?
        </h2>
        <p id="idle-text" className={classes.text}>
          {typeof warning === 'number'
            ? `You have not been active for a while. For your safety you will be logged out in ${inWords(warning)}.`
            : 'You are still logged in.'}
        </p>
        <VisuallyHidden role="status">{spoken(warning)}</VisuallyHidden>
        <div className={classes.answers}>
          <Button data-autofocus onClick={stay}>
            Stay logged in
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

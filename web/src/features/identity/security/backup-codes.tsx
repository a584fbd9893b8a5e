import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import { Button, Checkbox } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useSession } from '../../../lib/session.ts'
import { settings } from '../../../lib/settings.ts'
import classes from './backup-codes.module.css'

const fileText = (codes: readonly string[]) =>
  [`Backup codes of ${settings.brand.name}`, 'Each code works once.', '', ...codes, ''].join('\n')

const download = (codes: readonly string[]) => {
  const address = URL.createObjectURL(new Blob([fileText(codes)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${settings.brand.name.toLowerCase()}-backup-codes.txt`
  link.click()
  URL.revokeObjectURL(address)
}

/** Leaving would lose the codes for good. A session that has ended may always be left. */
const useHoldBack = (isHeld: boolean) => {
  const blocker = useBlocker(() => isHeld && useSession.getState().isAuthenticated)
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHeld])
  return blocker
}

/** Shown this once; the way on opens when the customer says that they are kept. */
export const BackupCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [areSaved, setAreSaved] = useState(false)
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  const title = useRef<HTMLParagraphElement>(null)
  const blocker = useHoldBack(!areSaved)

  useEffect(() => title.current?.focus(), [])

  return (
    <div className={classes.codes}>
      <div>
        <p className={classes.title} ref={title} tabIndex={-1}>
          Your backup codes
        </p>
        <p className={classes.text}>
          Each one signs you in once when your authenticator app is not at hand. They are shown only now.
        </p>
      </div>
      <ol className={classes.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => copy(codes.join('\n'))}>
          Copy
        </Button>
        <Button variant="default" onClick={() => download(codes)}>
          Download
        </Button>
        <span role="status" className={classes.text}>
          {copied && 'Copied.'}
          {error && 'They could not be copied. Please write them down or download them.'}
        </span>
      </div>
      {blocker.state === 'blocked' && (
        <div role="alert" className={classes.warning}>
          <p>These codes cannot be shown again. Leave without saving them?</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => blocker.reset()}>
              Stay here
            </Button>
            <Button variant="default" onClick={() => blocker.proceed()}>
              Leave
            </Button>
          </div>
        </div>
      )}
      <Checkbox
        label="I have saved them"
        checked={areSaved}
        onChange={(event) => setAreSaved(event.currentTarget.checked)}
      />
      <div className={classes.actions}>
        <Button disabled={!areSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

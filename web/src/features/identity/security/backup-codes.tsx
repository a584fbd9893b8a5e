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
  [`Backup codes for ${settings.brand.name}`, 'Each code works once.', '', ...codes, ''].join('\n')

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

/** Shown this once. Whoever goes on without having said that they are kept is asked here, where the codes stand. */
export const BackupCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [areSaved, setAreSaved] = useState(false)
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  const [isAsked, setIsAsked] = useState(false)
  const title = useRef<HTMLParagraphElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  const blocker = useHoldBack(!areSaved)
  const isLeaving = blocker.state === 'blocked'

  useEffect(() => title.current?.focus(), [])
  // The link that was pressed may be anywhere on the page: focus brings the question into sight.
  useEffect(() => {
    if (isLeaving) stay.current?.focus()
  }, [isLeaving])

  const finish = () => {
    if (areSaved) return onDone()
    setIsAsked(true)
    box.current?.focus()
  }

  return (
    <div className={classes.codes}>
      <div>
        <p className={classes.title} ref={title} tabIndex={-1}>
          Your backup codes
        </p>
        <p className={classes.text}>
          Each code logs you in once when you do not have your authenticator app. You will not see them again.
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
      {isLeaving && (
        <div role="alert" className={classes.warning}>
          <p>You will not see these codes again. Leave without saving them?</p>
          <div className={classes.actions}>
            <Button ref={stay} variant="default" onClick={() => blocker.reset()}>
              Stay here
            </Button>
            <Button variant="default" onClick={() => blocker.proceed()}>
              Leave without saving
            </Button>
          </div>
        </div>
      )}
      <Checkbox
        ref={box}
        label="I have saved my backup codes"
        error={isAsked && !areSaved && 'Have you saved them? Copy or download the codes first, then tick this box.'}
        checked={areSaved}
        onChange={(event) => setAreSaved(event.currentTarget.checked)}
      />
      <div className={classes.actions}>
        <Button onClick={finish}>Done</Button>
      </div>
    </div>
  )
}

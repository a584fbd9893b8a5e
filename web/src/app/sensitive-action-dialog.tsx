import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import {
  EnableTwoFactorStep,
  PinStep,
  SetPinStep,
  TwoFactorStep,
} from '../features/identity/security/verification-steps.tsx'
import { type Need, useVerifications, type Verification } from '../lib/verifications.ts'
import classes from './sensitive-action-dialog.module.css'

const texts: Record<Need, { title: string; text: string }> = {
  pin: { title: 'Confirm with your PIN', text: 'Enter the six digits of your PIN to go on.' },
  '2fa': { title: 'Two-factor code', text: 'Enter the six digits that your authenticator app shows now.' },
  'pin-unset': {
    title: 'Set a PIN first',
    text: 'This action is confirmed with a PIN of six digits, and you have none yet.',
  },
  '2fa-off': {
    title: 'Two-factor authentication is not enabled',
    text: 'This action needs it. Please enable it in your security settings first.',
  },
}

const expiredText = 'Your confirmation has expired and has to be given again. Nothing was done yet.'

const focusable = 'a[href], button:not([disabled]):not([tabindex="-1"]), input:not([type="hidden"]):not([disabled])'

/** The page is inert already; this keeps the keyboard from leaving the dialog for the browser's own controls. */
const keepFocusInside = (event: KeyboardEvent<HTMLDialogElement>) => {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => !stop.closest('[hidden]'),
  )
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** Opens with the first question and gives focus back with the last answer. */
const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return dialog
}

const Step = ({
  verification,
  onLeave,
}: {
  verification: Verification
  onLeave: (path: string) => void
}): ReactNode => {
  switch (verification.need) {
    case 'pin':
      return <PinStep verification={verification} />
    case '2fa':
      return <TwoFactorStep verification={verification} />
    case 'pin-unset':
      return <SetPinStep verification={verification} />
    case '2fa-off':
      return <EnableTwoFactorStep verification={verification} onLeave={onLeave} />
  }
}

const nameOf = ({ id, turn }: Verification) => `${id} ${turn}`

const Questions = ({
  waiting,
  current,
  onLeave,
}: {
  waiting: readonly Verification[]
  current: Verification
  onLeave: (path: string) => void
}) => {
  const dialog = useModal()
  const { title, text } = texts[current.need]
  const { isExpired } = current
  const question = nameOf(current)
  const cancel = () => current.settle('cancelled')

  // Each question takes focus once, when it appears.
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>(`[data-question="${question}"] [data-autofocus]`)?.focus()
  }, [dialog, question])

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Tab') keepFocusInside(event)
    if (event.key !== 'Escape') return
    // Ours to answer: the browser would close the dialog, and the action would wait for ever.
    event.preventDefault()
    cancel()
  }
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    cancel()
  }
  // Some devices have other ways to close a dialog (a back gesture).
  const onClose = () => {
    if (!dialog.current?.open) cancel()
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="verification-title"
      aria-describedby="verification-text"
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClose}
    >
      <div className={classes.content}>
        <header className={classes.header}>
          <h2 id="verification-title" className={classes.title}>
            {title}
          </h2>
          <CloseButton aria-label="Cancel" size="lg" onClick={cancel} />
        </header>
        <p id="verification-text" className={classes.text}>
          {isExpired && `${expiredText} `}
          {text}
        </p>
        {waiting.map((verification) => (
          <div
            key={nameOf(verification)}
            data-question={nameOf(verification)}
            hidden={nameOf(verification) !== question}
          >
            <Step verification={verification} onLeave={onLeave} />
          </div>
        ))}
      </div>
    </dialog>
  )
}

/**
 * Asks for PIN and 2FA code before a sensitive action, whatever feature it belongs to. A native dialog: the rest of the
 * page is inert while it is open, for the keyboard and for screen readers alike.
 */
export const SensitiveActionDialog = ({ onLeave }: { onLeave: (path: string) => void }) => {
  const waiting = useVerifications((state) => state.waiting)
  const current = waiting.at(-1)
  return current && <Questions waiting={waiting} current={current} onLeave={onLeave} />
}

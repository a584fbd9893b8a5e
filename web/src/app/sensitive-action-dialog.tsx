import type { ReactNode } from 'react'
import {
  EnableTwoFactorStep,
  PinStep,
  SetPinStep,
  TwoFactorStep,
} from '../features/identity/security/verification-steps.tsx'
import { type Need, useVerifications, type Verification } from '../lib/verifications.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogHeader } from '../ui/dialog-header.tsx'
import classes from './sensitive-action-dialog.module.css'

const texts: Record<Need, { title: string; text: string }> = {
  pin: { title: 'Confirm with your PIN', text: 'Enter the six digits of your PIN to continue.' },
  '2fa': { title: 'Confirm with your 2FA code', text: 'Enter the six digits your authenticator app shows now.' },
  'pin-unset': {
    title: 'Set a PIN first',
    text: 'You confirm this with a six-digit PIN, and you have not set one yet.',
  },
  '2fa-off': {
    title: 'Two-factor authentication is off',
    text: 'You need it for this. Please turn it on in your security settings first.',
  },
}

const expiredText = 'Your confirmation has expired. Please confirm again; nothing has happened yet.'

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

/** Asks for PIN and 2FA code before a sensitive action, whatever feature it belongs to. */
export const SensitiveActionDialog = ({ onLeave }: { onLeave: (path: string) => void }) => {
  const waiting = useVerifications((state) => state.waiting)
  const current = waiting.at(-1)
  if (!current) return null
  const { title, text } = texts[current.need]
  const cancel = () => current.settle('cancelled')
  return (
    <Dialog
      title="verification-title"
      text="verification-text"
      className={classes.dialog}
      turn={nameOf(current)}
      closesBeside={false}
      onClose={cancel}
    >
      <div className={classes.content}>
        <DialogHeader id="verification-title" closeLabel="Cancel" onClose={cancel}>
          {title}
        </DialogHeader>
        <div id="verification-text">
          {current.deal !== undefined && <p className={classes.deal}>{current.deal}</p>}
          <p className={classes.text}>
            {current.isExpired && `${expiredText} `}
            {text}
          </p>
        </div>
        {waiting.map((verification) => (
          <div key={nameOf(verification)} hidden={verification !== current}>
            <Step verification={verification} onLeave={onLeave} />
          </div>
        ))}
      </div>
    </Dialog>
  )
}

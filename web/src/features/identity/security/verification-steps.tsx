import { pin as pinSchema, twoFactorCode } from '@ingot/endpoints/identity-fields'
import { Button } from '@mantine/core'
import { type MouseEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { needOf } from '../../../lib/sensitive-action.ts'
import { useSession } from '../../../lib/session.ts'
import type { Verification } from '../../../lib/verifications.ts'
import { FailureNote, useWait, WaitNote } from '../../../ui/failure-note.tsx'
import { FormText } from '../../../ui/form.tsx'
import { PinField } from '../../../ui/pin-field.tsx'
import { CodeField } from './code-field.tsx'
import { PinForm } from './pin-form.tsx'
import { provePin, proveTwoFactor, useTwoFactorStatus } from './queries.ts'
import { useProof } from './use-proof.ts'
import classes from './verification-steps.module.css'

type StepProps = { verification: Verification }

const pinWords = {
  wrong: 'Incorrect PIN. Please try again.',
  failed: 'An error occurred during PIN verification.',
}

const codeWords = {
  wrong: 'Incorrect 2FA code. Please try again.',
  failed: 'An error occurred during 2FA verification.',
  invalid: 'Please enter a valid 6-digit 2FA code.',
}

/** After a failed try the customer begins anew, in the first field. */
const useAnew = (message: string, wait: number) => {
  const form = useRef<HTMLFormElement>(null)
  const isWaiting = wait > 0
  useEffect(() => {
    if (message !== '' && !isWaiting) form.current?.querySelector('input')?.focus()
  }, [message, isWaiting])
  return form
}

export const PinStep = ({ verification: { aim, settle } }: StepProps) => {
  const [pin, setPin] = useState('')
  const errorId = useId()
  const { submit, isBusy, failure, message, setMessage } = useProof({
    send: (typed) => provePin(aim, typed),
    settle,
    wrong: 'PinIncorrect',
    words: pinWords,
    insteadOf: needOf,
  })
  const wait = useWait(failure)
  const form = useAnew(message, wait)

  const send = async (typed: string) => {
    await submit(typed)
    setPin('')
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const parsed = pinSchema.safeParse(pin)
    if (parsed.success) return void send(pin)
    setMessage(parsed.error.issues[0]?.message ?? pinWords.failed)
  }

  return (
    <form ref={form} className={classes.step} noValidate onSubmit={onSubmit}>
      <PinField
        label="PIN"
        value={pin}
        error={message !== ''}
        describedBy={message === '' ? undefined : errorId}
        isReadOnly={isBusy || wait > 0}
        takesFocus
        onChange={setPin}
        onComplete={(typed) => void send(typed)}
      />
      {message !== '' && <FailureNote id={errorId} message={message} wait={wait} />}
      <Button type="submit" fullWidth loading={isBusy} disabled={wait > 0}>
        Confirm
      </Button>
    </form>
  )
}

export const TwoFactorStep = ({ verification: { aim, settle } }: StepProps) => {
  const [code, setCode] = useState('')
  const { submit, isBusy, failure, message, setMessage } = useProof({
    send: (typed) => proveTwoFactor(aim, typed),
    settle,
    wrong: 'TwoFactorCodeIncorrect',
    words: codeWords,
    insteadOf: ({ name }) => (name === 'TwoFactorOff' ? '2fa-off' : undefined),
  })
  const wait = useWait(failure)
  const form = useAnew(message, wait)

  const send = async (typed: string) => {
    if (!twoFactorCode.safeParse(typed).success) return setMessage(codeWords.invalid)
    await submit(typed)
    setCode('')
  }
  const onChange = (typed: string) => {
    setCode(typed)
    // A code is complete with its sixth character, typed or pasted.
    if (typed.length >= 6 && typed.length > code.length) void send(typed)
  }

  return (
    <form
      ref={form}
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The sixth digit has sent it: an Enter out of habit must not hide what came of it.
        if (isBusy || (code === '' && message !== '')) return
        void send(code)
      }}
    >
      <CodeField
        value={code}
        error={message}
        errorProps={{ role: 'alert', fz: 'sm' }}
        readOnly={isBusy || wait > 0}
        data-autofocus
        onChange={onChange}
      />
      <WaitNote wait={wait} />
      <Button type="submit" fullWidth loading={isBusy} disabled={wait > 0}>
        Confirm
      </Button>
    </form>
  )
}

/** Sets the first PIN, and proves it at once: it has just been typed twice. */
export const SetPinStep = ({ verification: { aim, settle } }: StepProps) => (
  <PinForm
    isFirst
    submitLabel="Set PIN and continue"
    onDone={(pin) => {
      provePin(aim, pin).then(
        () => settle('passed'),
        () => settle('pin'),
      )
    }}
    onAlreadySet={() => settle('pin')}
  />
)

/** A click that opens another tab is the browser's; this one waits for what happens there. */
const staysHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

export const EnableTwoFactorStep = ({
  verification: { settle },
  onLeave,
}: StepProps & { onLeave: (path: string) => void }) => {
  const isVerified = useSession((session) => session.info?.kycVerified === 'Verified')
  const path = isVerified ? '/My-Profile/Security/2fa' : '/Registration/security'
  const { data: status } = useTwoFactorStatus()

  useEffect(() => {
    if (status?.enabled) settle('passed')
  }, [status, settle])

  const leave = (event: MouseEvent) => {
    if (!staysHere(event)) return
    event.preventDefault()
    settle('cancelled')
    onLeave(path)
  }

  return (
    <div className={classes.step}>
      <FormText isQuiet>
        Nothing has been sent. If you turn it on in another tab, this window continues automatically.
      </FormText>
      <Button component="a" href={path} fullWidth data-autofocus onClick={leave}>
        Open security settings
      </Button>
    </div>
  )
}

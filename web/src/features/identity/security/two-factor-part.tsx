import type { Info } from '@ingot/endpoints/account'
import { resetBackupCodes } from '@ingot/endpoints/credentials'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Form, FormText } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { useReturnFocus } from '../../../ui/return-focus.ts'
import { BackupCodes } from './backup-codes.tsx'
import { CodeField } from './code-field.tsx'
import type { Openable } from './openable.ts'
import { Part } from './part.tsx'
import { usePasswordIfAsked } from './password-if-asked.tsx'
import { useDisableTwoFactor, useResetBackupCodes } from './queries.ts'
import { TwoFactorProofForm } from './two-factor-proof-form.tsx'
import { TwoFactorEnrolment } from './two-factor-setup.tsx'

const fewCodes = 3

const codesText = (left: number) => {
  if (left === 0) return 'You have no backup codes left. Please get new ones.'
  const count = left === 1 ? 'You have 1 backup code left.' : `You have ${left} backup codes left.`
  return left <= fewCodes ? `${count} Please get new ones soon.` : count
}

type FormProps<Result> = { onDone: (result: Result) => void; onCancel: () => void }

const NewCodesForm = ({ onDone, onCancel }: FormProps<readonly string[]>) => {
  const reset = useResetBackupCodes()
  const { field, onSubmit, passwordField, problem, isSending } = usePasswordIfAsked({
    schema: resetBackupCodes.body,
    initialValues: { inputCode: '' },
    fieldOf: { TwoFactorCodeIncorrect: 'inputCode' },
  })
  return (
    <Form onSubmit={onSubmit(async (proof) => onDone(await reset.mutateAsync(proof)))}>
      <FormText isQuiet>Your current codes stop working as soon as you get new ones.</FormText>
      <CodeField {...field('inputCode')} />
      {passwordField}
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          Get new codes
        </Button>
      </FormActions>
    </Form>
  )
}

const TurnOffForm = ({ onDone, onCancel }: FormProps<void>) => {
  const disable = useDisableTwoFactor()
  return (
    <TwoFactorProofForm
      text="Without two-factor authentication you cannot send anything from your account."
      submitLabel="Turn off"
      onSubmit={async (proof) => {
        await disable.mutateAsync(proof)
        onDone()
      }}
      onCancel={onCancel}
    />
  )
}

/** 2FA: setting it up, its backup codes, and turning it off. */
export const TwoFactorPart = ({
  info: { twoFactorOn, backupCodesLeft, role },
  isOpen,
  onOpen,
  onClose,
  isStep = false,
  onCodes,
}: Openable & {
  info: Pick<Info, 'twoFactorOn' | 'backupCodesLeft' | 'role'>
  /** On the way to a verified account: it opens when its turn comes, and is not put off. */
  isStep?: boolean
  /** Whether there are codes on show that nobody has kept yet. */
  onCodes?: (areShown: boolean) => void
}) => {
  const [chosen, setChosen] = useState<'new-codes' | 'turn-off' | null>(null)
  // They are seen only once, so they stay until they are kept, whatever else is opened meanwhile.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [notice, setNotice] = useState('')
  const form = !isOpen || codes ? null : twoFactorOn ? chosen : 'set-up'
  const isBusy = form !== null || codes !== null
  const opener = useReturnFocus(isBusy)

  const open = (next: typeof chosen) => {
    setNotice('')
    setChosen(next)
    onOpen()
  }
  const close = () => {
    setChosen(null)
    onClose()
  }
  const show = (fresh: readonly string[] | null) => {
    setCodes(fresh)
    onCodes?.(fresh !== null)
  }
  const finish = (said: string) => {
    setNotice(said)
    show(null)
    close()
  }

  return (
    <Part
      title="Two-factor authentication"
      status={
        twoFactorOn
          ? `On. ${codesText(backupCodesLeft)}`
          : 'Off. You need it to send anything from your account: a code from your phone confirms each transfer and each login.'
      }
      notice={notice}
      action={
        !isBusy &&
        (twoFactorOn || !isStep) && (
          <>
            <Button ref={opener} variant="default" onClick={() => open(twoFactorOn ? 'new-codes' : null)}>
              {twoFactorOn ? 'New backup codes' : 'Set up'}
            </Button>
            {twoFactorOn && role === 'customer' && (
              <Button variant="default" onClick={() => open('turn-off')}>
                Turn off
              </Button>
            )}
          </>
        )
      }
    >
      {codes && (
        <BackupCodes
          codes={codes}
          onDone={() => finish(chosen ? 'Your new backup codes are ready to use.' : 'Two-factor authentication is on.')}
        />
      )}
      {form === 'set-up' && <TwoFactorEnrolment onCodes={show} onCancel={isStep ? undefined : close} />}
      {form === 'new-codes' && <NewCodesForm onDone={show} onCancel={close} />}
      {form === 'turn-off' && (
        <TurnOffForm onDone={() => finish('Two-factor authentication is off.')} onCancel={close} />
      )}
    </Part>
  )
}

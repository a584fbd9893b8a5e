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
  if (left === 0) return 'No backup codes are left. Please make new ones.'
  const count = left === 1 ? '1 backup code is left.' : `${left} backup codes are left.`
  return left <= fewCodes ? `${count} Please make new ones soon.` : count
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
      <FormText isQuiet>The codes you have now stop working as soon as new ones are made.</FormText>
      <CodeField {...field('inputCode')} />
      {passwordField}
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          Make new codes
        </Button>
      </FormActions>
    </Form>
  )
}

const TurnOffForm = ({ onDone, onCancel }: FormProps<void>) => {
  const disable = useDisableTwoFactor()
  return (
    <TwoFactorProofForm
      text="Without two-factor authentication nothing can be sent out of your account."
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
}: Openable & { info: Pick<Info, 'twoFactorOn' | 'backupCodesLeft' | 'role'> }) => {
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
  const finish = (said: string) => {
    setNotice(said)
    setCodes(null)
    close()
  }

  return (
    <Part
      title="Two-factor authentication"
      status={
        twoFactorOn
          ? `On. ${codesText(backupCodesLeft)}`
          : 'Off. A code from your phone, asked for when you sign in and when something leaves your account.'
      }
      notice={notice}
      action={
        !isBusy && (
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
          onDone={() => finish(chosen ? 'Your new backup codes are in force.' : 'Two-factor authentication is on.')}
        />
      )}
      {form === 'set-up' && <TwoFactorEnrolment onCodes={setCodes} onCancel={close} />}
      {form === 'new-codes' && <NewCodesForm onDone={setCodes} onCancel={close} />}
      {form === 'turn-off' && (
        <TurnOffForm onDone={() => finish('Two-factor authentication is off.')} onCancel={close} />
      )}
    </Part>
  )
}

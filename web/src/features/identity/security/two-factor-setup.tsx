import { checkPendingTwoFactor, generateTwoFactor } from '@ingot/endpoints/credentials'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { FormText } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { CodeField } from './code-field.tsx'
import { usePasswordIfAsked } from './password-if-asked.tsx'
import { useEnableTwoFactor, useGenerateTwoFactor } from './queries.ts'
import classes from './two-factor-setup.module.css'

const qrSize = 200

/** In groups of four it can be typed without losing one's place. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

const Begin = ({
  generate,
  onCancel,
}: {
  generate: ReturnType<typeof useGenerateTwoFactor>
  onCancel: (() => void) | undefined
}) => {
  const { onSubmit, passwordField, problem, isSending } = usePasswordIfAsked({
    schema: generateTwoFactor.body,
    initialValues: {},
  })
  return (
    <form className={classes.setup} noValidate onSubmit={onSubmit((body) => generate.mutateAsync(body))}>
      <FormText isQuiet>
        You need an authenticator app on your phone. It shows a new six-digit code every 30 seconds. You enter one when
        you log in and when you send something from your account.
      </FormText>
      {passwordField}
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          Begin
        </Button>
      </FormActions>
    </form>
  )
}

const Secret = ({ secret, uri }: { secret: string; uri: string }) => {
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <div className={classes.scan}>
      <div className={classes.qr}>
        <QRCodeSVG value={uri} size={qrSize} level="H" title="QR code for your authenticator app" />
      </div>
      <div className={classes.byHand}>
        <p className={classes.text}>
          Scan the code with your authenticator app, or enter this key in it. If you are on your phone,{' '}
          <a href={uri}>open it in the app</a>.
        </p>
        <code className={classes.secret}>{grouped(secret)}</code>
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => copy(secret)}>
            Copy key
          </Button>
          <span role="status" className={classes.text}>
            {copied && 'Copied.'}
            {error && 'It could not be copied. Please select it and copy it yourself.'}
          </span>
        </div>
      </div>
    </div>
  )
}

type EnrolmentProps = {
  onCodes: (codes: readonly string[]) => void
  onCancel?: (() => void) | undefined
}

const Proof = ({ secret, uri, onCodes, onCancel }: EnrolmentProps & { secret: string; uri: string }) => {
  const enable = useEnableTwoFactor()
  const { field, onSubmit, passwordField, problem, isSending } = usePasswordIfAsked({
    schema: checkPendingTwoFactor.body,
    initialValues: { secret, token: '' },
    fieldOf: { TwoFactorCodeIncorrect: 'token' },
  })
  return (
    <form
      className={classes.setup}
      noValidate
      onSubmit={onSubmit(async (values) => onCodes(await enable.mutateAsync(values)))}
    >
      <Secret secret={secret} uri={uri} />
      <CodeField label="Code from the app" {...field('token')} />
      {passwordField}
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          Turn on
        </Button>
      </FormActions>
    </form>
  )
}

/** From the first word about it to the code that proves the app. */
export const TwoFactorEnrolment = ({ onCodes, onCancel }: EnrolmentProps) => {
  const generate = useGenerateTwoFactor()
  if (!generate.data) return <Begin generate={generate} onCancel={onCancel} />
  return <Proof {...generate.data} onCodes={onCodes} onCancel={onCancel} />
}

/** The whole of it, for a page of its own. `onDone` comes once the backup codes are kept. */
export const TwoFactorSetup = ({ onDone }: { onDone: () => void }) => {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return codes ? <BackupCodes codes={codes} onDone={onDone} /> : <TwoFactorEnrolment onCodes={setCodes} />
}

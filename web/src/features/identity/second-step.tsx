import { backupCode, twoFactorCode } from '@ingot/endpoints/identity-fields'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../lib/call-error.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormStack, FormText, FormWays, LinkButton } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useRequestRecovery, useSignInWithCode } from './queries.ts'
import { CodeField } from './security/code-field.tsx'

type Way = 'app' | 'backup' | 'recovery'

const schemas = { app: z.object({ code: twoFactorCode }), backup: z.object({ code: backupCode }) }

const CodeForm = ({
  way,
  mfaToken,
  onStale,
}: {
  way: 'app' | 'backup'
  mfaToken: string
  onStale: (why: string) => void
}) => {
  const signIn = useSignInWithCode()
  const { field, focus, onSubmit, problem, isSending } = useContractForm({
    schema: schemas[way],
    initialValues: { code: '' },
    fieldOf: { TwoFactorCodeIncorrect: 'code' },
  })
  const focusCode = useEffectEvent(() => focus('code'))
  useEffect(() => focusCode(), [])

  return (
    <Form
      onSubmit={onSubmit(async ({ code }) => {
        try {
          useSession.getState().signIn(await signIn.mutateAsync({ mfaToken, code }))
        } catch (failure) {
          // The first step is proven for five minutes only, and for the password that it was passed with.
          if (!(failure instanceof CallError) || failure.name !== 'LinkInvalid') throw failure
          onStale(failure.message)
        }
      })}
    >
      {way === 'app' ? (
        <CodeField {...field('code')} />
      ) : (
        <TextInput
          label="Backup code"
          size="md"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...field('code')}
        />
      )}
      <FormProblem failure={problem} />
      <Button type="submit" size="md" loading={isSending}>
        Log in
      </Button>
    </Form>
  )
}

const Recovery = ({ mfaToken }: { mfaToken: string }) => {
  const { mutate, isPending, data, error } = useRequestRecovery()
  if (data)
    return (
      <FormStack>
        <div role="status">
          <FormText>
            Two-factor authentication will be turned off on <Moment at={data.endsAt} />. From then on you can log in
            with your password alone.
          </FormText>
        </div>
        <FormText isQuiet>We have sent you an e-mail. It has a link to stop this at any time until then.</FormText>
      </FormStack>
    )
  return (
    <FormStack>
      <FormText>
        If you have lost both your authenticator app and your backup codes, we can turn off two-factor authentication
        after a few days. We will e-mail you at once, and you can stop it from that e-mail at any time.
      </FormText>
      <FormText isQuiet>You cannot log in until then.</FormText>
      <FormProblem failure={error} />
      <Button size="md" loading={isPending} onClick={() => mutate(mfaToken)}>
        Turn off two-factor authentication
      </Button>
    </FormStack>
  )
}

const words: Record<Way, { title: string; note: string }> = {
  app: { title: 'Two-factor authentication', note: 'Enter the six-digit code from your authenticator app.' },
  backup: { title: 'Two-factor authentication', note: 'Enter one of your backup codes. Each works once.' },
  recovery: { title: 'Lost your app and backup codes?', note: '' },
}

/** What follows the password where 2FA is on. */
export const SecondStep = ({
  mfaToken,
  onStale,
  onBack,
}: {
  mfaToken: string
  /** The first step counts no more and has to be passed again. */
  onStale: (why: string) => void
  onBack: () => void
}) => {
  const [way, setWay] = useState<Way>('app')
  const { title, note } = words[way]
  return (
    <FormPage
      key={way}
      title={title}
      takesFocus={way === 'recovery'}
      note={note}
      foot={
        <FormText isQuiet>
          <LinkButton onClick={onBack}>Back to login</LinkButton>
        </FormText>
      }
    >
      <FormStack>
        {way === 'recovery' ? (
          <Recovery mfaToken={mfaToken} />
        ) : (
          <CodeForm way={way} mfaToken={mfaToken} onStale={onStale} />
        )}
        <FormWays>
          {way !== 'app' && <LinkButton onClick={() => setWay('app')}>Use the authenticator app</LinkButton>}
          {way !== 'backup' && <LinkButton onClick={() => setWay('backup')}>Use a backup code</LinkButton>}
          {way === 'backup' && <LinkButton onClick={() => setWay('recovery')}>Lost both?</LinkButton>}
        </FormWays>
      </FormStack>
    </FormPage>
  )
}

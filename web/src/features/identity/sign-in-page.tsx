import type { Info } from '@ingot/endpoints/account'
import { signIn as signInEndpoint } from '@ingot/endpoints/identity'
import { Button, Loader, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { safeReturn } from '../../lib/return-address.ts'
import { useSession } from '../../lib/session.ts'
import { Form, FormStack, FormText, Notice, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { LogOutNotice } from './log-out-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { useInfo, useSignIn } from './queries.ts'

// Not everybody who signs in needs them.
const SecondStep = lazy(() => import('./second-step.tsx').then((module) => ({ default: module.SecondStep })))
const TwoFactorSetup = lazy(() =>
  import('./security/two-factor-setup.tsx').then((module) => ({ default: module.TwoFactorSetup })),
)

const SigningIn = () => (
  <FormPage title="Log in">
    <div role="status">
      <FormStack>
        <Loader size={28} aria-hidden="true" />
        <FormText>Logging you in</FormText>
      </FormStack>
    </div>
  </FormPage>
)

const useWantedPage = () => safeReturn(useSearchParams()[0].get('return'))

const Credentials = ({
  why,
  onSecondStep,
}: {
  /** What the second step was broken off for. */
  why: string | null
  onSecondStep: (mfaToken: string) => void
}) => {
  const wanted = useWantedPage()
  const signIn = useSignIn()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: signInEndpoint.body,
    initialValues: { identifier: '', password: '' },
  })

  const send = async (values: { identifier: string; password: string }) => {
    try {
      const answer = await signIn.mutateAsync(values)
      if ('jwt' in answer) useSession.getState().signIn(answer)
      else onSecondStep(answer.data.mfaToken)
    } catch (failure) {
      const isUnproven = failure instanceof CallError && failure.name === 'EmailNotVerified'
      if (isUnproven && values.identifier.includes('@')) useSession.getState().note({ email: values.identifier.trim() })
      throw failure
    }
  }

  return (
    <FormPage
      title="Log in"
      before={why === null ? <LogOutNotice isReturning={wanted !== undefined} /> : <Notice>{why}</Notice>}
      foot={
        <>
          <FormText isQuiet>
            New here? <TextLink to="/signup">Create your account</TextLink>
          </FormText>
          <FormText isQuiet>
            Has somebody died? <TextLink to="/report-a-death">Report a death</TextLink>
          </FormText>
        </>
      }
    >
      <Form onSubmit={onSubmit(send)}>
        <TextInput
          label="E-mail or username"
          size="md"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          {...field('identifier')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <FormProblem failure={problem}>
          {problem?.name === 'EmailNotVerified' && <TextLink to="/Email-Verification">Verify your e-mail</TextLink>}
        </FormProblem>
        <Button type="submit" size="md" loading={isSending}>
          Log in
        </Button>
        <FormText isQuiet>
          <TextLink to="/forgot-password">Forgot password?</TextLink>
        </FormText>
      </Form>
    </FormPage>
  )
}

const SignInSteps = () => {
  const [mfaToken, setMfaToken] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  if (mfaToken === null) return <Credentials why={why} onSecondStep={setMfaToken} />
  const goBack = (reason: string | null) => {
    setMfaToken(null)
    setWhy(reason)
  }
  return (
    <Suspense fallback={<SigningIn />}>
      <SecondStep mfaToken={mfaToken} onStale={goBack} onBack={() => goBack(null)} />
    </Suspense>
  )
}

/** Operators have no way around 2FA, so it is set up here, before anything else opens. */
const OperatorEnrolment = ({ onDone }: { onDone: () => void }) => (
  <FormPage
    title="Set up two-factor authentication"
    takesFocus
    note="Operators log in with two-factor authentication. Set it up now to open the console."
  >
    <Suspense fallback={<Loader size={28} aria-label="Loading" />}>
      <TwoFactorSetup onDone={onDone} />
    </Suspense>
  </FormPage>
)

/** Where somebody begins who wanted no page in particular. */
const firstPageOf = (info: Info | undefined): string => {
  if (info?.role === 'operator') return '/operator'
  // No step has this name, so it leads to the one that is still to do.
  return info && info.kycVerified !== 'Verified' ? '/Registration/next' : '/'
}

const SignedIn = () => {
  const wanted = useWantedPage()
  const { data: info, isPending } = useInfo()
  const [enrolment, setEnrolment] = useState<'unknown' | 'due' | 'done'>('unknown')
  // Kept until the backup codes were seen: 2FA counts as on a moment before that.
  if (enrolment === 'unknown' && info) setEnrolment(info.role === 'operator' && !info.twoFactorOn ? 'due' : 'done')
  if (enrolment === 'due') return <OperatorEnrolment onDone={() => setEnrolment('done')} />
  if (isPending) return <SigningIn />
  return <Navigate to={wanted ?? firstPageOf(info)} replace />
}

export const SignInPage = () => (useSession((session) => session.isAuthenticated) ? <SignedIn /> : <SignInSteps />)

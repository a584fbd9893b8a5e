import type { progressSteps } from '@ingot/endpoints/kyc'
import { Button } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { FailedState } from '../../ui/states.tsx'
import { PersonalSkeleton } from './personal-skeleton.tsx'
import { useProgress } from './queries.ts'
import { StepList } from './step-list.tsx'
import { Verification } from './verification.tsx'
import classes from './way-to-verified.module.css'

type StepName = (typeof progressSteps)[number]

/** In their order. */
const steps: readonly { name: StepName; title: string; note: string }[] = [
  { name: 'security', title: 'Security', note: 'A PIN and two-factor authentication.' },
  { name: 'personal-information', title: 'Personal information', note: 'Who you are and where you live.' },
  { name: 'documents', title: 'Documents and selfie', note: 'Checked by our verification provider.' },
  { name: 'result', title: 'Result', note: 'The outcome of the check.' },
]

// A long form with long lists, which the other steps do without.
const PersonalStep = lazy(() => import('./personal-step.tsx').then((module) => ({ default: module.PersonalStep })))

/** Part of another feature: it says itself when it is done, and shows the way on then. */
export type SecurityPart = ComponentType<{ wayOn: ReactNode }>

const WayOn = ({ to = 'personal-information' }: { to: StepName | undefined }) => (
  <Card className={classes.wayOn}>
    <p>This step is done.</p>
    <Button component={PageLink} to={`/Registration/${to}`}>
      Continue
    </Button>
  </Card>
)

const Part = ({ name, Security }: { name: StepName; Security: SecurityPart }) => {
  const progress = useProgress()
  if (name === 'security') return <Security wayOn={<WayOn to={progress.data?.step} />} />
  if (name === 'personal-information')
    return (
      <Suspense fallback={<PersonalSkeleton />}>
        <PersonalStep />
      </Suspense>
    )
  // What was handed in is waited for where the result will stand.
  if (name === 'documents' && progress.data?.step === 'result') return <Navigate to="/Registration/result" replace />
  return <Verification />
}

/** The session keeps the number of the step that is shown. */
const useCurrentStep = (index: number) =>
  useEffect(() => {
    if (index >= 0) useSession.getState().goToStep(index)
  }, [index])

/** The way to a verified account, in steps that can be left and come back to. */
export const WayToVerified = ({ Security }: { Security: SecurityPart }) => {
  const { step: wanted = '' } = useParams()
  const { data: progress, isFetching, isError, refetch } = useProgress()
  // Security needs nothing before it, so it is open whatever is known of the rest.
  const lastOpen = progress ? steps.findIndex(({ name }) => name === progress.step) : 0
  const found = steps.findIndex(({ name }) => name === wanted.toLowerCase())
  const index = found <= lastOpen ? found : -1
  const current = steps[index]
  useCurrentStep(index)
  // What is known may be a moment old, so nobody is led elsewhere while it is asked for.
  if (!current && progress && !isFetching) return <Navigate to={`/Registration/${progress.step}`} replace />
  const entries = steps.map((step, at) => ({
    ...step,
    isOpen: at <= lastOpen,
    isDone: step.name === 'result' ? progress?.kycVerified === 'Verified' : (progress?.done[step.name] ?? false),
    isCurrent: at === index,
  }))
  return (
    <>
      <PageHeading note="We save each step as you go. You can leave and continue another day.">
        Get your account verified
      </PageHeading>
      <div className={classes.columns}>
        <StepList steps={entries} />
        <section aria-labelledby="step">
          <h2 className={classes.title} id="step">
            {current?.title ?? 'Your next step'}
          </h2>
          {current && <Part name={current.name} Security={Security} />}
          {!current && !isError && <PersonalSkeleton />}
          {!current && isError && (
            <FailedState title="Your steps could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
              Nothing has been lost. Your connection may be down, or the service may be busy.
            </FailedState>
          )}
        </section>
      </div>
    </>
  )
}

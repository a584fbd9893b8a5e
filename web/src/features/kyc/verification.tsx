import { Button, Loader, Skeleton } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { FormText } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { Documents } from './documents.tsx'
import { useProgress, useStatusWatch } from './queries.ts'
import classes from './verification.module.css'
import { viewOf } from './verification-view.ts'
import { WayToSupport } from './way-to-support.tsx'

/** Where a verified customer goes on. */
const portalAddress = '/'

const Outcome = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <Card className={classes.outcome}>
    <p role="status" className={classes.outcomeTitle}>
      {title}
    </p>
    <div className={classes.outcomeText}>{children}</div>
    {action && <div className={classes.action}>{action}</div>}
  </Card>
)

const Waiting = ({ title, children }: { title: string; children: string }) => (
  <Outcome
    title={title}
    action={
      <span className={classes.waiting}>
        <Loader size={18} aria-hidden="true" />
        This page updates automatically.
      </span>
    }
  >
    {children}
  </Outcome>
)

const Rejected = ({ reason, onStep }: { reason: string; onStep: () => void }) => {
  const [isAgain, setIsAgain] = useState(false)
  return (
    <div className={classes.documents}>
      <Outcome
        title="Your documents were not accepted"
        action={!isAgain && <Button onClick={() => setIsAgain(true)}>Try again</Button>}
      >
        {reason}
      </Outcome>
      {isAgain && <Documents onStep={onStep} />}
    </div>
  )
}

const VerificationSkeleton = () => (
  <LoadingState label="Loading your verification">
    <Card className={classes.outcome}>
      <Skeleton height={20} width="50%" mb={16} />
      <Skeleton height={14} width="80%" />
    </Card>
  </LoadingState>
)

/** How far the verification is, what there is to do, and what came of it. */
export const Verification = () => {
  const { data: progress, isError, isFetching, refetch } = useProgress()
  const watch = useStatusWatch()
  const look = watch.refetch
  const onStep = useCallback(() => void look(), [look])
  if (!progress) {
    if (!isError) return <VerificationSkeleton />
    return (
      <FailedState title="Your verification could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Nothing has been lost. Your connection may be down, or the service may be busy.
      </FailedState>
    )
  }
  const reason = progress.rejection?.reason ?? ''
  const views: Record<ReturnType<typeof viewOf>, () => ReactNode> = {
    'steps-first': () => (
      <EmptyState
        title="A few steps come first"
        action={
          <Button component={PageLink} to={`/Registration/${progress.step}`}>
            Continue where you left off
          </Button>
        }
      >
        Protect your account and tell us who you are. Then we will check your documents here.
      </EmptyState>
    ),
    documents: () => <Documents onStep={onStep} />,
    'being-checked': () => (
      <Waiting title="Your documents are being checked">
        This usually takes a few minutes, sometimes longer. You can close this page; we will e-mail you the result.
      </Waiting>
    ),
    rejected: () => <Rejected reason={reason} onStep={onStep} />,
    declined: () => (
      <Outcome title="Your verification was declined">
        {reason} This decision is final. <WayToSupport />
      </Outcome>
    ),
    approved: () => (
      <Waiting title="You are approved">
        We are preparing your wallet. You will be verified as soon as it is ready.
      </Waiting>
    ),
    verified: () => (
      <Outcome
        title="You are verified"
        action={
          <Button component={PageLink} to={portalAddress}>
            Start
          </Button>
        }
      >
        You can now pay in, buy gold, save and send.
      </Outcome>
    ),
  }
  return (
    <div className={classes.verification}>
      {views[viewOf(progress, watch.data?.reviewStatus)]()}
      {watch.isError && (
        <FormText isQuiet>The status could not be loaded just now. This page will keep trying.</FormText>
      )}
    </div>
  )
}

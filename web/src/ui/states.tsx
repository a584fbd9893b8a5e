import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './states.module.css'

type StateProps = { title: string; children?: ReactNode; action?: ReactNode }

const State = ({ title, children, action }: StateProps) => (
  <Card className={classes.state}>
    <p className={classes.title}>{title}</p>
    {children !== undefined && <p className={classes.text}>{children}</p>}
    {action !== undefined && <div className={classes.action}>{action}</div>}
  </Card>
)

/** What this is, and the one thing to do next. */
export const EmptyState = (props: StateProps) => <State {...props} />

/** What happened, and a way to try again. */
export const FailedState = ({
  title,
  children,
  retryLabel = 'Retry',
  isRetrying = false,
  onRetry,
}: {
  title: string
  children?: ReactNode
  retryLabel?: string
  isRetrying?: boolean
  onRetry: () => void
}) => (
  <div role="alert">
    <State
      title={title}
      action={
        <Button variant="default" loading={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {children}
    </State>
  </div>
)

/** Wraps a skeleton of the page's own shape and says in words that something is coming. */
export const LoadingState = ({
  label,
  children = <Skeleton height="60vh" radius="lg" />,
}: {
  label: string
  children?: ReactNode
}) => (
  <div role="status" aria-label={label} aria-busy="true">
    {children}
  </div>
)

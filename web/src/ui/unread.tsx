import { Skeleton } from '@mantine/core'
import { CallError } from '../lib/call-error.ts'
import { EmptyState, FailedState, LoadingState } from './states.tsx'

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** What stands in place of something that is not there: it is on its way, not for this role, or could not be loaded. */
export const Unread = ({ what, query }: { what: string; query: Query }) => {
  const { error, isFetching, refetch } = query
  if (!error)
    return (
      <LoadingState label={`Loading the ${what}`}>
        <Skeleton height={280} radius={12} />
      </LoadingState>
    )
  if (error instanceof CallError && error.name === 'Forbidden')
    return <EmptyState title="Your roles do not cover this">An owner can ask for another role for you.</EmptyState>
  return (
    <FailedState title={`The ${what} could not be loaded`} isRetrying={isFetching} onRetry={() => void refetch()}>
      Your connection may be down, or the service may be busy.
    </FailedState>
  )
}

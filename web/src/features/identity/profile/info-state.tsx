import type { Info } from '@ingot/endpoints/account'
import type { ReactNode } from 'react'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import { useInfo } from '../queries.ts'

/** Shows what depends on the person's own data once that is there, and says so while it is not. */
export const InfoState = ({ skeleton, children }: { skeleton: ReactNode; children: (info: Info) => ReactNode }) => {
  const { data: info, isError, isFetching, refetch } = useInfo()
  if (info) return children(info)
  if (!isError) return <LoadingState label="Loading your data">{skeleton}</LoadingState>
  return (
    <FailedState title="Your data could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
      Your connection may be down, or the service may be busy.
    </FailedState>
  )
}

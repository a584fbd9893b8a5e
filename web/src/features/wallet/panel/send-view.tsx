import { Skeleton } from '@mantine/core'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import { useSending } from '../sending/queries.ts'
import { SendForm } from '../sending/send-form.tsx'
import { panelDraft, reopenPanel } from './panel-view.ts'

/** The form that sends, as soon as its limits and fees are known and nothing keeps the account from sending. */
export const SendView = () => {
  const { data, isError, isFetching, refetch } = useSending()
  if (!data)
    return isError ? (
      <FailedState title="Limits and fees: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        They could not be read, so nothing can be sent yet. Your connection may be down, or the service is busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading limits and fees">
        <Skeleton height={651} />
      </LoadingState>
    )
  // Why, and what can be done about it, stands above.
  if (data.frozenSince !== null || data.heldUntil !== null) return null
  return <SendForm draft={panelDraft} sending={data} onNeeded={reopenPanel} />
}

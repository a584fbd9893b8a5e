import { Skeleton } from '@mantine/core'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import { OutgoingNotice } from '../sending/outgoing-notice.tsx'
import { useSending } from '../sending/queries.ts'
import { SendForm } from '../sending/send-form.tsx'
import { FreezePart } from './freeze-part.tsx'
import { panelDraft, reopenPanel } from './panel-view.ts'

/** The form that sends; in its place, why nothing can be sent now, until when, and what can be done. */
export const SendView = () => {
  const { data, isError, isFetching, refetch } = useSending()
  if (!data)
    return isError ? (
      <FailedState title="Limits and fees: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        They could not be loaded, so nothing can be sent yet. Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading limits and fees">
        <Skeleton height={393} />
      </LoadingState>
    )
  if (data.frozenSince !== null) return <OutgoingNotice />
  if (data.heldUntil !== null)
    return (
      <>
        <OutgoingNotice />
        <FreezePart />
      </>
    )
  return <SendForm draft={panelDraft} sending={data} onNeeded={reopenPanel} />
}

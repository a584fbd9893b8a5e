import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './external-usdau-page.module.css'
import { OutgoingNotice } from './sending/outgoing-notice.tsx'
import { useSending } from './sending/queries.ts'
import { createSendDraft } from './sending/send-draft.ts'
import { SendForm } from './sending/send-form.tsx'
import { UsdauTransfers } from './sending/usdau-transfers.tsx'

const Sender = () => {
  const [draft] = useState(() => createSendDraft('USDAU'))
  const { data, isError, isFetching, refetch } = useSending()
  if (!data)
    return isError ? (
      <FailedState title="Limits and fees: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        They could not be loaded, so nothing can be sent yet. Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading limits and fees">
        <Skeleton height={446} className={classes.card ?? ''} />
      </LoadingState>
    )
  if (data.frozenSince !== null || data.heldUntil !== null) return <OutgoingNotice />
  return (
    <Card className={classes.card}>
      <SendForm draft={draft} sending={data} takesNames={false} />
    </Card>
  )
}

/** USDAU to an address outside, and what became of earlier requests. */
export const ExternalUsdauPage = () => (
  <>
    <PageHeading note="Send USDAU to an address outside this service, your own or someone else’s.">
      External USDAU
    </PageHeading>
    <div className={classes.columns}>
      <section aria-label="Send USDAU to an outside address">
        <Sender />
      </section>
      <section aria-labelledby="usdau-transfers-title">
        <h2 id="usdau-transfers-title" className={classes.title}>
          Your requests
        </h2>
        <UsdauTransfers />
      </section>
    </div>
  </>
)

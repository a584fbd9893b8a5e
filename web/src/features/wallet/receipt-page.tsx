import { readReceipt } from '@ingot/endpoints/wallet'
import type { Receipt } from '@ingot/endpoints/wallet-fields'
import { Button, Skeleton } from '@mantine/core'
import { useParams } from 'react-router'
import { formatUtcMoment } from '../../lib/local-format.ts'
import { movementTitle, stateWords } from '../../lib/movement-words.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PaperCard } from '../../ui/paper-card.tsx'
import { StateLine } from '../../ui/state-line.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { MovementFigures } from './movement-figures.tsx'
import { useIsOwnMovement, useReceipt } from './movement-queries.ts'
import { shownSteps } from './movement-steps.ts'
import { ReceiptButton } from './receipt-button.tsx'
import classes from './receipt-page.module.css'

const Paper = ({ receipt, isOwn }: { receipt: Receipt; isOwn: boolean }) => (
  <PaperCard
    state={stateWords[receipt.state]}
    actions={
      <>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        {isOwn && <ReceiptButton movement={receipt.id} />}
      </>
    }
  >
    <MovementFigures of={receipt}>
      <FigureRow name="Time">
        <time dateTime={receipt.at}>{formatUtcMoment(new Date(receipt.at))}</time>
      </FigureRow>
      <FigureRow name="Receipt">
        <CopyText label="receipt id" value={receipt.id} />
      </FigureRow>
    </MovementFigures>
    <section className={classes.steps} aria-label="State">
      <StateLine steps={shownSteps(receipt.steps)} />
    </section>
  </PaperCard>
)

const Missing = () => (
  <EmptyState
    title="There is no receipt at this address"
    action={
      <Button component={PageLink} to="/">
        Go to the home page
      </Button>
    }
  >
    The link may be incomplete. Ask whoever sent it to send it again.
  </EmptyState>
)

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

const ReceiptSkeleton = () => (
  <LoadingState label="Loading the receipt">
    <Card>
      {rows.map((row) => (
        <Skeleton key={row} height={28} mb={20} />
      ))}
    </Card>
  </LoadingState>
)

const Read = ({ id, type }: { id: string; type: string }) => {
  const { data, isError, isFetching, refetch } = useReceipt(id, type)
  const isOwn = useIsOwnMovement(id)
  return (
    <>
      <PageHeading note={data && movementTitle(data)}>{data === null ? 'Receipt not found' : 'Receipt'}</PageHeading>
      {data && <Paper receipt={data} isOwn={isOwn} />}
      {data === null && <Missing />}
      {data === undefined && !isError && <ReceiptSkeleton />}
      {data === undefined && isError && (
        <FailedState title="The receipt could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
          Your connection may be down, or the service may be busy.
        </FailedState>
      )}
    </>
  )
}

/** A movement for whoever has the link: nothing on it names a person. */
export const ReceiptPage = () => {
  const { id = '', transactionType = '' } = useParams()
  // What cannot be a receipt is not asked for.
  const isAddress = readReceipt.params.safeParse({ id, transactionType }).success
  return (
    <>
      {/* Shared among people, not found by searching. */}
      <meta name="robots" content="noindex" />
      {isAddress ? (
        <Read id={id} type={transactionType} />
      ) : (
        <>
          <PageHeading>Receipt not found</PageHeading>
          <Missing />
        </>
      )}
    </>
  )
}

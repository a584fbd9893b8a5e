import type { Party } from '@ingot/endpoints/wallet-fields'
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './movement-frame.module.css'

const all = '/transactions'

const Missing = () => (
  <EmptyState
    title="You have no transaction with this code"
    action={
      <Button component={PageLink} to={all}>
        All transactions
      </Button>
    }
  >
    The code may be incomplete, or belong to another account.
  </EmptyState>
)

/**
 * A page about one movement. The heading stays the same element from loading to the end, so that it keeps the focus that
 * it was given on arrival.
 */
export const MovementFrame = ({
  title,
  note,
  isMissing,
  takesFocus = false,
  children,
}: {
  title: string
  note?: ReactNode
  isMissing: boolean
  takesFocus?: boolean
  children: ReactNode
}) => (
  <>
    <PageHeading
      note={note}
      back={isMissing ? undefined : { to: all, label: 'All transactions' }}
      takesFocus={takesFocus}
    >
      {isMissing ? 'Transaction not found' : title}
    </PageHeading>
    {isMissing ? <Missing /> : children}
  </>
)

/** What moved, how far it is, what can be done, and whatever stands below. */
export const MovementCards = ({
  amounts,
  steps,
  actions,
  below,
}: {
  amounts: ReactNode
  steps: ReactNode
  actions?: ReactNode
  below?: ReactNode
}) => (
  <>
    <div className={classes.cards}>
      <Card as="section" aria-label="Amounts">
        {amounts}
      </Card>
      <Card as="section" aria-label="State">
        {steps}
      </Card>
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
    {below}
  </>
)

/** Who is on the other side, whole: an address is compared before it is trusted. */
export const PartyText = ({ party }: { party: Party }) =>
  party.kind === 'customer' ? (
    party.username
  ) : (
    <>
      {party.label !== '' && <span className={classes.label}>{party.label}</span>}
      <CopyText label="address" value={party.address} />
    </>
  )

const rows = ['first', 'second', 'third', 'fourth', 'fifth']
const marks = ['first', 'second', 'third', 'fourth']

/** While it is not there yet: on its way, or it could not be read. */
export const MovementPending = ({
  isError,
  isFetching,
  refetch,
}: {
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}) =>
  isError ? (
    <FailedState title="The transaction could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
      Your connection may be down, or the service may be busy.
    </FailedState>
  ) : (
    <LoadingState label="Loading the transaction">
      <div className={classes.cards}>
        <Card>
          {rows.map((row) => (
            <Skeleton key={row} height={24} mb={22} />
          ))}
        </Card>
        <Card>
          {marks.map((mark) => (
            <Skeleton key={mark} height={38} width="70%" mb={20} />
          ))}
        </Card>
      </div>
    </LoadingState>
  )

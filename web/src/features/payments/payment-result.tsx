import type { Payment } from '@ingot/endpoints/payment-fields'
import { readPayment } from '@ingot/endpoints/payments'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { amountWords } from '../../lib/amount-words.ts'
import { formatMoment } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { BookedFigures, BookedWays } from '../../ui/booked-gold.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Standing } from '../../ui/standing.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { ChargedFigures, GoldFigures } from './payment-figures.tsx'
import { isOverUnpaid, isSome, isUnfinished, payAddress, paymentSteps, standingWords } from './payment-words.ts'
import classes from './payments.module.css'
import { usePayment, usePayments } from './queries.ts'
import { Lock, UnfinishedWays } from './unfinished-card.tsx'

const back = { to: payAddress, label: 'Spend To Save' }

const Heading = ({ note }: { note?: ReactNode }) => (
  <PageHeading back={back} note={note}>
    Payment result
  </PageHeading>
)

const Missing = () => (
  <>
    <Heading />
    <EmptyState
      title="No card payment has this address"
      action={
        <Button component={PageLink} to={payAddress} variant="default">
          Your card payments
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

const chargedName = (payment: Payment): string => {
  if (payment.paidAt !== null) return 'Your card was charged'
  return isOverUnpaid(payment) ? 'Your card would have been charged' : 'Your card will be charged'
}

/** Paid too late for the price that was locked. */
const lateWords = ({ price }: Payment): string =>
  `It was paid after the price lock had ended, so it was booked at the price of its moment. Locked had been ${amountWords({ asset: 'USD', amount: price })}.`

/** What went back took its share of the gold with it. */
const isWhole = ({ refunded, lost }: Payment): boolean => !isSome(refunded) && !isSome(lost)

const Gold = ({ payment }: { payment: Payment }) => {
  const { state, booked, clearsAt, lockedUntil } = payment
  if (!booked)
    return (
      !isOverUnpaid(payment) &&
      state !== 'Refunded' &&
      state !== 'Reversed' && (
        <GoldFigures
          name="At the locked price"
          of={payment}
          note={isUnfinished(payment) ? undefined : `locked until ${formatMoment(new Date(lockedUntil))}`}
        />
      )
    )
  return (
    <>
      <BookedFigures booked={booked} isThere={isWhole(payment)} about={!booked.isAtLock && lateWords(payment)} />
      {state === 'Booked' && clearsAt !== null && (
        <FigureRow name="Bound until">
          <Moment at={clearsAt} />
        </FigureRow>
      )}
      {state === 'Disputed' && <FigureRow name="Bound until">the dispute is decided</FigureRow>}
    </>
  )
}

const Back = ({ payment: { state, booked, refunded, lost } }: { payment: Payment }) => (
  <>
    {isSome(refunded) && (
      <FigureRow
        name="Went back to your card"
        note={booked && state !== 'Refunded' && 'That share of the gold was taken back with it; the rest is yours.'}
      >
        <Amount value={refunded} asset="USD" />
      </FigureRow>
    )}
    {isSome(lost) && (
      <FigureRow
        name="Taken back by your card’s bank"
        note="That share of the gold was taken back. Gold that had already left your account is owed."
      >
        <Amount value={lost} asset="USD" />
      </FigureRow>
    )}
  </>
)

const Figures = ({ payment }: { payment: Payment }) => (
  <FigureRows>
    <ChargedFigures name={chargedName(payment)} of={payment} />
    <Gold payment={payment} />
    {isUnfinished(payment) && <Lock payment={payment} />}
    <Back payment={payment} />
    {payment.paidAt !== null && (
      <FigureRow name="Paid">
        <Moment at={payment.paidAt} />
      </FigureRow>
    )}
  </FigureRows>
)

const Ways = ({ payment }: { payment: Payment }) => {
  const { state, booked } = payment
  if (isUnfinished(payment)) return <UnfinishedWays payment={payment} isQuiet />
  if (isOverUnpaid(payment))
    return (
      <Button component={PageLink} to={payAddress}>
        Pay again
      </Button>
    )
  return booked && state !== 'Reversed' && state !== 'Refunded' && <BookedWays booked={booked} />
}

const Shown = ({ payment, owed }: { payment: Payment; owed: ReactNode }) => (
  <>
    <Heading
      note={
        <>
          Card payment {payment.number} of <Moment at={payment.createdAt} />
        </>
      }
    />
    <Standing steps={paymentSteps(payment)} above={owed}>
      <div role="status" className={classes.state}>
        <h2 className={classes.title}>{payment.state}</h2>
        <FormText>{standingWords(payment)}</FormText>
      </div>
      <Figures payment={payment} />
      <Ways payment={payment} />
    </Standing>
  </>
)

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

const NotRead = ({ query }: { query: Query }) => (
  <>
    <Heading />
    <Unread what="payment" query={query} />
  </>
)

const Read = ({ id, owed }: { id: string; owed: ReactNode }) => {
  const query = usePayment(id)
  if (query.data === null) return <Missing />
  return query.data ? <Shown payment={query.data} owed={owed} /> : <NotRead query={query} />
}

const Newest = ({ owed }: { owed: ReactNode }) => {
  const query = usePayments({})
  if (!query.data) return <NotRead query={query} />
  const newest = query.data[0]
  if (newest) return <Read id={newest.id} owed={owed} />
  return (
    <>
      <Heading />
      <EmptyState
        title="No card payments yet"
        action={
          <Button component={PageLink} to={payAddress}>
            Pay by card
          </Button>
        }
      >
        What became of a card payment is told here.
      </EmptyState>
    </>
  )
}

/**
 * What became of a payment, as our own server knows it: whoever comes back from the processor too early, late or never sees the
 * same. Without a name in the address it is the newest one.
 */
export const PaymentResult = ({ owed }: { owed: ReactNode }) => {
  const [parameters] = useSearchParams()
  const id = parameters.get('payment')
  if (id === null) return <Newest owed={owed} />
  return readPayment.params.safeParse({ id }).success ? <Read id={id} owed={owed} /> : <Missing />
}

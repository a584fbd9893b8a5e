import type { Payout } from '@ingot/endpoints/bank-fields'
import { readPayout } from '@ingot/endpoints/payouts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Question } from '../../ui/question.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { StateLine } from '../../ui/state-line.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PayoutFigures } from './payout-figures.tsx'
import { payoutStanding, payoutSteps } from './payout-words.ts'
import classes from './payouts.module.css'
import { useCancelPayout, usePayout } from './queries.ts'

const back = { to: '/BankVerification', label: 'Bank accounts and payouts' }

const Missing = () => (
  <>
    <PageHeading back={back}>Payout</PageHeading>
    <EmptyState
      title="No payout has this address"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          Your payouts
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

const Cancel = ({ payout }: { payout: Payout }) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  const cancel = useCancelPayout(payout)
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" onClick={() => setIsAsking(true)}>
        Cancel the payout
      </Button>
    )
  return (
    <Question
      legend="Cancel this payout?"
      yes="Yes, cancel it"
      no="Keep it"
      isBusy={cancel.isPending}
      failure={cancel.error}
      onYes={() => cancel.mutate()}
      onNo={() => setIsAsking(false)}
    >
      What was set aside is available again at once.
    </Question>
  )
}

const Figures = ({ payout }: { payout: Payout }) => (
  <FigureRows isAlone>
    <FigureRow name="State" note={payout.reason ?? payoutStanding[payout.state]}>
      {payout.state}
    </FigureRow>
    <PayoutFigures of={payout} to={`to ${accountName(payout.account)}`} />
    {payout.returned && (
      <FigureRow name="Came back" note="The fee is not refunded.">
        <Amount value={payout.returned.amount} asset={payout.returned.asset} />
      </FigureRow>
    )}
    <FigureRow name="Requested">
      <Moment at={payout.requestedAt} />
    </FigureRow>
  </FigureRows>
)

const Shown = ({ payout }: { payout: Payout }) => (
  <>
    <PageHeading back={back}>Payout {payout.number}</PageHeading>
    <div className={classes.columns}>
      <Card as="section" className={classes.card} aria-label="How it stands">
        <Figures payout={payout} />
        {payout.movement && (
          <p className={classes.quiet}>
            <TextLink to={`/transactions/${payout.movement.type}/${payout.movement.id}`}>See the transaction</TextLink>
          </p>
        )}
        {payout.mayCancel && <Cancel payout={payout} />}
      </Card>
      <Card as="section" aria-labelledby="payout-way">
        <h2 id="payout-way" className={classes.title}>
          Its way
        </h2>
        <StateLine steps={payoutSteps(payout)} />
      </Card>
    </div>
  </>
)

const Read = ({ id }: { id: string }) => {
  const query = usePayout(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown payout={query.data} />
  return (
    <>
      <PageHeading back={back}>Payout</PageHeading>
      <Unread what="payout" query={query} />
    </>
  )
}

/** One payout: what left, what arrives, and how far it is. What cannot be one is not asked for. */
export const PayoutPage = () => {
  const { id = '' } = useParams()
  return readPayout.params.safeParse({ id }).success ? <Read id={id} /> : <Missing />
}

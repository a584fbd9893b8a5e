import type { Payout } from '@ingot/endpoints/bank-fields'
import { readPayout } from '@ingot/endpoints/payouts'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskedButton } from '../../ui/asked-button.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Standing } from '../../ui/standing.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PayoutFigures } from './payout-figures.tsx'
import { payoutStanding, payoutSteps } from './payout-words.ts'
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

const Cancel = ({ payout }: { payout: Payout }) => (
  <AskedButton
    button="Cancel the payout"
    legend="Cancel this payout?"
    text="What was set aside is available again at once."
    yes="Yes, cancel it"
    act={useCancelPayout(payout)}
  />
)

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
    <Standing steps={payoutSteps(payout)}>
      <Figures payout={payout} />
      {payout.movement && (
        <FormWays>
          <TextLink to={`/transactions/${payout.movement.type}/${payout.movement.id}`}>See the transaction</TextLink>
        </FormWays>
      )}
      {payout.mayCancel && <Cancel payout={payout} />}
    </Standing>
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

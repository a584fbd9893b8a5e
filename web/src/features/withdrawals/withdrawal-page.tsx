import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { readWithdrawal } from '@ingot/endpoints/withdrawals'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { amountWords } from '../../lib/amount-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Standing } from '../../ui/standing.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { BarList } from './bar-list.tsx'
import { Dispute } from './dispute.tsx'
import { useCancelWithdrawal, useWithdrawal, useWithdrawals } from './queries.ts'
import { ReleaseCode } from './release-code.tsx'
import { Tracking } from './tracking.tsx'
import { WithdrawalFigures } from './withdrawal-figures.tsx'
import { parcelOf, withdrawalAddress, withdrawalSteps } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

const back = { to: '/Physical-Withdrawal', label: 'Physical withdrawal' }

const Missing = () => (
  <>
    <PageHeading back={back}>Withdrawal of bars</PageHeading>
    <EmptyState
      title="No withdrawal has this address"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          Your withdrawals
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

const Cancel = ({ withdrawal }: { withdrawal: WithdrawalDetails }) => {
  const { grams, asset, fees, feeAsset } = withdrawal
  return (
    <AskedButton
      button="Cancel the withdrawal"
      legend="Cancel this withdrawal?"
      text={`${amountWords({ asset, amount: grams })} and ${amountWords({ asset: feeAsset, amount: fees.total })} of fees are available again at once. The bars can be had by others.`}
      yes="Yes, cancel it"
      act={useCancelWithdrawal(withdrawal)}
    />
  )
}

/** The one that was lost and the one that takes its place, each found by the other's number. */
const Related = ({ withdrawal: { number, replaces } }: { withdrawal: WithdrawalDetails }) => {
  const { data: others = [] } = useWithdrawals({})
  const lost = others.find((other) => other.number === replaces)
  const inItsPlace = others.find((other) => other.replaces === number)
  return (
    <>
      {lost && (
        <TextLink to={withdrawalAddress(lost.id)}>In place of withdrawal {lost.number}, which was lost</TextLink>
      )}
      {inItsPlace && (
        <TextLink to={withdrawalAddress(inItsPlace.id)}>Replaced by withdrawal {inItsPlace.number}</TextLink>
      )}
    </>
  )
}

/** What else is told of it, and of what it belongs to. */
const Ways = ({ withdrawal }: { withdrawal: WithdrawalDetails }) => {
  const { document, movement, state, replaces } = withdrawal
  const isRelated = state === 'Replaced' || replaces !== null
  if (document === null && movement === null && !isRelated) return null
  return (
    <FormWays>
      {document !== null && <TextLink to={documentAddress(document)}>Delivery note</TextLink>}
      {movement && <TextLink to={`/transactions/${movement.type}/${movement.id}`}>See the transaction</TextLink>}
      {isRelated && <Related withdrawal={withdrawal} />}
    </FormWays>
  )
}

const Shown = ({ withdrawal }: { withdrawal: WithdrawalDetails }) => {
  const parcel = parcelOf(withdrawal)
  return (
    <>
      <PageHeading back={back} note={parcel && `It is ${parcel} of what you asked for.`}>
        Withdrawal {withdrawal.number}
      </PageHeading>
      <Standing
        steps={withdrawalSteps(withdrawal)}
        above={<ReleaseCode withdrawal={withdrawal} />}
        beside={
          <>
            <Tracking withdrawal={withdrawal} />
            <Card as="section" className={classes.card} aria-labelledby="bars-title">
              <h2 id="bars-title" className={classes.title}>
                Bars
              </h2>
              <BarList bars={withdrawal.bars} label="Bars of this withdrawal" />
            </Card>
          </>
        }
      >
        <WithdrawalFigures withdrawal={withdrawal} />
        <Ways withdrawal={withdrawal} />
        {withdrawal.mayCancel && <Cancel withdrawal={withdrawal} />}
        {withdrawal.mayDispute && <Dispute withdrawal={withdrawal} />}
      </Standing>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useWithdrawal(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown withdrawal={query.data} />
  return (
    <>
      <PageHeading back={back}>Withdrawal of bars</PageHeading>
      <Unread what="withdrawal" query={query} />
    </>
  )
}

/** One withdrawal: where it is, the code for which it is handed over, and what it cost. What cannot be one is not asked for. */
export const WithdrawalPage = () => {
  const { id = '' } = useParams()
  return readWithdrawal.params.safeParse({ id }).success ? <Read id={id} /> : <Missing />
}

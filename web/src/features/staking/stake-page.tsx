import { readStake } from '@ingot/endpoints/staking'
import type { StakeDetails } from '@ingot/endpoints/staking-fields'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { LedgerEntries } from '../../ui/ledger-entries.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Standing } from '../../ui/standing.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useStake } from './queries.ts'
import { RequestRow } from './request-row.tsx'
import { Claim, SellVested } from './reward-ways.tsx'
import { StakeActions } from './stake-actions.tsx'
import { StakeFigures } from './stake-figures.tsx'
import { canClaim } from './stake-rules.ts'
import { rewardWords, stakeAddress, stakeSteps } from './stake-words.ts'
import classes from './staking.module.css'
import { VestedLine } from './vested-line.tsx'

const back = { to: '/stakes', label: 'Your stakes' }

const Missing = () => (
  <>
    <PageHeading back={back}>Stake</PageHeading>
    <EmptyState
      title="No stake has this address"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          Your stakes
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

/** The stake that it goes on from, and the one that goes on from it. */
const Renewed = ({ stake: { renewedFrom, renewedBy } }: { stake: StakeDetails }) =>
  (renewedFrom ?? renewedBy) && (
    <FormWays>
      {renewedFrom && <TextLink to={stakeAddress(renewedFrom.id)}>Continues stake {renewedFrom.number}</TextLink>}
      {renewedBy && <TextLink to={stakeAddress(renewedBy.id)}>Continued by stake {renewedBy.number}</TextLink>}
    </FormWays>
  )

const Requests = ({ requests }: Pick<StakeDetails, 'requests'>) =>
  requests.length > 0 && (
    <Card as="section" aria-labelledby="stake-requests">
      <h2 id="stake-requests" className={classes.title}>
        Requests
      </h2>
      <ul className={classes.requests}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  )

const Shown = ({ stake }: { stake: StakeDetails }) => (
  <>
    <PageHeading back={back} note={rewardWords}>
      Stake {stake.number}
    </PageHeading>
    <Standing steps={stakeSteps(stake)} beside={<Requests requests={stake.requests} />}>
      <VestedLine stake={stake} />
      <StakeFigures stake={stake} />
      <Renewed stake={stake} />
      {canClaim(stake) && (
        <div className={classes.ways}>
          <Claim stake={stake} />
          <SellVested claimable={stake.claimable} stake={stake.id} />
        </div>
      )}
      <StakeActions stake={stake} />
    </Standing>
    <div className={classes.entries}>
      <LedgerEntries entries={stake.entries} />
    </div>
  </>
)

const Read = ({ id }: { id: string }) => {
  const query = useStake(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown stake={query.data} />
  return (
    <>
      <PageHeading back={back}>Stake</PageHeading>
      <Unread what="stake" query={query} />
    </>
  )
}

/** One stake: what is locked until when, what has vested, and what became of it. What cannot be one is not asked for. */
export const StakePage = () => {
  const { id = '' } = useParams()
  return readStake.params.safeParse({ id }).success ? <Read id={id} /> : <Missing />
}

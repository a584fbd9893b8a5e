import { type Stake, stakeStates } from '@ingot/endpoints/staking-fields'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { useDownloadStakes, useStakes } from './queries.ts'
import { Claim, useMayClaim } from './reward-ways.tsx'
import { canClaim } from './stake-rules.ts'
import { dayWords, onDay, stakeAddress } from './stake-words.ts'

/** What there is to know of it at a glance, besides its state. */
const whenOf = ({ state, termDays, endsAt, leavesAt, endedAt, renews }: Stake): string => {
  if (state === 'Leaving') return `free on ${onDay(leavesAt ?? endsAt)}`
  if (state === 'Staked') return `${dayWords(termDays)}, until ${onDay(endsAt)}${renews ? ', then anew' : ''}`
  return `${dayWords(termDays)}, over since ${onDay(endedAt ?? endsAt)}`
}

const StakeRow = ({ stake, mayClaim }: { stake: Stake; mayClaim: boolean }) => (
  <Row
    to={stakeAddress(stake.id)}
    title={`Stake ${stake.number}`}
    note={`${stake.state} · ${whenOf(stake)}`}
    figure={<Amount value={stake.units} asset="QMGT" />}
    aside={
      <>
        reward <Amount value={stake.reward} asset="QMGT" />
      </>
    }
  >
    {mayClaim && canClaim(stake) && <Claim stake={stake} />}
  </Row>
)

/** All stakes, newest first, and the same as a file. */
export const StakeList = () => {
  const narrowing = useNarrowing(stakeStates)
  const mayClaim = useMayClaim()
  return (
    <NarrowedList
      what="stakes"
      narrowing={narrowing}
      query={useStakes(narrowing.filter)}
      download={useDownloadStakes()}
      none="Each stake is listed here with what has vested of its reward."
    >
      {(stake) => <StakeRow key={stake.id} stake={stake} mayClaim={mayClaim} />}
    </NarrowedList>
  )
}

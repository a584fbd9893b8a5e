import type { Stake } from '@ingot/endpoints/staking-fields'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Worth } from '../../ui/worth.tsx'
import { isSome } from './stake-rules.ts'
import { dayWords, onDay, shareWords, standingOf } from './stake-words.ts'

const Part = ({ name, units }: { name: string; units: string }) => (
  <FigureRow isPart name={name}>
    <ExactAmount value={units} asset="QMGT" />
  </FigureRow>
)

/** The reward, and all of it in what became of it: together the parts are the whole. */
const Reward = ({ stake }: { stake: Stake }) => {
  const { reward, claimable, requested, paid, toVest, returned, claimableFrom } = stake
  return (
    <>
      <FigureRow name="Reward" note={shareWords(stake)}>
        <ExactAmount value={reward} asset="QMGT" />
      </FigureRow>
      {claimableFrom !== null && (
        <Part
          name={
            Date.parse(claimableFrom) > Date.now() ? `Can be claimed from ${onDay(claimableFrom)}` : 'Can be claimed'
          }
          units={claimable}
        />
      )}
      {isSome(requested) && <Part name="Requested" units={requested} />}
      {isSome(paid) && <Part name="Paid" units={paid} />}
      {isSome(toVest) && <Part name="Still to vest" units={toVest} />}
      {isSome(returned) && <Part name="Went back to the pool" units={returned} />}
    </>
  )
}

/** All there is to know of a stake. */
export const StakeFigures = ({ stake }: { stake: Stake }) => (
  <FigureRows isAlone>
    <FigureRow name="State" note={standingOf(stake)}>
      {stake.state}
    </FigureRow>
    <FigureRow name="Staked" note={<Worth grams={stake.units} />}>
      <ExactAmount value={stake.units} asset="QMGT" />
    </FigureRow>
    <FigureRow name="Term">{dayWords(stake.termDays)}</FigureRow>
    <FigureRow isPart name="Began">
      <Moment at={stake.beganAt} />
    </FigureRow>
    <FigureRow isPart name={stake.endedAt === null ? 'Ends' : stake.state}>
      <Moment at={stake.endedAt ?? stake.endsAt} />
    </FigureRow>
    <Reward stake={stake} />
  </FigureRows>
)

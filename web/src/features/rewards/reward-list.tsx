import { type Reward, rewardStates } from '@ingot/endpoints/reward-fields'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { useDownloadRewards, useRewards } from './queries.ts'
import { eventWords, rewardNote } from './reward-words.ts'

const RewardRow = ({ reward }: { reward: Reward }) => (
  <Row
    title={eventWords[reward.event]}
    note={rewardNote(reward)}
    figure={<Amount value={reward.amount} asset={reward.asset} />}
  />
)

/** Each reward, newest first, and the same as a file. */
export const RewardList = () => {
  const narrowing = useNarrowing(rewardStates)
  return (
    <NarrowedList
      what="rewards"
      narrowing={narrowing}
      query={useRewards(narrowing.filter)}
      download={useDownloadRewards()}
      none="Each reward is listed here with the kind and the day of what it came from."
    >
      {(reward) => <RewardRow key={reward.id} reward={reward} />}
    </NarrowedList>
  )
}

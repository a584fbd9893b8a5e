import type { Db } from '@ingot/db/connect'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { RewardEvent } from '@ingot/endpoints/reward-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { dayOf } from '../../deals/deals.ts'
import { type RewardBehind, readRewardsBehind } from './behind-store.ts'

/** Whoever decides looks at the newest; the sum is of all. */
const mostTold = 20

const eventWords: Readonly<Record<RewardEvent, string>> = {
  swap: 'a swap',
  booking: 'a booking',
  convert: 'a conversion',
  termination: 'a termination',
}

const factOf = ({ number, asset, amount, level, event, at, referee }: RewardBehind): Fact => ({
  name: `Reward ${number}`,
  value: `${formatAmount(amountOf(asset, BigInt(amount)))} ${asset}, for ${eventWords[event]} of ${referee} on ${dayOf(at)}, level ${level}`,
})

/** The rewards behind requests, as operators read them. */
export const rewardFactsOf = async (
  db: Db,
  requests: readonly { id: string; rewards: number }[],
): Promise<(id: string) => Fact[]> => {
  const behind = await readRewardsBehind(
    db,
    requests.map(({ id }) => id),
    mostTold,
  )
  return (id) => {
    const told = behind.filter(({ request }) => request === id).map(factOf)
    const more = (requests.find((each) => each.id === id)?.rewards ?? 0) - told.length
    return more > 0 ? [...told, { name: 'And older ones', value: String(more) }] : told
  }
}

import { beginStake, claimToken, leaveStake, sellVested } from '@ingot/endpoints/staking'
import type { Leaving } from '@ingot/endpoints/staking-fields'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { askedWords, claiming } from '../../lib/reward-requests.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import { inQmgt } from './stake-rules.ts'
import { dayWords, leaveWords, onDay } from './stake-words.ts'

/** A stake stays in its owner's own wallet, so none of these waits for a hash. */
const settled = { movementOf: () => null }

/** What is begun, to the last word of it. */
type Begun = { amount: string; term: number; renews: boolean; reward: string }

const beginning: Transaction<typeof beginStake> = {
  ...settled,
  endpoint: beginStake,
  title: () => 'Your QMGT is staked',
  describe: ({ data: { units, reward, endsAt } }) =>
    `${inQmgt(units)} is staked until ${onDay(endsAt)}, and ${inQmgt(reward)} is set aside for it.`,
  // The form shows what can be had now, and asks again: what was shown is what is done.
  answeredByPage: ['RewardChanged', 'PoolTooLow', 'PoolEmpty', 'TermUnknown', 'StakeTooLarge', 'ProductClosed'],
}

const selling: Transaction<typeof sellVested> = {
  ...settled,
  endpoint: sellVested,
  title: () => 'Your sale is with us',
  describe: ({ data }) => askedWords(data),
}

const leaving: Transaction<typeof leaveStake> = {
  ...settled,
  endpoint: leaveStake,
  title: () => 'You have given notice',
  describe: ({ data: { units, leavesAt, endsAt } }) =>
    `All ${inQmgt(units)} is available again on ${onDay(leavesAt ?? endsAt)}. Until then you can stay after all.`,
  answeredByPage: ['RewardChanged', 'StakeEndsFirst'],
}

export const performBegin = (body: Begun) =>
  performTransaction(
    beginning,
    { body },
    `Stake ${inQmgt(body.amount)} for ${dayWords(body.term)}: ${inQmgt(body.reward)} is set aside`,
  )

/** Of one stake, or of all of them. */
export const performSale = (claimable: string, stake?: string) =>
  performTransaction(
    selling,
    { body: stake === undefined ? {} : { rewardid: stake } },
    `Sell ${inQmgt(claimable)} that has vested, for USDT at the price when we approve it`,
  )

/** Gives up no more than was shown. */
export const performLeaving = (id: string, shown: Leaving) =>
  performTransaction(leaving, { params: { id }, body: { returns: shown.returns } }, leaveWords(shown))

const ways: Record<string, (pending: PendingTransaction) => Promise<unknown>> = {
  [beginStake.name]: (pending) => resumeTransaction(beginning, pending),
  [claimToken.name]: (pending) => resumeTransaction(claiming, pending),
  [sellVested.name]: (pending) => resumeTransaction(selling, pending),
  [leaveStake.name]: (pending) => resumeTransaction(leaving, pending),
}

export const isOfStaking = ({ endpoint }: PendingTransaction): boolean => Object.hasOwn(ways, endpoint)

export const resume = async (pending: PendingTransaction): Promise<unknown> => ways[pending.endpoint]?.(pending)

import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type RewardAsset, rewardAssets } from '@ingot/endpoints/reward-fields'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { dayOf, usdUnits } from '../../deals/deals.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { holdPair, keyOf, type Pair } from './flag-store.ts'
import { flagsOf } from './flags.ts'
import type { Rewards } from './rewards.ts'
import { monthsAfter } from './rules.ts'
import * as store from './settling-store.ts'

const { movedAtOnce, expiresMonths } = policy.rewardDates

const moveOf = (asset: RewardAsset, units: bigint, which: 'posted' | 'returned') => {
  const [fees, rewards] = [houseAccount(asset, 'fees'), houseAccount(asset, 'rewards')]
  const between = which === 'posted' ? { from: fees, to: rewards } : { from: rewards, to: fees }
  return move<RewardAsset>(amountOf(asset, units), between)
}

/** So many of them, of each asset in one entry: out of the fees, or back. Answers how many there were. */
const postSome = async (tx: Tx, { now }: Rewards, which: 'posted' | 'returned', most: number): Promise<number> => {
  const found = await store.lockToPost(tx, which, most)
  for (const asset of rewardAssets) {
    const of = found.filter((each) => each.asset === asset)
    if (of.length === 0) continue
    const units = of.reduce((sum, { amount }) => sum + amount, 0n)
    // Whoever has the rows locked does this once.
    const { entry } = await post(tx, {
      ...{ reference: `rewards-${which}:${randomUUID()}`, kind: `rewards-${which}`, causedBy: 'clock' },
      moves: [moveOf(asset, units, which)],
      details: { day: dayOf(now()), rewards: of.length },
    })
    await store.savePosted(
      tx,
      which,
      of.map(({ id }) => id),
      entry,
    )
  }
  return found.length
}

/** In transactions of so many, until there are no more. */
const repeat = async (rewards: Rewards, most: number, some: (tx: Tx) => Promise<number>): Promise<void> => {
  while ((await inTransaction(rewards.db, some)) === most);
}

const noId = '00000000-0000-0000-0000-000000000000'

/** What is due becomes claimable, unless something is found now that an operator should look at. */
const makeDue = async (rewards: Rewards, most: number): Promise<void> => {
  for (let after: string | undefined = noId; after !== undefined; ) {
    const from: string = after
    after = await inTransaction(rewards.db, async (tx) => {
      const at = rewards.now()
      const { rewards: rules } = await numbersIn(tx, at)
      const due = await store.lockDue(tx, { at, activeFrom: usdUnits(rules.activeFromUsd), after: from, most })
      const pairs = new Map<string, Pair>(
        due.map(({ earner, referee }) => [`${earner} ${referee}`, { earner, referee }]),
      )
      const flagged = await flagsOf(tx, rewards, [...pairs.values()])
      for (const { flags, ...pair } of flagged) await holdPair(tx, pair, flags, at)
      const held = new Set(flagged.map(keyOf))
      const free = due.filter((each) => !held.has(keyOf(each))).map(({ id }) => id)
      await store.makeClaimable(tx, free, at, monthsAfter(at, expiresMonths))
      return due.length === most ? due.at(-1)?.id : undefined
    })
  }
}

/**
 * Brings the books and the states of rewards to this day: what was earned leaves the fees, what is due can be claimed, what nobody
 * claimed in time expires, and what was reversed or expired goes back to the fees. It may be ended anywhere and run twice.
 */
export const settleRewards = async (rewards: Rewards, most: number = movedAtOnce): Promise<void> => {
  await repeat(rewards, most, (tx) => postSome(tx, rewards, 'posted', most))
  await makeDue(rewards, most)
  await repeat(rewards, most, async (tx) => (await store.expire(tx, rewards.now(), most)).length)
  await repeat(rewards, most, (tx) => postSome(tx, rewards, 'returned', most))
}

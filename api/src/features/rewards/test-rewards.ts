import { asOwner, runAsOwner } from '@ingot/db/test-server'
import type { Bundle, Reward, RewardAsset, RewardSums } from '@ingot/endpoints/reward-fields'
import { heldRewardThing } from '@ingot/endpoints/rewards'
import { requestThing } from '@ingot/endpoints/staking'
import type { RewardRequest } from '@ingot/endpoints/staking-fields'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import type { Operator } from '../../approvals/test-approvals.ts'
import { correctInTest } from '../affiliates/test-members.ts'
import { createBackHouse } from '../payments/test-back.ts'
import { endGone } from '../staking/gone.ts'
import { stakingOf } from '../staking/staking.ts'
import { isMarketOpen } from '../trade/market.ts'
import { followFees } from './following.ts'
import { rewardsOf } from './rewards.ts'
import { settleRewards } from './settling.ts'

export type RewardHouse = Awaited<ReturnType<typeof createRewardHouse>>
export type Member = Awaited<ReturnType<RewardHouse['newMember']>>

const hourMs = 3600_000

/** The first moment from one on in which gold is traded, by hours. */
const nextOpen = (from: number): Date => {
  let at = from
  while (!isMarketOpen(new Date(at))) at += hourMs
  return new Date(at)
}

/** For tests: people who brought each other, pay fees and earn by them; the clock is moved, and gold is at 100 dollars a gram. */
export const createRewardHouse = async () => {
  const house = await createBackHouse()
  const { db, deps } = house
  /** The books go by the same clock, and it never goes back. */
  const setBooks = () => {
    const ahead = house.now().getTime() - Date.now()
    const now = `select clock_timestamp() + interval ''${ahead} milliseconds''`
    return runAsOwner(
      asOwner(house.databaseUrl),
      `create or replace function ingot_now() returns timestamptz language sql volatile parallel safe as '${now}'`,
    )
  }
  await house.goTo(nextOpen(Date.now() + hourMs).toISOString())
  await setBooks()
  const rewards = rewardsOf(deps)

  const newMember = async (
    username: string,
    introducer: { id: string } | null,
    balances: Parameters<typeof house.newPayer>[1] = {},
  ) => {
    const payer = await house.newPayer(username, balances)
    if (introducer) await correctInTest(db, payer.id, introducer.id)
    await sql`update customers set residence = 'DE', kyc_since = ingot_now() - interval '9 days'
      where id = ${payer.id}`.execute(db)
    const sums = async (): Promise<RewardSums> => (await payer.read('/reward-sums')).body.data
    const bundle = async (asset: RewardAsset): Promise<Bundle> => {
      const found = (await sums()).bundles.find((each) => each.asset === asset)
      if (!found) throw new Error(`${username} has no rewards in ${asset}`)
      return found
    }
    return {
      ...payer,
      ...{ sums, bundle },
      rewards: async (query = ''): Promise<Reward[]> => (await payer.read(`/rewards${query}`)).body.data,
      claim: async (asset: RewardAsset, key?: string) =>
        payer.posted('/claim-token', { rewardid: (await bundle(asset)).id }, key),
      requests: async (): Promise<RewardRequest[]> => (await payer.read('/list-aun-request')).body.data,
      /** Buys or sells gold, and so pays a fee. */
      trade: async (side: 'buy' | 'sell', amount: string) => {
        await payer.awake()
        const { status, body } = await payer.trade({ pair: 'QMGT/USDT', side, amount, of: 'pay' })
        if (status !== 200) throw new Error(`a trade was refused: ${JSON.stringify(body)}`)
      },
    }
  }

  /** So many days later, or when gold is traded next. */
  const days = async (count: number) => {
    await house.goTo(nextOpen(house.now().getTime() + count * 24 * hourMs).toISOString())
    await setBooks()
  }
  const follow = async (most?: number) => {
    const fees = await followFees(rewards, most)
    await endGone(stakingOf(deps))
    return fees
  }
  const settle = (most?: number) => settleRewards(rewards, most)
  const run = async () => {
    await follow()
    await settle()
  }
  const lying = async (asset: RewardAsset) => formatAmount(await balanceOf(db, houseAccount(asset, 'rewards')))
  const act = (operator: Operator, action: string, id: string, reason = 'checked by hand') =>
    operator.client.post(`/operator/queues/reward-requests/${requestThing(id)}/decide`, { action, reason })
  const decideHeld = (operator: Operator, action: string, id: string, reason = 'looked at both') =>
    operator.client.post(`/operator/queues/rewards-held/${heldRewardThing(id)}/decide`, { action, reason })
  return { ...house, ...{ rewards, newMember, days, follow, settle, run, lying, act, decideHeld } }
}

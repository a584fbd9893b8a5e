import type { Outbox } from '@ingot/db/jobs'
import type { RewardRequest, Stake } from '@ingot/endpoints/staking-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { gramUnits } from '../../deals/deals.ts'
import { type Deps, once } from '../../feature.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { holdClaimable } from '../rewards/flags.ts'
import { rewardsOf } from '../rewards/rewards.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'
import { createSums } from './memory.ts'
import { claimableFrom, daysOf, shownQmgt, sumsAt } from './rules.ts'
import type { RequestRow, StakeRow } from './store.ts'

/** What the services of staking work with. */
export type Staking = Trading & {
  outbox: Outbox
  sumsOf: ReturnType<typeof createSums>
  /** Holds what of somebody's rewards for bringing others should be looked at before it is claimed. */
  holdClaimable: (customer: string) => Promise<void>
}

export const stakingOf = once(
  (deps: Deps): Staking => ({
    ...tradingOf(deps),
    outbox: deps.outbox,
    sumsOf: createSums(deps.db),
    holdClaimable: (customer) => holdClaimable(rewardsOf(deps), customer),
  }),
)

/** A stake as its customer sees it at a moment. */
export const shownStake = (row: StakeRow, now: Date, { leastClaim }: Numbers['staking']): Stake => {
  const sums = sumsAt(row, now)
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    units: shownQmgt(row.units),
    termDays: row.termDays,
    basisPoints: row.basisPoints,
    beganAt: row.beganAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    days: daysOf(row, now),
    renews: row.renews,
    reward: shownQmgt(row.reward),
    claimable: shownQmgt(sums.claimable),
    requested: shownQmgt(sums.requested),
    paid: shownQmgt(sums.paid),
    toVest: shownQmgt(sums.toVest),
    returned: shownQmgt(sums.returned),
    claimableFrom: claimableFrom(row, gramUnits(leastClaim))?.toISOString() ?? null,
    noticeAt: row.noticeAt?.toISOString() ?? null,
    leavesAt: row.leavesAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    renewedFrom: row.renewedFrom,
    renewedBy: row.renewedBy,
  }
}

/** A request as its customer sees it; an operator is told whose it is. */
export const shownRequest = (row: RequestRow, customer: RewardRequest['customer'] = null): RewardRequest => ({
  id: row.id,
  number: row.number,
  state: row.state,
  kind: row.kind,
  currency: row.currency,
  asset: row.asset,
  units: formatAmount(amountOf(row.asset, row.units)),
  rewards: row.rewards,
  askedAt: row.askedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  received: row.received === null ? null : formatAmount(amountOf(row.currency, row.received)),
  price: row.price,
  parts: row.parts.map(({ stake, number, units }) => ({ stake, number, units: shownQmgt(units) })),
  movement: row.movement,
  customer,
})

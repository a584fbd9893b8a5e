import { strict as assert } from 'node:assert'
import { thing } from '@ingot/db/states'
import type { RewardAsset, RewardEvent, RewardState } from '@ingot/endpoints/reward-fields'
import type { RewardCurrency } from '@ingot/endpoints/staking-fields'
import { amountOf } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { parseDecimal } from '@ingot/money/decimal'
import { usdValueOfGrams } from '@ingot/money/gold'
import { parseRate, type Rate, rateOf } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { policy } from '../../policy.ts'
import { ofRewards } from '../../policy-versions/reward-numbers.ts'

export const rewardMoves = thing<RewardState>({
  name: 'reward',
  table: 'rewards',
  moves: {
    Pending: ['Claimable', 'Held', 'Reversed'],
    Claimable: ['Requested', 'Held', 'Reversed', 'Expired'],
    Held: ['Pending', 'Reversed'],
    Requested: ['Paid', 'Claimable'],
    Paid: ['Reversed'],
    Reversed: [],
    Expired: [],
  },
})

/** The kinds of entries whose fees are shared, and what each is called. Of no other kind anybody earns something. */
export const eventOf: Readonly<Record<string, RewardEvent>> = {
  buy: 'swap',
  sell: 'swap',
  swap: 'swap',
  gae: 'booking',
  gaex: 'booking',
  gds: 'booking',
  remittance: 'booking',
  payment: 'booking',
  convert: 'convert',
  'gae-termination': 'termination',
  'gaex-termination': 'termination',
  'gca-termination': 'termination',
  'gds-termination': 'termination',
}

/** The kinds by which money goes back that came by bank or card, and the fee with it. */
export const backKinds = ['remittance-reversed', 'payment-refunded', 'payment-lost'] as const

/** Nothing is shared that was not kept for it: asserted as soon as this is read, so that nothing starts otherwise. */
export const checkShares = (shares: readonly bigint[], kept: bigint): void => {
  const together = shares.reduce((sum, share) => sum + share, 0n)
  assert(together <= policy.rewardDates.mostTogether, 'all levels of rewards take more of a fee than they may')
  assert(together <= kept, 'all levels of rewards take more of a fee than is kept for them')
}
const mostOf = (level: number) => ofRewards.find(({ name }) => name === `rewards.rates.${level}`)?.most ?? '10000'
checkShares(policy.rewards.rates, policy.pool.keptForReferrals)
checkShares(
  policy.rewards.rates.map((_rate, level) => BigInt(mostOf(level))),
  policy.pool.keptForReferrals,
)

/** What of a fee a level gets: never more than its share. */
export const shareOf = (fee: bigint, rate: bigint): bigint => (fee * rate) / 10_000n

/** Dollars are paid as USDT; everything else as it is. */
export const paidAs = (asset: RewardAsset): RewardCurrency => (asset === 'USD' ? 'USDT' : asset)

const par = rateOf(1n, 0)

/** In base units of a dollar token. What is no gold counts as dollars, one for one. */
export const worthIn = (asset: RewardAsset, units: bigint, bid: Rate): bigint =>
  convert(amountOf(asset, units), asset === 'QMGT' ? bid : par, 'USDT', customerGets).units

/** The same of a fee, at the gold price of its moment; of a gram without a price nothing. */
export const feeUsdOf = (asset: RewardAsset, units: bigint, gold: string | null): bigint => {
  if (asset !== 'QMGT') return worthIn(asset, units, par)
  if (gold === null || parseDecimal(gold, 18).value === 0n) return 0n
  return usdValueOfGrams(amountOf(asset, units), { perOunce: parseRate(gold) }, 'USDT', customerGets).units
}

const dayMs = 24 * 3600_000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

/** The same day so many months later; the last of that month where it has no such day. */
export const monthsAfter = (at: Date, months: number): Date => {
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}

/** From verification on, for so many months. */
export const countsAt = (at: Date, verifiedAt: Date | null): boolean =>
  verifiedAt !== null && at >= verifiedAt && at < monthsAfter(verifiedAt, policy.rewardDates.months)

/** What the two may have in common that makes an operator look; or that the one who earns cannot get anything now. */
export const flagWords = {
  document: 'The same document',
  phone: 'The same phone number',
  'bank-account': 'The same bank account',
  address: 'The same delivery address',
  device: 'The same device',
  frozen: 'The account of who earns it is frozen',
  suspended: 'Who earns it is suspended as a consultant',
} as const
export type Flag = keyof typeof flagWords

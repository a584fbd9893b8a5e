import { thing } from '@ingot/db/states'
import type { RequestState, RewardCurrency, StakeState } from '@ingot/endpoints/staking-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'

export const stakeMoves = thing<StakeState>({
  name: 'stake',
  table: 'stakes',
  moves: { Staked: ['Leaving', 'Ended'], Leaving: ['Staked', 'Left'], Left: [], Ended: [] },
})

export const requestMoves = thing<RequestState>({
  name: 'reward-request',
  table: 'reward_requests',
  moves: { Requested: ['Paid', 'Rejected', 'Withdrawn'], Paid: [], Rejected: [], Withdrawn: [] },
})

/** What customers see of each. A reward is paid as it is, or sold. */
export const movementTypes = { began: 'stake', ended: 'stake-end', left: 'stake-left' } as const
const typeOfReward = { QMGT: 'reward', USDT: 'reward-sold' } as const
export const typeOfRequest = ({ kind, currency }: { kind: 'stake' | 'referral'; currency: RewardCurrency }) => {
  if (kind === 'referral') return 'referral-reward'
  if (currency === 'USDAU') throw new Error('no stake brings USDAU')
  return typeOfReward[currency]
}

const { vestsFromDays, noticeDays } = policy.stakingDates

/** A day is 24 hours, whatever clocks and calendars do. */
const dayMs = 24 * 3600_000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

/** QMGT as text, and as it is shown. */
export const shownQmgt = (units: bigint): string => formatAmount(amountOf('QMGT', units))

/** What the whole term brings. */
export const rewardOf = (units: bigint, basisPoints: bigint): bigint => (units * basisPoints) / 10_000n

/** What of a reward has vested after so many whole days. */
export const vested = (reward: bigint, days: number, termDays: number): bigint => {
  if (days >= termDays) return reward
  return days < vestsFromDays ? 0n : (reward * BigInt(days)) / BigInt(termDays)
}

export type Term = { days: number; basisPoints: bigint }

/** The terms that are offered, shortest first. */
export const termsOf = ({ rate }: Numbers['staking']): Term[] =>
  [
    { days: 90, basisPoints: rate.days90 },
    { days: 180, basisPoints: rate.days180 },
    { days: 365, basisPoints: rate.days365 },
  ].filter(({ basisPoints }) => basisPoints > 0n)

/** The most that can be staked for a term so that the pool has its reward. */
export const mostFor = (pool: bigint, { basisPoints }: Term): bigint => ((pool + 1n) * 10_000n - 1n) / basisPoints

/** What vesting goes by. */
export type Vesting = {
  reward: bigint
  termDays: number
  beganAt: Date
  endsAt: Date
  noticeAt: Date | null
  leavesAt: Date | null
  paid: bigint
  requested: bigint
  returned: bigint
}

/** Whole days that count: until notice was given, or now; at most the term. */
export const daysOf = (
  { beganAt, noticeAt, termDays }: Pick<Vesting, 'beganAt' | 'noticeAt' | 'termDays'>,
  now: Date,
): number => {
  const over = Math.floor(((noticeAt ?? now).getTime() - beganAt.getTime()) / dayMs)
  return Math.max(0, Math.min(over, termDays))
}

export type Sums = Record<'claimable' | 'requested' | 'paid' | 'toVest' | 'returned', bigint>

/** Where the reward is at a moment: together it is the reward. */
export const sumsAt = (stake: Vesting, now: Date): Sums => {
  const { reward, termDays, paid, requested, returned } = stake
  const byDays = vested(reward, daysOf(stake, now), termDays)
  // More was paid by then only where everything vested at once, because its owner had died.
  const sofar = byDays - paid - requested < 0n ? paid + requested : byDays
  return {
    claimable: sofar - paid - requested,
    requested,
    paid,
    toVest: reward - sofar - returned,
    returned,
  }
}

/** When its time is over: what is left of the reward can be claimed then, however little it is. */
const overAt = ({ leavesAt, endsAt }: Vesting): Date => leavesAt ?? endsAt

/** The first day on which so much has vested; undefined when that is never before the term is over. */
const dayOfVesting = (wanted: bigint, { reward, termDays }: Vesting): number | undefined => {
  if (wanted > reward) return
  const days = Number((wanted * BigInt(termDays) + reward - 1n) / reward)
  return Math.max(days, vestsFromDays)
}

/** From when on something can be claimed, if nothing is claimed meanwhile; null when nothing is left that will ever be. */
export const claimableFrom = (stake: Vesting, least: bigint): Date | null => {
  const { reward, termDays, paid, requested, beganAt, noticeAt } = stake
  const last = noticeAt ? daysOf(stake, noticeAt) : termDays
  const taken = paid + requested
  if (vested(reward, last, termDays) <= taken) return null
  const day = dayOfVesting(taken + (least > 0n ? least : 1n), stake)
  return day === undefined || day > last ? overAt(stake) : daysAfter(beganAt, day)
}

/**
 * What is claimed of these at a moment, or why nothing can be: all that has vested, if together it is the least; else only of those
 * whose time is over.
 */
export const claimOf = (
  stakes: readonly (Vesting & { id: string })[],
  least: bigint,
  now: Date,
): { stake: string; units: bigint }[] | 'NothingVested' | 'ClaimTooSmall' => {
  const vesting = stakes
    .map((stake) => ({ stake: stake.id, units: sumsAt(stake, now).claimable, isOver: overAt(stake) <= now }))
    .filter(({ units }) => units > 0n)
  if (vesting.length === 0) return 'NothingVested'
  const isEnough = vesting.reduce((sum, { units }) => sum + units, 0n) >= least
  const parts = vesting.filter(({ isOver }) => isEnough || isOver)
  return parts.length === 0 ? 'ClaimTooSmall' : parts.map(({ stake, units }) => ({ stake, units }))
}

/** What it would come to if notice were given. It is of no use when the term is over first. */
export const leavingAt = (stake: Vesting, now: Date) => {
  const stays = vested(stake.reward, daysOf(stake, now), stake.termDays)
  const leavesAt = daysAfter(now, noticeDays)
  return { isPossible: leavesAt < stake.endsAt, leavesAt, stays, returns: stake.reward - stays }
}

export const poolAccount = houseAccount('QMGT', 'reward-pool')
export const setAside = houseAccount('QMGT', 'set-aside')

type Begun = { customer: string; units: bigint; reward: bigint }

/** All that is staked, and all of its reward. */
export const beginMoves = ({ customer, units, reward }: Begun): Move[] => [
  move(amountOf('QMGT', units), {
    from: customerAccount(customer, 'QMGT', 'available'),
    to: customerAccount(customer, 'QMGT', 'staked'),
  }),
  move(amountOf('QMGT', reward), { from: poolAccount, to: setAside }),
]

/** All of the stake is free, and what will not vest any more goes back. */
export const endMoves = ({ customer, units }: Omit<Begun, 'reward'>, returned: bigint): Move[] => [
  move(amountOf('QMGT', units), {
    from: customerAccount(customer, 'QMGT', 'staked'),
    to: customerAccount(customer, 'QMGT', 'available'),
  }),
  ...(returned === 0n ? [] : [move(amountOf('QMGT', returned), { from: setAside, to: poolAccount })]),
]

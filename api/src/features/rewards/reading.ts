import type { Bundle, FeeShare, Reward, RewardAsset, RewardSums, RewardYear } from '@ingot/endpoints/reward-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { convert } from '@ingot/money/convert'
import { type Rate, rateOf } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { dayOf, usdUnits } from '../../deals/deals.ts'
import type { Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { bidNow } from '../trade/valuation.ts'
import type { Rewards } from './rewards.ts'
import { paidAs, worthIn } from './rules.ts'
import * as store from './store.ts'

const par = rateOf(1n, 0)

export const textOf = (asset: RewardAsset, units: bigint): string => formatAmount(amountOf(asset, units))

/** Base units of a dollar token as dollars and cents, rounded down. */
export const dollarsOf = (units: bigint): string =>
  formatAmount(convert(amountOf('USDT', units), par, 'USD', customerGets))

const shownBundle = (row: store.BundleRow, bid: Rate | null, least: bigint): Bundle => {
  const { asset, toTakeBack } = row
  const sum = (state: Reward['state']) => row.sums.get(state) ?? 0n
  const claimable = sum('Claimable')
  const now = claimable > toTakeBack ? claimable - toTakeBack : 0n
  const worth = asset !== 'QMGT' || bid ? worthIn(asset, now, bid ?? par) : null
  return {
    ...{ id: row.id, asset, paidAs: paidAs(asset) },
    pending: textOf(asset, sum('Pending')),
    claimable: textOf(asset, claimable),
    held: textOf(asset, sum('Held')),
    requested: textOf(asset, sum('Requested')),
    paid: textOf(asset, sum('Paid')),
    reversed: textOf(asset, sum('Reversed')),
    expired: textOf(asset, sum('Expired')),
    toTakeBack: textOf(asset, toTakeBack),
    claimableNow: textOf(asset, now),
    claimableUsd: worth === null ? null : dollarsOf(worth),
    isEnough: worth !== null && now > 0n && worth >= least,
  }
}

/** For anyone: what of the fees of this year went to those who brought customers. */
export const readFeeShareOf = async ({ db, now }: Pick<Rewards, 'db' | 'now'>): Promise<FeeShare> => {
  const year = now().getUTCFullYear()
  const { fees, paid } = await store.readShare(db, year)
  return { year, fees: dollarsOf(fees), paid: dollarsOf(paid) }
}

export const readSumsOf = async (rewards: Rewards, customer: string): Promise<RewardSums> => {
  const { db, numbers } = rewards
  const [{ rewards: rules }, bundles, bid, share] = await Promise.all([
    numbers.now(),
    store.readBundles(db, customer),
    bidNow(rewards, 'QMGT'),
    readFeeShareOf(rewards),
  ])
  const { months, pendingDays, pendingDaysByCard, expiresMonths } = policy.rewardDates
  const least = usdUnits(rules.leastClaimUsd)
  return {
    bundles: bundles.map((row) => shownBundle(row, bid, least)),
    leastClaimUsd: rules.leastClaimUsd,
    rates: rules.rates.map(Number),
    activeFromUsd: rules.activeFromUsd,
    ...{ months, pendingDays, pendingDaysByCard, expiresMonths, share },
  }
}

/** The day is all that is told of when the other one did something. */
const shownReward = ({ id, number, state, asset, amount, level, event, ...row }: store.RewardRow): Reward => ({
  ...{
    id,
    number,
    state,
    asset,
    amount: textOf(asset, amount),
    level,
    event,
    day: dayOf(row.at),
    request: row.request,
  },
  claimableFrom: state === 'Pending' ? dayEnd(row.pendingUntil).toISOString() : null,
  expiresAt: state === 'Claimable' ? (row.expiresAt?.toISOString() ?? null) : null,
})

/** The first moment of the next day: the exact one would tell the time of the event. */
const dayEnd = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))

export const rewardTable = (
  { db }: Pick<Rewards, 'db'>,
  customer: string,
): Table<store.RewardFilter, store.RewardRow, Reward> => ({
  read: (filter, stretch) => store.listRewards(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownReward),
  name: 'rewards',
  columns: {
    Number: ({ number }) => number,
    State: ({ state }) => state,
    'Day (UTC)': ({ day }) => day,
    Event: ({ event }) => event,
    Level: ({ level }) => String(level),
    Amount: ({ amount }) => amount,
    Asset: ({ asset }) => asset,
    'Claimable from (UTC)': ({ claimableFrom }) => claimableFrom ?? '',
    'To be claimed before (UTC)': ({ expiresAt }) => expiresAt ?? '',
    Request: ({ request }) => request?.number ?? '',
  },
})

export const readYearsOf = async (
  { db, now }: Pick<Rewards, 'db' | 'now'>,
  customer: string,
): Promise<RewardYear[]> => {
  const sums = await store.readYears(db, customer)
  const years = [...new Set(sums.map(({ year }) => year))]
  return years.map((year) => ({
    year,
    isOver: year < now().getUTCFullYear(),
    sums: sums
      .filter((each) => each.year === year)
      .map(({ asset, paid, takenBack, worth }) => ({
        ...{ asset, paid: textOf(asset, paid), takenBack: textOf(asset, takenBack), paidUsd: dollarsOf(worth) },
      })),
  }))
}

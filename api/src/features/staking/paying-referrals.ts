import type { Tx } from '@ingot/db/connect'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { RewardAsset } from '@ingot/endpoints/reward-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move, settledMove } from '@ingot/ledger/post'
import { type Amount, amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { convert } from '@ingot/money/convert'
import { rateOf } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { Failure } from '../../failure.ts'
import { sumRequested } from '../rewards/requested-store.ts'
import type { RequestRow } from './store.ts'

/** As what a reward reaches the customer. */
export type Received = Amount<'QMGT'> | Amount<'USDT'> | Amount<'USDAU'>

const par = rateOf(1n, 0)
const textOf = (asset: RewardAsset, units: bigint): string => `${formatAmount(amountOf(asset, units))} ${asset}`

/** Nothing is paid that the rewards which were asked for do not cover, each of them. */
export const refuseUncoveredReferral = async (tx: Tx, request: RequestRow): Promise<void> => {
  const { count, units } = await sumRequested(tx, request.id)
  if (count !== request.rewards || units !== request.units + request.takenBack)
    throw new Failure(
      'StateChanged',
      {},
      `The sum behind request ${request.id} does not add up. Nothing is paid until somebody has looked at the books.`,
    )
}

/** As it is; dollars as USDT, one for one. */
export const receivedOf = ({ asset, units }: RequestRow): Received =>
  asset === 'USD' ? convert(amountOf(asset, units), par, 'USDT', customerGets) : amountOf(asset, units)

const rewardsTo = (asset: RewardAsset, units: bigint, to: 'fees' | 'bank'): Move[] =>
  units === 0n
    ? []
    : [move<RewardAsset>(amountOf(asset, units), { from: houseAccount(asset, 'rewards'), to: houseAccount(asset, to) })]

/**
 * Out of what was set aside of the fees; what is taken back returns to them. Dollars stay at the bank as the house's own, and the
 * customer gets as many USDT of the treasury.
 */
export const referralMoves = ({ customer, asset, units, takenBack }: RequestRow, receive: Received): Move[] => {
  const taken = rewardsTo(asset, takenBack, 'fees')
  const source = asset === 'USD' ? 'treasury' : 'rewards'
  return [
    ...(asset === 'USD' ? rewardsTo(asset, units, 'bank') : []),
    settledMove<'QMGT' | 'USDT' | 'USDAU'>(receive, {
      from: houseAccount(receive.asset, source),
      to: customerAccount(customer, receive.asset, 'available'),
    }),
    ...taken,
  ]
}

/** The sum behind it, so that it can be done again by hand. */
export const referralFacts = ({ asset, units, takenBack, rewards }: RequestRow): Fact[] => [
  {
    name: 'For bringing others',
    value: `${rewards} ${rewards === 1 ? 'reward' : 'rewards'}: ${textOf(asset, units + takenBack)}${
      takenBack === 0n ? '' : `, less ${textOf(asset, takenBack)} of rewards that were paid and went back`
    }. Asked for: ${textOf(asset, units)}.`,
  },
]

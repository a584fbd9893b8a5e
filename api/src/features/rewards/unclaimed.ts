import type { Tx } from '@ingot/db/connect'
import { type Rate, rateOf } from '@ingot/money/rate'
import { usdUnits } from '../../deals/deals.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { countsAt, marketAt } from '../trade/market.ts'
import { readBoard } from '../trade/price-store.ts'
import { bidRate, spreadOf } from '../trade/rules.ts'
import { worthIn } from './rules.ts'
import { readBundles } from './store.ts'
import { readMoment } from './unclaimed-store.ts'

const par = rateOf(1n, 0)

/** What a gram would bring; nothing while there is no price to rely on. */
const bidIn = async (tx: Tx, { trade }: Numbers, at: Date): Promise<Rate | undefined> => {
  const { reading, stops } = await readBoard(tx)
  const market = reading && marketAt(reading, stops, at, policy.price)
  if (!reading || !market || !countsAt(market)) return
  return bidRate('QMGT/USDT', reading, spreadOf(trade.pairs['QMGT/USDT'], market))
}

/** Whether something is enough to be claimed now. Without a price any gram is: unknown is not zero. */
export const hasEnoughToClaim = async (tx: Tx, customer: string): Promise<boolean> => {
  const open = (await readBundles(tx, customer)).flatMap(({ asset, toTakeBack, sums }) => {
    const units = (sums.get('Claimable') ?? 0n) - toTakeBack
    return units > 0n ? [{ asset, units }] : []
  })
  if (open.length === 0) return false
  const at = await readMoment(tx)
  const numbers = await numbersIn(tx, at)
  const bid = await bidIn(tx, numbers, at)
  const least = usdUnits(numbers.rewards.leastClaimUsd)
  return open.some(({ asset, units }) => (asset === 'QMGT' && !bid) || worthIn(asset, units, bid ?? par) >= least)
}

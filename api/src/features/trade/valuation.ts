import type { Amount } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { type Asset, isGramAsset } from '@ingot/money/assets'
import { convert } from '@ingot/money/convert'
import { type Rate, rateOf } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { countsAt } from './market.ts'
import { bidRate, spreadOf } from './rules.ts'
import type { Trading } from './service.ts'

const par = rateOf(1n, 0)

/**
 * The one way in which anything is valued: what one of an asset would bring now, in dollars and before the fee, with the
 * spread that is in force. A dollar token is a dollar, USDAU what USDT is paid for it, a gram what is paid for QMGT. Null
 * while nothing could be sold, because no price may be relied on.
 */
export const bidNow = async (
  { board, numbers }: Pick<Trading, 'board' | 'numbers'>,
  asset: Asset,
): Promise<Rate | null> => {
  if (!isGramAsset(asset) && asset !== 'USDAU') return par
  const latest = await board.latest()
  if (!latest || !countsAt(latest.market)) return null
  const pair = asset === 'USDAU' ? 'USDAU/USDT' : 'QMGT/USDT'
  const { trade } = await numbers.now()
  return bidRate(pair, latest.reading, spreadOf(trade.pairs[pair], latest.market))
}

/** What an amount would bring now, in US dollars and cents; null while that is not known. */
export const createValuation =
  (trading: Pick<Trading, 'board' | 'numbers'>) =>
  async (amount: Amount<Asset>): Promise<string | null> => {
    const bid = await bidNow(trading, amount.asset)
    return bid && formatAmount(convert(amount, bid, 'USD', customerGets))
  }

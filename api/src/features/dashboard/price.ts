import type * as calls from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { formatDecimal } from '@ingot/money/decimal'
import type { Rate } from '@ingot/money/rate'
import { pair } from '../holdings/rules.ts'
import { countsAt, isMarketOpen, type Market, type Reading } from '../trade/market.ts'
import { bidRate, spreadOf } from '../trade/rules.ts'
import type { Trading } from '../trade/service.ts'

/** The last price that was believed, with the spread that was in force by then: a figure stays when the price goes stale. */
const marketOf = (market: Market, { readAt }: Reading): 'open' | 'closed' => {
  if (countsAt(market)) return market
  return isMarketOpen(readAt) ? 'open' : 'closed'
}

type ShownPrice = ReplyOf<typeof calls.readDashboard>['data']['price']

/** What a gram brings at the last price that is known, however old it is; null while none ever was. */
export const lastBid = async ({
  board,
  numbers,
}: Pick<Trading, 'board' | 'numbers'>): Promise<{ bid: Rate; price: NonNullable<ShownPrice> } | null> => {
  const latest = await board.latest()
  if (!latest) return null
  const { reading, market } = latest
  const { trade } = await numbers.now()
  const bid = bidRate(pair, reading, spreadOf(trade.pairs[pair], marketOf(market, reading)))
  return { bid, price: { perGram: formatDecimal(bid), at: reading.observedAt.toISOString(), state: market } }
}

import type { readCalculatorRules, readDeliveryCosts } from '@ingot/endpoints/calculator'
import type { QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { type BarSize, barSizes } from '@ingot/endpoints/withdrawal-fields'
import { amountOf, sum } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal } from '@ingot/money/decimal'
import { fineGramsOfBar } from '@ingot/money/gold'
import { momentNow } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { askRate, spreadOf } from '../trade/rules.ts'
import type { Trading } from '../trade/service.ts'
import { makingOf, parcelsOf, sumOfFees } from '../withdrawals/fees.ts'
import { shownFees } from '../withdrawals/shown.ts'

/** What reckoning works with: it asks, and writes nothing. */
export type Calculating = Pick<Trading, 'board' | 'numbers'>

/** A gram of each product is priced as one of QMGT. */
const pair = 'QMGT/USDT'
/** As bars for savers are poured; what is given for the bars themselves is what each of them has. */
const fineness = '999.9'

export const readRules = async ({
  board,
  numbers,
}: Calculating): Promise<ReplyOf<typeof readCalculatorRules>['data']> => {
  const [latest, { trade, holdings, plans, withdrawals }] = await Promise.all([board.latest(), numbers.now()])
  const { fee, ...spreads } = trade.pairs[pair]
  return {
    spreadBasisPoints: Number(spreadOf(spreads, latest?.market === 'closed' ? 'closed' : 'open')),
    products: [
      {
        ...{ product: 'QMGT', leastUsd: trade.leastUsd, mostUsd: trade.mostUsd },
        ...{ mostGrams: trade.mostGrams, leastPart: null },
        ...{ buyFeeBasisPoints: Number(fee), sellFeeBasisPoints: Number(fee) },
      },
      {
        ...{ product: 'GAE', leastUsd: holdings.leastUsd.GAE, mostUsd: holdings.mostUsd },
        ...{ mostGrams: holdings.mostGrams, leastPart: holdings.leastPart },
        ...{ buyFeeBasisPoints: Number(holdings.bookingFee), sellFeeBasisPoints: Number(holdings.terminationFee) },
      },
    ],
    plan: { leastUsd: plans.leastUsd, mostUsd: plans.mostUsd },
    bars: barSizes.map((size) => ({ size, making: formatAmount(makingOf(withdrawals, size)) })),
    mostBars: policy.withdrawalDates.mostBars,
  }
}

/** `1x100,2x10` as bars. */
const barsIn = (text: string): BarSize[] =>
  text.split(',').flatMap((part) => {
    const [count, size] = part.split('x')
    return Array.from({ length: Number(count) }, () => size as BarSize)
  })

export const deliveryCosts = async (
  calculating: Calculating,
  { bars: text, way }: QueryOf<typeof readDeliveryCosts>,
): Promise<ReplyOf<typeof readDeliveryCosts>['data']> => {
  const { mostBars } = policy.withdrawalDates
  const bars = barsIn(text).map((size, index) => ({
    id: String(index),
    grossGrams: size,
    fine: fineGramsOfBar({ grossGrams: size, fineness }),
  }))
  if (bars.length > mostBars)
    throw new Failure('TooManyBars', { mostBars }, `At most ${mostBars} bars can leave at once. Please choose fewer.`)
  const [{ moment, refusal }, { trade, withdrawals }] = await Promise.all([
    momentNow(calculating),
    calculating.numbers.now(),
  ])
  if (refusal) throw new Failure(refusal)
  const ask = askRate(pair, moment.gold, spreadOf(trade.pairs[pair], moment.market))
  const parcels = parcelsOf(withdrawals, ask, way, bars)
  if (!parcels) throw new Failure('BarNotDeliverable')
  return {
    grams: formatAmount(
      amountOf(
        'XAU',
        bars.reduce((units, { fine }) => units + fine.units, 0n),
      ),
    ),
    parcels: parcels.length,
    insured: formatAmount(
      sum(
        'USD',
        parcels.map(({ insured }) => insured),
      ),
    ),
    fees: shownFees(sumOfFees(parcels.map(({ fees }) => fees))),
    price: formatDecimal(ask),
  }
}

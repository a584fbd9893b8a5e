import { newRow, savedRow } from '@ingot/db/batch'
import type { Db } from '@ingot/db/connect'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { makeQuote, Trade } from '@ingot/endpoints/trade'
import { formatAmount, parseAmount, readAmount } from '@ingot/money/amount-text'
import { MoneyError } from '@ingot/money/money-error'
import {
  type Deal,
  type Doing,
  type Figures,
  gramUnits,
  type Moment,
  makeDeal,
  type Product,
  usdUnits,
} from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import type { PolicyNumbers } from '../../policy-versions/snapshot.ts'
import type { Switches } from '../../switches/switches.ts'
import { bookAfterRow, bookRow } from './book-rows.ts'
import { bookOfTrader } from './book-store.ts'
import type { PriceBoard } from './price-board.ts'
import {
  type Book,
  bookAfter,
  gramUnitsOf,
  legsOf,
  type Sums,
  shownPrices,
  spreadOf,
  sumsForPay,
  sumsForReceive,
  type Terms,
  tradeMoves,
  typeOf,
  usdUnitsOf,
} from './rules.ts'

/** What the services of trading work with. */
export type Trading = {
  db: Db
  now: () => Date
  board: PriceBoard
  numbers: PolicyNumbers
  switches: Switches
}

type Asked = BodyOf<typeof makeQuote>
/** What a quote and a trade have in common: everything that was shown. */
type Shown = Omit<Trade, 'id' | 'type' | 'quoted' | 'at'>
type Swap = Product<Asked, Shown, Book, { data: Trade }>

/** One asset for another, between the customer and the treasury. */
export const swap: Swap = {
  kind: 'swap',
  // Whoever gets tokens of gold has something new, also for others of them; whoever gets USDT has ended something.
  opens: ({ receive }) => (receive.asset === 'USDT' ? undefined : 'swap'),
  figure: (asked, moment) => figuresOf(asked, moment),
  know: bookOfTrader,
  book: (deal, book) => {
    const { customer, movement, shown, quoted, at } = deal
    const [sums, type] = [sumsOf(shown), typeOf(shown.pair, shown.side)]
    const after = bookAfter(book, sums)
    return {
      reference: `trade:${deal.id}`,
      type,
      moves: tradeMoves(customer, sums),
      details: detailsOf(shown),
      rows: [
        savedRow('trade_accounts', 'customer', { customer, ...bookRow(after) }),
        newRow('trades', tradeRow(deal, sums, after)),
      ],
      reply: { data: { ...shown, id: movement, type, quoted, at: at.toISOString() } },
    }
  },
}

const figuresOf = (asked: Asked, { gold, market, numbers }: Moment): Figures<Shown> => {
  const { pair, side } = asked
  const { fee, ...spreads } = numbers.trade.pairs[pair]
  const terms = { pair, side, gold, spread: spreadOf(spreads, market), fee }
  const sums = sumsFor(terms, asked, numbers.trade)
  return {
    shown: {
      pair,
      side,
      pay: shownAmount(sums.pay),
      receive: shownAmount(sums.receive),
      fee: shownAmount(sums.fee),
      feeBasisPoints: Number(fee),
      ...shownPrices(terms),
      spreadBasisPoints: Number(terms.spread),
    },
    usdUnits: usdUnitsOf(sums),
    gramUnits: gramUnitsOf(sums),
    lean: pair === 'USDAU/USDT' ? 'neither' : side === 'buy' ? 'buys' : 'sells',
  }
}

const shownAmount = (amount: Sums['pay']) => ({ asset: amount.asset, amount: formatAmount(amount) })

/** What was shown, as amounts again. */
const sumsOf = ({ pay, fee, receive }: Shown): Sums => ({
  pay: parseAmount(pay.asset, pay.amount),
  fee: parseAmount(fee.asset, fee.amount),
  receive: parseAmount(receive.asset, receive.amount),
})

const sumsFor = (terms: Terms, { amount, of }: Asked, rules: Numbers['trade']): Sums => {
  const { leastUsd, mostUsd, mostGrams } = rules
  const { pays, gets } = legsOf(terms.pair, terms.side)
  const given = readAmount(of === 'pay' ? pays : gets, amount)
  if (!given.ok) throw new Failure('InvalidInput')
  const sums = withoutOverflow(rules, () =>
    of === 'pay' ? sumsForPay(terms, given.amount.units) : sumsForReceive(terms, given.amount.units),
  )
  const dollars = usdUnitsOf(sums)
  if (dollars < usdUnits(leastUsd))
    throw new Failure('AmountTooSmall', { leastUsd }, `At least ${leastUsd} USD has to be traded at once.`)
  if (dollars > usdUnits(mostUsd)) throw tooManyDollars(rules)
  if (gramUnitsOf(sums) > gramUnits(mostGrams))
    throw new Failure('TradeTooLarge', { mostGrams }, `At most ${mostGrams} grams of gold may be traded at once.`)
  return sums
}

const tooManyDollars = ({ mostUsd }: Numbers['trade']) =>
  new Failure('TradeTooLarge', { mostUsd }, `At most ${mostUsd} USD may be traded at once.`)

/** What does not fit into an amount is more than anybody may trade. */
const withoutOverflow = <T>(rules: Numbers['trade'], work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MoneyError && error.reason === 'TooLarge') throw tooManyDollars(rules)
    throw error
  }
}

/** What the receipt tells of the trade itself. */
const detailsOf = ({ pair, side, price, midPrice, spreadBasisPoints, feeBasisPoints, fee }: Shown) => ({
  pair,
  side,
  price,
  midPrice,
  spreadBasisPoints,
  feeBasisPoints,
  fee: fee.amount,
  feeAsset: fee.asset,
})

const tradeRow = (
  { id, quoted, customer, movement, at, shown }: Deal<Asked, Shown>,
  { pay, fee, receive }: Sums,
  after: Book,
) => ({
  customer,
  movement,
  quote: quoted ? id : null,
  type: typeOf(shown.pair, shown.side),
  pair: shown.pair,
  side: shown.side,
  pay_units: String(pay.units),
  fee_units: String(fee.units),
  receive_units: String(receive.units),
  price: shown.price,
  mid_price: shown.midPrice,
  spread: shown.spreadBasisPoints,
  fee: shown.feeBasisPoints,
  ...bookAfterRow(after),
  at,
})

/** Sells QMGT for USDT, at a quote for that very amount or at the price of the moment. */
export const sellToken = (
  trading: Trading,
  doing: Doing,
  { amount, quoteId }: { amount: string; quoteId?: string | undefined },
) =>
  makeDeal(
    trading,
    swap,
    doing,
    quoteId
      ? { quoteId, accepts: ({ shown }) => refuseOther(shown, amount) }
      : { asked: { pair: 'QMGT/USDT', side: 'sell', amount, of: 'pay' } },
  )

const refuseOther = ({ pair, side, pay }: Shown, amount: string) => {
  if (
    pair !== 'QMGT/USDT' ||
    side !== 'sell' ||
    parseAmount('QMGT', pay.amount).units !== parseAmount('QMGT', amount).units
  )
    throw new Failure('QuoteMismatch')
}

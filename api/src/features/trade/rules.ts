import type { Position, pairs, sides, tradeTypes } from '@ingot/endpoints/trade'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, settledMove } from '@ingot/ledger/post'
import { type Amount, amountOf, isZero, min, subtract } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { type Exchange, exchangedForPay, exchangedForReceive } from '@ingot/money/exchange'
import { type OuncePrice, pricePerGram } from '@ingot/money/gold'
import { type Rate, rateAbove, rateBelow, rateOf } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'

export type Pair = (typeof pairs)[number]
export type Side = (typeof sides)[number]
export type TradedAsset = 'USDT' | 'QMGT' | 'USDAU'

const assetsOf = {
  'QMGT/USDT': { base: 'QMGT', quote: 'USDT' },
  'USDAU/USDT': { base: 'USDAU', quote: 'USDT' },
  'QMGT/USDAU': { base: 'QMGT', quote: 'USDAU' },
} as const satisfies Record<Pair, { base: TradedAsset; quote: TradedAsset }>

/** What leaves the customer, and what arrives. */
export const legsOf = (pair: Pair, side: Side): { pays: TradedAsset; gets: TradedAsset } => {
  const { base, quote } = assetsOf[pair]
  return side === 'buy' ? { pays: quote, gets: base } : { pays: base, gets: quote }
}

/** Against USDT it is buying or selling; between gold and gold it is neither. */
export const typeOf = (pair: Pair, side: Side): (typeof tradeTypes)[number] => (pair === 'QMGT/USDAU' ? 'swap' : side)

/** On what terms is traded: the gold price of the feed, and what the policy adds. */
export type Terms = { pair: Pair; side: Side; gold: OuncePrice; spread: bigint; fee: bigint }

/** How far the price of a pair is from the feed's, as things are. */
export const spreadOf = (
  { spread, closedSpread }: { spread: bigint; closedSpread: bigint },
  market: 'open' | 'closed',
): bigint => (market === 'closed' ? closedSpread : spread)

const par = rateOf(1n, 0)

/** Of the price of a gram. An ounce's has no exact one, so it is rounded here, and nowhere else. */
const priceDecimals = 8

/**
 * What one of the pair's first asset is worth in the second, without a spread. Rounded against the customer, and then the
 * price itself: what is shown, and everything computed from it, is exact.
 */
const midRate = ({ pair, side, gold }: Omit<Terms, 'spread' | 'fee'>): Rate =>
  pair === 'USDAU/USDT' ? par : pricePerGram(gold, priceDecimals, side === 'buy' ? customerPays : customerGets)

/** The customer buys above it and sells below it. */
const tradedRate = (terms: Omit<Terms, 'fee'>): Rate =>
  terms.side === 'buy' ? rateAbove(midRate(terms), terms.spread) : rateBelow(midRate(terms), terms.spread)

/** What one of the pair's first asset brings when it is sold, before the fee. */
export const bidRate = (pair: Pair, gold: OuncePrice, spread: bigint): Rate =>
  tradedRate({ pair, side: 'sell', gold, spread })

/** What one of it costs when it is bought, before the fee. */
export const askRate = (pair: Pair, gold: OuncePrice, spread: bigint): Rate =>
  tradedRate({ pair, side: 'buy', gold, spread })

/** What a trade comes to. The fee is part of what is paid. */
export type Sums = { pay: Amount<TradedAsset>; fee: Amount<TradedAsset>; receive: Amount<TradedAsset> }

const exchangeOf = (terms: Terms): Exchange<TradedAsset> => ({
  ...legsOf(terms.pair, terms.side),
  side: terms.side,
  rate: tradedRate(terms),
  fee: terms.fee,
})

export const sumsForPay = (terms: Terms, units: bigint): Sums => exchangedForPay(exchangeOf(terms), units)

/** The other way round: what has to be paid so that this arrives. */
export const sumsForReceive = (terms: Terms, units: bigint): Sums => exchangedForReceive(exchangeOf(terms), units)

/** A trade in dollars, as limits count it: every pair has a side in dollars. */
export const usdUnitsOf = ({ pay, receive }: Sums): bigint => (pay.asset === 'QMGT' ? receive.units : pay.units)

/** And its gold in grams, which they count beside it: a price that is wrong makes dollars wrong, and grams not. */
export const gramUnitsOf = ({ pay, receive }: Sums): bigint =>
  [pay, receive].reduce((grams, { asset, units }) => (asset === 'QMGT' ? grams + units : grams), 0n)

export const shownPrices = (terms: Terms): { price: string; midPrice: string } => ({
  price: formatDecimal(tradedRate(terms)),
  midPrice: formatDecimal(midRate(terms)),
})

/** The tokens were issued and backed when their tranche was: they only change hands, in the books and on the chain. */
export const tradeMoves = (customer: string, { pay, fee, receive }: Sums): Move[] => {
  const mine = (asset: TradedAsset) => customerAccount(customer, asset, 'available')
  const rest = subtract(pay, fee)
  return [
    settledMove<TradedAsset>(rest, { from: mine(pay.asset), to: houseAccount(pay.asset, 'treasury') }),
    ...(isZero(fee)
      ? []
      : [settledMove<TradedAsset>(fee, { from: mine(pay.asset), to: houseAccount(pay.asset, 'fees') })]),
    settledMove<TradedAsset>(receive, { from: houseAccount(receive.asset, 'treasury'), to: mine(receive.asset) }),
  ]
}

/** QMGT that was bought here and is not sold, what it cost in dollars, and what sales brought above their part of that. */
export type Book = { bought: bigint; cost: bigint; realised: bigint }

/** The smaller of two numbers of base units. */
export const least = (a: bigint, b: bigint): bigint => min(amountOf('QMGT', a), amountOf('QMGT', b)).units

export const emptyBook: Book = { bought: 0n, cost: 0n, realised: 0n }

/**
 * Average cost: what is sold takes its part of the whole cost with it. More can be sold than was bought here, since
 * gold also comes in other ways; of that part the cost is not known, so it brings no result.
 */
export const bookAfter = (book: Book, { pay, receive }: Pick<Sums, 'pay' | 'receive'>): Book => {
  if (receive.asset === 'QMGT') return { ...book, bought: book.bought + receive.units, cost: book.cost + pay.units }
  if (pay.asset !== 'QMGT' || book.bought === 0n) return book
  const sold = least(pay.units, book.bought)
  const cost = (book.cost * sold) / book.bought
  const brought = (receive.units * sold) / pay.units
  return { bought: book.bought - sold, cost: book.cost - cost, realised: book.realised + brought - cost }
}

/**
 * Gold leaves without being sold, so that only so much is left in all. What was bought here leaves last, and takes its part
 * of the cost with it; of what leaves nothing is gained or lost.
 */
export const bookWithLeft = (book: Book, held: bigint): { book: Book; units: bigint; cost: bigint } => {
  const bought = least(held, book.bought)
  const cost = bought === book.bought ? book.cost : (book.cost * bought) / book.bought
  return { book: { ...book, bought, cost }, units: book.bought - bought, cost: book.cost - cost }
}

/** What grams bring at the price of one. */
export const worthOf = (units: bigint, bid: Rate): bigint =>
  convert(amountOf('QMGT', units), bid, 'USDT', customerGets).units

/** Everything that buying and selling has brought by now, sold or not. */
const resultOf = (book: Book, bid: Rate): bigint => book.realised + worthOf(book.bought, bid) - book.cost

const dollarDecimals = 18

/** Dollars or grams of so many base units, below zero with a sign. */
export const signedText = (units: bigint): string =>
  (units < 0n ? '-' : '') + formatDecimal({ value: units < 0n ? -units : units, scale: dollarDecimals })

/** Gold that was bought here and left, with what it had cost and the price of that moment. */
type Departure = { units: bigint; cost: bigint; bid: Rate }

type PositionFacts = {
  /** All QMGT of the customer, however it came. */
  held: bigint
  book: Book
  /** What a gram brings now, if that is known. */
  bid: Rate | null
  /** How it was when the day began, if a price of that moment is known, and what has left since. */
  earlier: { since: Date; book: Book; bid: Rate; left: readonly Departure[] } | undefined
}

export const positionOf = ({ held, book, bid, earlier }: PositionFacts): Position => {
  // Should gold have left in a way that nobody noted, it is not here all the same.
  const { bought, cost } = bookWithLeft(book, held).book
  const value = bid && worthOf(bought, bid)
  return {
    units: signedText(held),
    value: bid && signedText(worthOf(held, bid)),
    bought: {
      units: signedText(bought),
      cost: signedText(cost),
      averageCost: bought === 0n ? null : signedText((cost * 10n ** BigInt(dollarDecimals)) / bought),
      value: value === null ? null : signedText(value),
      result: value === null ? null : signedText(value - cost),
    },
    realised: signedText(book.realised),
    today:
      bid && earlier
        ? { since: earlier.since.toISOString(), result: signedText(resultSince(earlier, book, bid)) }
        : null,
  }
}

/** What left had brought its result until then, at the price of that moment, and brings none after. */
const resultSince = (earlier: NonNullable<PositionFacts['earlier']>, book: Book, bid: Rate): bigint =>
  earlier.left.reduce(
    (result, { units, cost, bid: then }) => result + worthOf(units, then) - cost,
    resultOf(book, bid) - resultOf(earlier.book, earlier.bid),
  )

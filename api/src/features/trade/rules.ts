import type { Position, pairs, sides, tradeTypes } from '@ingot/endpoints/trade'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, settledMove } from '@ingot/ledger/post'
import { type Amount, amountOf, isZero, min, subtract } from '@ingot/money/amount'
import { basisPointsOfWhole, portionOf, takeFee } from '@ingot/money/basis-points'
import { convert, convertBack } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { gramsForUsd, type OuncePrice, pricePerGram, usdValueOfGrams } from '@ingot/money/gold'
import { type Rate, rateAbove, rateBelow, rateOf } from '@ingot/money/rate'
import { customerGets, customerPays, type Rounding } from '@ingot/money/rounding'

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

const par = rateOf(1n, 0)

/** What one of the pair's first asset is worth in the second, without a spread: by the ounce where it is gold. */
const midRate = ({ pair, gold }: Terms): Rate => (pair === 'USDAU/USDT' ? par : gold.perOunce)

/** The customer buys above it and sells below it. */
const tradedRate = (terms: Terms): Rate =>
  terms.side === 'buy' ? rateAbove(midRate(terms), terms.spread) : rateBelow(midRate(terms), terms.spread)

/** Exactly at the rate, rounded once and by name. */
const exchange = (
  amount: Amount<TradedAsset>,
  to: TradedAsset,
  rate: Rate,
  rounding: Rounding,
): Amount<TradedAsset> => {
  if (amount.asset === 'QMGT' && to !== 'QMGT')
    return usdValueOfGrams(amount as Amount<'QMGT'>, { perOunce: rate }, to, rounding)
  if (to === 'QMGT') return gramsForUsd(amount as Amount<'USDT' | 'USDAU'>, { perOunce: rate }, to, rounding)
  return amount.asset === 'USDAU' ? convert(amount, rate, to, rounding) : convertBack(amount, rate, to, rounding)
}

/** What a trade comes to. The fee is part of what is paid. */
export type Sums = { pay: Amount<TradedAsset>; fee: Amount<TradedAsset>; receive: Amount<TradedAsset> }

export const sumsForPay = (terms: Terms, units: bigint): Sums => {
  const { pays, gets } = legsOf(terms.pair, terms.side)
  const pay = amountOf<TradedAsset>(pays, units)
  const { fee, rest } = takeFee(pay, terms.fee, customerPays)
  return { pay, fee, receive: exchange(rest, gets, tradedRate(terms), customerGets) }
}

/** The other way round: what has to be paid so that this arrives. */
export const sumsForReceive = (terms: Terms, units: bigint): Sums => {
  const { pays, gets } = legsOf(terms.pair, terms.side)
  const receive = amountOf<TradedAsset>(gets, units)
  const rest = exchange(receive, pays, tradedRate(terms), customerPays)
  const pay = portionOf(rest, basisPointsOfWhole, basisPointsOfWhole - terms.fee, customerPays)
  return { pay, fee: subtract(pay, rest), receive }
}

/** A trade in dollars, as limits count it: every pair has a side in dollars. */
export const usdUnitsOf = ({ pay, receive }: Sums): bigint => (pay.asset === 'QMGT' ? receive.units : pay.units)

const shownDecimals = 8

/** As people read it, per gram where it is gold. Rounded against the customer, so that it never promises more. */
const shown = (pair: Pair, rate: Rate, rounding: Rounding): string =>
  formatDecimal(pair === 'USDAU/USDT' ? rate : pricePerGram({ perOunce: rate }, shownDecimals, rounding))

export const shownPrices = (terms: Terms): { price: string; midPrice: string } => ({
  price: shown(terms.pair, tradedRate(terms), terms.side === 'buy' ? customerPays : customerGets),
  midPrice: shown(terms.pair, midRate(terms), 'half-even'),
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

const least = (a: bigint, b: bigint): bigint => min(amountOf('QMGT', a), amountOf('QMGT', b)).units

export const emptyBook: Book = { bought: 0n, cost: 0n, realised: 0n }

/**
 * Average cost: what is sold takes its part of the whole cost with it. More can be sold than was bought here, since
 * gold also comes in other ways; of that part the cost is not known, so it brings no result.
 */
export const bookAfter = (book: Book, { pay, receive }: Sums): Book => {
  if (receive.asset === 'QMGT') return { ...book, bought: book.bought + receive.units, cost: book.cost + pay.units }
  if (pay.asset !== 'QMGT' || book.bought === 0n) return book
  const sold = least(pay.units, book.bought)
  const cost = (book.cost * sold) / book.bought
  const brought = (receive.units * sold) / pay.units
  return { bought: book.bought - sold, cost: book.cost - cost, realised: book.realised + brought - cost }
}

/** What grams would bring at a price, less the spread and before the fee. */
export const worthOf = (units: bigint, gold: OuncePrice, spread: bigint): bigint =>
  usdValueOfGrams(amountOf('QMGT', units), { perOunce: rateBelow(gold.perOunce, spread) }, 'USDT', customerGets).units

/** Everything that buying and selling has brought by now, sold or not. */
const resultOf = (book: Book, gold: OuncePrice, spread: bigint): bigint =>
  book.realised + worthOf(book.bought, gold, spread) - book.cost

const dollarDecimals = 18

const text = (units: bigint): string =>
  (units < 0n ? '-' : '') + formatDecimal({ value: units < 0n ? -units : units, scale: dollarDecimals })

type PositionFacts = {
  /** All QMGT of the customer, however it came. */
  held: bigint
  book: Book
  spread: bigint
  gold: OuncePrice | undefined
  /** How it was when the day began, if a price of that moment is known. */
  earlier: { since: Date; book: Book; gold: OuncePrice } | undefined
}

export const positionOf = ({ held, book, spread, gold, earlier }: PositionFacts): Position => {
  // What was bought and then sent away is no longer here; its part of the cost went with it.
  const bought = least(held, book.bought)
  const cost = book.bought === 0n ? 0n : (book.cost * bought) / book.bought
  const value = gold && worthOf(bought, gold, spread)
  return {
    units: text(held),
    value: gold ? text(worthOf(held, gold, spread)) : null,
    bought: {
      units: text(bought),
      cost: text(cost),
      averageCost: bought === 0n ? null : text((cost * 10n ** BigInt(dollarDecimals)) / bought),
      value: value === undefined ? null : text(value),
      result: value === undefined ? null : text(value - cost),
    },
    realised: text(book.realised),
    today:
      gold && earlier
        ? {
            since: earlier.since.toISOString(),
            result: text(resultOf(book, gold, spread) - resultOf(earlier.book, earlier.gold, spread)),
          }
        : null,
  }
}

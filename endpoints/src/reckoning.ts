import { type Amount, amountOf, subtract } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { basisPointsOfWhole, portionOf, takeFee } from '@ingot/money/basis-points'
import { convert, convertBack } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { type Exchange, exchangedForPay, exchangedForReceive, rateScaled } from '@ingot/money/exchange'
import { parseRate, type Rate } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'
import type { ReckonedProduct } from './calculator.ts'

// What the calculator shows, reckoned as the house reckons a quote: from the same prices and fees come the same figures.

/** The price of a gram either way, spread included, and the fees in basis points. */
export type ReckoningTerms = {
  readonly product: ReckonedProduct
  readonly buy: string
  readonly sell: string
  readonly buyFeeBasisPoints: number
  readonly sellFeeBasisPoints: number
}

export type ReckonedSide = 'buy' | 'sell'

/** Which of the two was typed. */
export type ReckonedField = 'grams' | 'money'

/** Grams and dollars, and the fee, which is part of what is paid for QMGT, and part of what arrives when GAE ends. */
export type Reckoned = {
  readonly grams: string
  readonly money: string
  readonly fee: string
  readonly feeAsset: 'USDT' | 'QMGT'
}

type Traded = 'USDT' | 'QMGT'

const exchangeOf = (terms: ReckoningTerms, side: ReckonedSide): Exchange<Traded> =>
  side === 'buy'
    ? { side, pays: 'USDT', gets: 'QMGT', rate: parseRate(terms.buy), fee: BigInt(terms.buyFeeBasisPoints) }
    : { side, pays: 'QMGT', gets: 'USDT', rate: parseRate(terms.sell), fee: BigInt(terms.sellFeeBasisPoints) }

const traded = (terms: ReckoningTerms, side: ReckonedSide, typed: ReckonedField, units: bigint): Reckoned => {
  const isPaid = (typed === 'money') === (side === 'buy')
  const { pay, receive, fee } = (isPaid ? exchangedForPay : exchangedForReceive)(exchangeOf(terms, side), units)
  const [grams, money] = side === 'buy' ? [receive, pay] : [pay, receive]
  return { grams: formatAmount(grams), money: formatAmount(money), fee: formatAmount(fee), feeAsset: fee.asset }
}

/** A holding ends at the bid, and the fee is of what it brings. */
const ended = ({ sell, sellFeeBasisPoints }: ReckoningTerms, typed: ReckonedField, units: bigint): Reckoned => {
  const [bid, fee] = [parseRate(sell), BigInt(sellFeeBasisPoints)]
  const grams = typed === 'grams' ? amountOf('QMGT', units) : gramsToBring(units, bid, fee)
  const taken = takeFee(convert(grams, bid, 'USDT', customerGets), fee, customerPays)
  const money = typed === 'money' ? amountOf('USDT', units) : taken.rest
  return {
    grams: formatAmount(grams),
    money: formatAmount(money),
    fee: formatAmount(taken.fee),
    feeAsset: 'USDT',
  }
}

const gramsToBring = (units: bigint, bid: Rate, fee: bigint): Amount<'QMGT'> =>
  convertBack(
    portionOf(amountOf('USDT', units), basisPointsOfWhole, basisPointsOfWhole - fee, customerPays),
    bid,
    'QMGT',
    customerPays,
  )

/** Grams for dollars, or dollars for grams, whichever was typed. `amount` is exact decimal text. */
export const reckon = (terms: ReckoningTerms, side: ReckonedSide, typed: ReckonedField, amount: string): Reckoned => {
  const { units } = parseAmount(typed === 'grams' ? 'QMGT' : 'USDT', amount)
  return side === 'sell' && terms.product === 'GAE' ? ended(terms, typed, units) : traded(terms, side, typed, units)
}

/** A gram's price is quoted with so many decimals. */
const priceDecimals = 8

/**
 * What a gram must bring when it is sold, spread already off, so that both fees and both spreads are back, and the market price at
 * which it does. Rounded up: a price below it is not enough.
 */
export const breakEvenOf = (
  { buy, buyFeeBasisPoints, sellFeeBasisPoints }: Omit<ReckoningTerms, 'product' | 'sell'>,
  spreadBasisPoints: number,
): { sell: string; market: string } => {
  const [bought, sold] = [BigInt(buyFeeBasisPoints), BigInt(sellFeeBasisPoints)]
  const kept = (basisPointsOfWhole - bought) * (basisPointsOfWhole - sold)
  const whole = basisPointsOfWhole * basisPointsOfWhole
  const sell = rateScaled(parseRate(buy), [whole, kept], priceDecimals, customerPays)
  const market = rateScaled(
    parseRate(buy),
    [whole * basisPointsOfWhole, kept * (basisPointsOfWhole - BigInt(spreadBasisPoints))],
    priceDecimals,
    customerPays,
  )
  return { sell: formatDecimal(sell), market: formatDecimal(market) }
}

export type ReckonedPlan = {
  readonly times: number
  readonly paid: string
  readonly fees: string
  readonly grams: string
  /** What the grams would bring in the end, fee off. */
  readonly worth: string
  /** At the beginning and at the end of each year. */
  readonly years: readonly { readonly paid: string; readonly grams: string; readonly worth: string }[]
}

export const timesAYear = { day: 365, week: 52, month: 12 } as const

/** Of all that is summed up, since amounts add exactly. */
type Sums = { paid: bigint; fees: bigint; grams: bigint }

/**
 * So much on each date at the price of today. With a growth that somebody assumes, in basis points a year, the price of a year
 * holds all through it and is another one at its end: nothing is drawn finer than what was assumed.
 */
export const reckonPlan = (
  terms: ReckoningTerms,
  { amount, every, years }: { amount: string; every: keyof typeof timesAYear; years: number },
  growthBasisPoints = 0,
): ReckonedPlan => {
  const { units } = parseAmount('USDT', amount)
  const [times, factor] = [BigInt(timesAYear[every]), basisPointsOfWhole + BigInt(growthBasisPoints)]
  const grown = (price: string): string =>
    growthBasisPoints === 0
      ? price
      : formatDecimal(rateScaled(parseRate(price), [factor, basisPointsOfWhole], priceDecimals, 'half-even'))
  let sums: Sums = { paid: 0n, fees: 0n, grams: 0n }
  let at = terms
  const marks = [markOf(at, sums)]
  for (let year = 0; year < years; year++) {
    const { pay, fee, receive } = exchangedForPay(exchangeOf(at, 'buy'), units)
    sums = {
      paid: sums.paid + pay.units * times,
      fees: sums.fees + fee.units * times,
      grams: sums.grams + receive.units * times,
    }
    at = { ...at, buy: grown(at.buy), sell: grown(at.sell) }
    marks.push(markOf(at, sums))
  }
  return {
    times: timesAYear[every] * years,
    paid: formatAmount(amountOf('USDT', sums.paid)),
    fees: formatAmount(amountOf('USDT', sums.fees)),
    grams: formatAmount(amountOf('QMGT', sums.grams)),
    worth: marks.at(-1)?.worth ?? '0',
    years: marks,
  }
}

const markOf = (terms: ReckoningTerms, { paid, grams }: Sums) => {
  const held = formatAmount(amountOf('QMGT', grams))
  return {
    paid: formatAmount(amountOf('USDT', paid)),
    grams: held,
    worth: grams === 0n ? '0' : reckon(terms, 'sell', 'grams', held).money,
  }
}

/** What the spread takes of a purchase: the fee apart, by how much it is more than the grams at the market price. */
export const spreadPartOf = (money: string, fee: string, grams: string, market: string): string => {
  const rest = subtract(parseAmount('USDT', money), parseAmount('USDT', fee))
  const plain = convert(parseAmount('QMGT', grams), parseRate(market), 'USDT', customerGets)
  return plain.units > rest.units ? '0' : formatAmount(subtract(rest, plain))
}

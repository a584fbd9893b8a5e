import { randomUUID } from 'node:crypto'
import { type Condition, noCondition, type Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperation, runOperationFrom } from '@ingot/db/operations'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { makeQuote as makeQuoteCall, Quote as QuoteReply, Trade } from '@ingot/endpoints/trade'
import { postListed } from '@ingot/ledger/post'
import { formatAmount, parseAmount, readAmount } from '@ingot/money/amount-text'
import { type Asset, assetTable } from '@ingot/money/assets'
import { formatDecimal } from '@ingot/money/decimal'
import { MoneyError } from '@ingot/money/money-error'
import { Failure } from '../../failure.ts'
import type { policy } from '../../policy.ts'
import type { PricePolicy, Reading } from './market.ts'
import type { PriceBoard } from './price-board.ts'
import type { Stops } from './price-store.ts'
import { namingShortage } from './refusals.ts'
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
import * as store from './store.ts'

type TradePolicy = { [Name in keyof typeof policy.trade]: (typeof policy.trade)[Name] }

/** What the services of trading work with. */
export type Trading = {
  db: Db
  now: () => Date
  board: PriceBoard
  rules: { price: PricePolicy; trade: TradePolicy }
}

type QuoteBody = BodyOf<typeof makeQuoteCall>

const second = 1000

/** Limits are in dollars, which have as many decimals whichever token stands for them. */
const usdUnits = (dollars: string): bigint => parseAmount('USDT', dollars).units

const gramUnits = (grams: string): bigint => parseAmount('QMGT', grams).units

const dayLimit = ({ rules, now }: Trading): store.DayLimit => ({
  day: now().toISOString().slice(0, 10),
  mostPerDay: usdUnits(rules.trade.mostPerDayUsd),
  mostGramsPerDay: gramUnits(rules.trade.mostPerDayGrams),
})

/** What a trade would be at the price of this moment. Moves nothing. */
export const makeQuote = async (
  trading: Trading,
  customer: string,
  body: QuoteBody,
  standing: () => Condition,
): Promise<QuoteReply> => {
  const { db, now, board, rules } = trading
  const quote = await quoteNow(trading, body)
  refuseStopped(await board.stops(), quote)
  const since = new Date(now().getTime() - 60 * second)
  const mostSince = rules.trade.quotesPerMinute
  const limits = { since, mostSince, ...dayLimit(trading) }
  const { made, recent, tradedToday } = await store.insertQuote(db, customer, quote, limits, standing())
  if (!made && recent >= mostSince) throw new Failure('TooManyTries', { retryAfter: 60 })
  if (!made) throw dayLimitReached(trading, quote, tradedToday)
  return quoteReplyOf({ quote, until: null }, now())
}

/** The price that may be traded at, or why there is none. */
const tradablePrice = async ({ board, rules }: Trading) => {
  const latest = await board.latest()
  if (latest?.market === 'suspect') return { refusal: 'PriceSuspect' } as const
  if (!latest || latest.market === 'stale') return { refusal: 'PriceStale' } as const
  const { reading, market } = latest
  if (market === 'closed' && rules.price.whenClosed === 'stop') return { refusal: 'MarketClosed' } as const
  return { reading, market }
}

/** Refuses what cannot be quoted; what it gives is written nowhere yet. */
const quoteNow = async (trading: Trading, body: QuoteBody): Promise<store.Quote> => {
  const { now, rules } = trading
  const { pair, side } = body
  const price = await tradablePrice(trading)
  if (price.refusal) throw new Failure(price.refusal)
  const { reading, market } = price
  const { fee, ...spreads } = rules.trade.pairs[pair]
  const terms = { pair, side, gold: reading, spread: spreadOf(spreads, market), fee }
  const sums = sumsOf(terms, body, rules.trade)
  const at = now()
  return {
    id: randomUUID(),
    pair,
    side,
    sums,
    given: body.of,
    usdUnits: usdUnitsOf(sums),
    gramUnits: gramUnitsOf(sums),
    ...shownPrices(terms),
    spread: Number(terms.spread),
    fee: Number(fee),
    market,
    ...goldOf(reading),
    madeAt: at,
    expiresAt: new Date(at.getTime() + rules.trade.quoteSeconds * second),
    usedAt: null,
  }
}

const goldOf = ({ perOunce, round, observedAt }: Reading) => ({ goldPrice: formatDecimal(perOunce), round, observedAt })

const sumsOf = (terms: Terms, { amount, of }: QuoteBody, rules: TradePolicy): Sums => {
  const { leastUsd, mostUsd, mostGrams } = rules
  const { pays, gets } = legsOf(terms.pair, terms.side)
  const given = readAmount(of === 'pay' ? pays : gets, amount)
  if (!given.ok) throw new Failure('InvalidInput')
  const sums = withoutOverflow(rules, () =>
    of === 'pay' ? sumsForPay(terms, given.amount.units) : sumsForReceive(terms, given.amount.units),
  )
  const dollars = usdUnitsOf(sums)
  if (dollars < usdUnits(leastUsd)) throw new Failure('AmountTooSmall', { leastUsd })
  if (dollars > usdUnits(mostUsd)) throw tooManyDollars(rules)
  if (gramUnitsOf(sums) > gramUnits(mostGrams))
    throw new Failure('TradeTooLarge', { mostGrams }, `At most ${mostGrams} grams of gold may be traded at once.`)
  return sums
}

const tooManyDollars = ({ mostUsd }: TradePolicy) =>
  new Failure('TradeTooLarge', { mostUsd }, `At most ${mostUsd} USD may be traded at once.`)

/** What does not fit into an amount is more than anybody may trade. */
const withoutOverflow = <T>(rules: TradePolicy, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MoneyError && error.reason === 'TooLarge') throw tooManyDollars(rules)
    throw error
  }
}

/** Whatever is known to stop the trade, by its own name. Selling stays open while nothing new may be sold. */
const refuseStopped = (
  { suspect, issuing, usdau, paused }: Stops,
  { pair, side }: Pick<store.Figures, 'pair' | 'side'>,
) => {
  if (suspect) throw new Failure('PriceSuspect')
  const { pays, gets } = legsOf(pair, side)
  const isPaused = paused.find((asset) => asset === pays || asset === gets)
  if (isPaused) throw new Failure('TokenPaused', { asset: isPaused })
  if (gets === 'USDAU' && usdau) throw new Failure('UsdauStopped')
  if (gets !== 'USDT' && issuing) throw new Failure('IssuingStopped')
}

const leftText = (most: bigint, traded: bigint): string =>
  formatDecimal({ value: most > traded ? most - traded : 0n, scale: assetTable.USDT.decimals })

/** Names the limit that was missed: the one in dollars, or else the one in grams. */
const dayLimitReached = (
  { rules }: Trading,
  wanted: Pick<store.Quote, 'usdUnits'>,
  { usd, grams }: store.TradedToday,
) => {
  const { mostPerDayUsd, mostPerDayGrams } = rules.trade
  if (usd + wanted.usdUnits > usdUnits(mostPerDayUsd)) {
    const leftUsd = leftText(usdUnits(mostPerDayUsd), usd)
    const message = `At most ${mostPerDayUsd} USD may be traded on one day; ${leftUsd} USD are left today.`
    return new Failure('DayLimitReached', { mostPerDayUsd, leftUsd }, message)
  }
  const leftGrams = leftText(gramUnits(mostPerDayGrams), grams)
  const message = `At most ${mostPerDayGrams} grams of gold may be traded on one day; ${leftGrams} grams are left today.`
  return new Failure('DayLimitReached', { mostPerDayGrams, leftGrams }, message)
}

/**
 * Lets a quote live longer, once, while its customer proves who he is. Not if gold has moved against the house since, or
 * nobody can tell: then there is another quote for the same to look at, or none. One is held at a time.
 */
export const reserveQuote = async (trading: Trading, customer: string, id: string): Promise<QuoteReply> => {
  const { db, now, rules } = trading
  const { reading, refusal } = await tradablePrice(trading)
  if (refusal === 'PriceSuspect') throw new Failure(refusal)
  const at = now()
  const asked = await store.reserveQuote(db, customer, id, {
    at,
    until: new Date(at.getTime() + rules.trade.reserveSeconds * second),
    goldPrice: reading ? formatDecimal(reading.perOunce) : null,
    mostMove: rules.trade.reserveMove,
  })
  const { quote, until } = refuseDead(asked, at)
  if (until) return quoteReplyOf({ quote, until }, at)
  throw new Failure('PriceMoved', { quote: await makeQuote(trading, customer, askedFor(quote), () => noCondition) })
}

/** What the customer asked for when he got a quote. */
const askedFor = ({ pair, side, given, sums }: store.Quote): QuoteBody => ({
  pair,
  side,
  of: given,
  amount: formatAmount(sums[given]),
})

/**
 * A quote that is alive, or why it is not. One that is not there may have been lost with the server's last moment, since
 * quotes do not wait for the disk: for its customer it is over, and somebody else's looks the same.
 */
const refuseDead = (asked: store.Held | undefined, at: Date): store.Held => {
  if (!asked) throw new Failure('QuoteExpired')
  if (asked.quote.usedAt) throw new Failure('QuoteUsed')
  if (asked.quote.expiresAt <= at && !asked.until) throw new Failure('QuoteExpired')
  return asked
}

const dayLimitMissed = async (tx: Tx, trading: Trading, customer: string, quote: store.Quote) =>
  dayLimitReached(trading, quote, await store.readTradedToday(tx, customer, dayLimit(trading).day))

type Doing = { customer: string; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** Trades at a quote: what was shown is what is done, whatever the price is by now. */
export const swap = (
  trading: Trading,
  { customer, operation, useGrants }: Doing,
  quoteId: string,
  accepts: (quote: store.Quote) => void = () => undefined,
): Promise<Reply> =>
  namingShortage(trading.db, () =>
    runOperationFrom(
      trading.db,
      operation,
      async (tx) => {
        const at = trading.now()
        const claiming = store.claimQuote(tx, customer, quoteId, at, dayLimit(trading))
        const [, claimed] = await Promise.all([useGrants(tx), claiming])
        return { claimed, at }
      },
      async (tx, { claimed, at }, keep) => {
        if (!claimed) {
          refuseDead(await store.findQuote(tx, customer, quoteId, at), at)
          throw new Error(`quote ${quoteId} is alive and could not be claimed`)
        }
        const { quote, book, stops } = claimed
        accepts(quote)
        refuseStopped(stops, quote)
        if (!book) throw await dayLimitMissed(tx, trading, customer, quote)
        return settleTrade(tx, keep, { customer, quote, quoted: true, book, at })
      },
    ),
  )

/** Sells QMGT for USDT, at a quote for that very amount or at the price of the moment. */
export const sellToken = async (
  trading: Trading,
  doing: Doing,
  { amount, quoteId }: { amount: string; quoteId?: string | undefined },
): Promise<Reply> => {
  if (quoteId) return swap(trading, doing, quoteId, (quote) => refuseOther(quote, amount))
  const { customer, operation, useGrants } = doing
  const quote = await quoteNow(trading, { pair: 'QMGT/USDT', side: 'sell', amount, of: 'pay' })
  return namingShortage(trading.db, () =>
    runOperation(trading.db, operation, async (tx, keep) => {
      await useGrants(tx)
      const { book, stops } = await store.countTrade(tx, customer, quote, dayLimit(trading))
      refuseStopped(stops, quote)
      if (!book) throw await dayLimitMissed(tx, trading, customer, quote)
      return settleTrade(tx, keep, { customer, quote, quoted: false, book, at: trading.now() })
    }),
  )
}

const refuseOther = ({ pair, side, sums }: store.Quote, amount: string) => {
  if (pair !== 'QMGT/USDT' || side !== 'sell' || sums.pay.units !== parseAmount('QMGT', amount).units)
    throw new Failure('QuoteMismatch')
}

type Reply = { data: Trade }
type Settled = { customer: string; quote: store.Quote; quoted: boolean; book: Book; at: Date }

/**
 * One entry with everything that moves, the movement its owner sees, and the trade with its figures. All trades wait for
 * the treasury, which is locked from the entry on, so that comes last, and the commit with it.
 */
const settleTrade = async (
  tx: Tx,
  keep: (reply: Reply) => Part,
  { customer, quote, quoted, book, at }: Settled,
): Promise<Reply> => {
  const [movement, owner, type] = [randomUUID(), `customer:${customer}` as const, typeOf(quote.pair, quote.side)]
  const reply = { data: store.tradeReplyOf(quote, { movement, quoted, at }) }
  const posting = {
    reference: `trade:${quote.id}`,
    kind: type,
    causedBy: owner,
    moves: tradeMoves(customer, quote.sums),
    details: detailsOf(quote, quoted),
  }
  const trade = {
    customer,
    movement,
    quote: quoted ? quote.id : null,
    figures: quote,
    book: bookAfter(book, quote.sums),
    at,
  }
  await postListed(tx, posting, { id: movement, owner, type }, [store.tradeAlong(trade), keep(reply)])
  return reply
}

/** What the receipt tells: nothing in it names anybody. */
const detailsOf = (quote: store.Quote, quoted: boolean) => ({
  pair: quote.pair,
  side: quote.side,
  price: quote.price,
  midPrice: quote.midPrice,
  spreadBasisPoints: quote.spread,
  feeBasisPoints: quote.fee,
  fee: formatAmount(quote.sums.fee),
  feeAsset: quote.sums.fee.asset satisfies Asset,
  goldPrice: quote.goldPrice,
  round: String(quote.round),
  priceAt: quote.observedAt.toISOString(),
  market: quote.market,
  quoted,
  ...(quoted && { quote: quote.id }),
})

const quoteReplyOf = ({ quote, until }: store.Held, at: Date): QuoteReply => {
  const { pay, receive, fee } = quote.sums
  const expiresAt = until ?? quote.expiresAt
  return {
    id: quote.id,
    pair: quote.pair,
    side: quote.side,
    pay: { asset: pay.asset, amount: formatAmount(pay) },
    receive: { asset: receive.asset, amount: formatAmount(receive) },
    fee: { asset: fee.asset, amount: formatAmount(fee) },
    feeBasisPoints: quote.fee,
    price: quote.price,
    midPrice: quote.midPrice,
    spreadBasisPoints: quote.spread,
    market: quote.market,
    priceAt: quote.observedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    expiresInSeconds: Math.max(0, (expiresAt.getTime() - at.getTime()) / second),
    reserved: until !== null,
  }
}

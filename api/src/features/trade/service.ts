import { randomUUID } from 'node:crypto'
import type { Condition, Part } from '@ingot/db/batch'
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
import { policy } from '../../policy.ts'
import type { PricePolicy, Reading } from './market.ts'
import type { PriceBoard } from './price-board.ts'
import type { Stops } from './price-store.ts'
import { namingShortage } from './refusals.ts'
import {
  type Book,
  bookAfter,
  legsOf,
  type Sums,
  shownPrices,
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

const dayLimit = ({ rules, now }: Trading) => ({
  day: now().toISOString().slice(0, 10),
  mostPerDay: usdUnits(rules.trade.mostPerDayUsd),
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
  if (!made) throw dayLimitReached(trading, tradedToday)
  return quoteReplyOf(quote, now())
}

/** Refuses what cannot be quoted; what it gives is written nowhere yet. */
const quoteNow = async ({ now, board, rules }: Trading, body: QuoteBody): Promise<store.Quote> => {
  const { pair, side } = body
  const latest = await board.latest()
  if (!latest || latest.market === 'stale') throw new Failure('PriceStale')
  const { reading, market } = latest
  if (market === 'closed' && rules.price.whenClosed === 'stop') throw new Failure('MarketClosed')
  const { spread, closedSpread, fee } = rules.trade.pairs[pair]
  const terms = { pair, side, gold: reading, spread: market === 'closed' ? closedSpread : spread, fee }
  const sums = sumsOf(terms, body, rules.trade)
  const at = now()
  return {
    id: randomUUID(),
    pair,
    side,
    sums,
    usdUnits: usdUnitsOf(sums),
    ...shownPrices(terms),
    spread: Number(terms.spread),
    fee: Number(fee),
    market,
    ...goldOf(reading),
    madeAt: at,
    expiresAt: new Date(at.getTime() + rules.trade.quoteSeconds * second),
    reservedAt: null,
    usedAt: null,
  }
}

const goldOf = ({ perOunce, round, observedAt }: Reading) => ({ goldPrice: formatDecimal(perOunce), round, observedAt })

const sumsOf = (terms: Terms, { amount, of }: QuoteBody, { leastUsd, mostUsd }: TradePolicy): Sums => {
  const { pays, gets } = legsOf(terms.pair, terms.side)
  const given = readAmount(of === 'pay' ? pays : gets, amount)
  if (!given.ok) throw new Failure('InvalidInput')
  const sums = withoutOverflow(() =>
    of === 'pay' ? sumsForPay(terms, given.amount.units) : sumsForReceive(terms, given.amount.units),
  )
  const dollars = usdUnitsOf(sums)
  if (dollars < usdUnits(leastUsd)) throw new Failure('AmountTooSmall', { leastUsd })
  if (dollars > usdUnits(mostUsd)) throw new Failure('TradeTooLarge', { mostUsd })
  return sums
}

/** What does not fit into an amount is more than anybody may trade. */
const withoutOverflow = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MoneyError && error.reason === 'TooLarge')
      throw new Failure('TradeTooLarge', { mostUsd: policy.trade.mostUsd })
    throw error
  }
}

/** Whatever is known to stop the trade, by its own name. Selling stays open while nothing new may be sold. */
const refuseStopped = ({ issuing, usdau, paused }: Stops, { pair, side }: Pick<store.Figures, 'pair' | 'side'>) => {
  const { pays, gets } = legsOf(pair, side)
  const isPaused = paused.find((asset) => asset === pays || asset === gets)
  if (isPaused) throw new Failure('TokenPaused', { asset: isPaused })
  if (gets === 'USDAU' && usdau) throw new Failure('UsdauStopped')
  if (gets !== 'USDT' && issuing) throw new Failure('IssuingStopped')
}

const dayLimitReached = ({ rules }: Trading, tradedToday?: bigint) => {
  const { mostPerDayUsd } = rules.trade
  if (tradedToday === undefined) return new Failure('DayLimitReached', { mostPerDayUsd })
  const left = usdUnits(mostPerDayUsd) - tradedToday
  const leftUsd = formatDecimal({ value: left > 0n ? left : 0n, scale: assetTable.USDT.decimals })
  return new Failure('DayLimitReached', { mostPerDayUsd, leftUsd })
}

/** Lets a quote live longer, once, while its customer proves who he is. */
export const reserveQuote = async ({ db, now, rules }: Trading, customer: string, id: string): Promise<QuoteReply> => {
  const at = now()
  const until = new Date(at.getTime() + rules.trade.reserveSeconds * second)
  const quote =
    (await store.reserveQuote(db, customer, id, at, until)) ?? refuseDead(await store.findQuote(db, customer, id), at)
  return quoteReplyOf(quote, at)
}

/** A quote that is alive, or why it is not. */
const refuseDead = (quote: store.Quote | undefined, at: Date): store.Quote => {
  if (!quote) throw new Failure('NotFound')
  if (quote.usedAt) throw new Failure('QuoteUsed')
  if (quote.expiresAt <= at) throw new Failure('QuoteExpired')
  return quote
}

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
          refuseDead(await store.findQuote(tx, customer, quoteId), at)
          throw new Error(`quote ${quoteId} is alive and could not be claimed`)
        }
        const { quote, book, stops } = claimed
        accepts(quote)
        refuseStopped(stops, quote)
        if (!book) throw dayLimitReached(trading)
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
      const { book, stops } = await store.countTrade(tx, customer, quote.usdUnits, dayLimit(trading))
      refuseStopped(stops, quote)
      if (!book) throw dayLimitReached(trading)
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

const quoteReplyOf = (quote: store.Quote, at: Date): QuoteReply => {
  const { pay, receive, fee } = quote.sums
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
    expiresAt: quote.expiresAt.toISOString(),
    expiresInSeconds: Math.max(0, (quote.expiresAt.getTime() - at.getTime()) / second),
    reserved: quote.reservedAt !== null,
  }
}

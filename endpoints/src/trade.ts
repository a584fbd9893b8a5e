import * as z from 'zod/mini'
import { dealErrors, quoteErrors, quoteFields, reserveErrors } from './deals.ts'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'
import { moment } from './moment.ts'
import { amountText } from './wallet-fields.ts'

// The gold price, quotes, and trades at them. Amounts and prices are decimal text, exact.

/** What is traded, and against what. To buy is to get the first and to pay the second; to sell, the other way. */
export const pairs = ['QMGT/USDT', 'USDAU/USDT', 'QMGT/USDAU'] as const
export const sides = ['buy', 'sell'] as const
export const ranges = ['1D', '1W', '1M', '1Y'] as const

const pair = z.enum(pairs)
const side = z.enum(sides)
const tradedAsset = z.enum(['USDT', 'QMGT', 'USDAU'])
const decimal = z.string()

const amount = z.object({ asset: tradedAsset, amount: decimal })

/**
 * `open`: the gold market trades. `closed`: it does not, and the last price counts, with a wider spread. `stale`: the
 * price is too old to trade at; there are no quotes. `suspect`: the feed says something that cannot be right, so the last
 * price that could be believed is shown, and there are no quotes until it has been checked.
 */
const marketStates = ['open', 'closed', 'stale', 'suspect'] as const

const price = z.object({
  state: z.enum(marketStates),
  /** Whether a quote can be had: not while the price is stale or suspect, nor while it is closed if the policy says so. */
  tradable: z.boolean(),
  /** US dollars for a troy ounce, as the feed said when it was last believed. */
  perOunce: decimal,
  /** The same for a gram. */
  perGram: decimal,
  /**
   * What a gram of QMGT costs in USDT, and what is paid for one, spread included and before the fee. Grams that somebody
   * has are valued at the second: what they would bring now.
   */
  buy: decimal,
  sell: decimal,
  /** When the feed observed it. */
  at: z.iso.datetime(),
  /** When the gold market opens again; null while it is open. */
  opensAt: z.nullable(z.iso.datetime()),
})

export type Price = z.output<typeof price>

export const readPrice = endpoint({
  name: 'readPrice',
  method: 'GET',
  path: '/price',
  summary:
    'The gold price; null while none is known. With ETag: asked again with If-None-Match, it is 304 while nothing changed.',
  gate: 'public',
  reply: data(z.nullable(price)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

/** Dollars for a gram over one stretch of time. A stretch without a price, as at weekends, has no candle: the last one holds. */
const candle = z.object({
  /** When the stretch begins. */
  at: z.iso.datetime(),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
})

export const readPriceHistory = endpoint({
  name: 'readPriceHistory',
  method: 'GET',
  path: '/price/history',
  summary:
    'The gold price over a day, week, month or year, oldest first, in at most some hundred candles. Without a range it is a day, or a week while a day has too few prices. With ETag.',
  gate: 'public',
  query: z.strictObject({ range: z.optional(z.enum(ranges)) }),
  reply: data(
    z.object({
      range: z.enum(ranges),
      /** The window, as wide as the range says however little is in it. It ends with now, or less than a candle before. */
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** The last price before the window, which holds until the first in it; null if none is known. */
      before: z.nullable(decimal),
      /** How long each candle is. */
      seconds: z.number(),
      candles: z.array(candle),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

const quote = z.object({
  ...quoteFields,
  pair,
  side,
  /** Everything that leaves the customer, the fee included. */
  pay: amount,
  /** Everything that arrives. */
  receive: amount,
  /** Part of what is paid, in the asset that is paid with. */
  fee: amount,
  feeBasisPoints: z.number(),
  /**
   * How much of the second asset of the pair one of the first costs or brings, spread included. Exact: what is paid less
   * the fee, over the price when buying and times the price when selling, is what arrives, rounded down to 18 decimals.
   * Asked for by what arrives, what is paid before the fee is that times or over the price, rounded up.
   */
  price: decimal,
  /** The same without the spread, exact too: of a gram, rounded to 8 decimals, up when buying and down when selling. */
  midPrice: decimal,
  spreadBasisPoints: z.number(),
})

export type Quote = z.output<typeof quote>

/** The details of `PriceMoved`: the same once more at the price of now, to be looked at and confirmed. */
export const priceMovedDetails = z.object({ quote })

const sizeErrors = ['AmountTooSmall', 'TradeTooLarge'] as const

/** To buy is new, and to sell ends it: the same calls do both. */
const traded = { product: 'swap', endsToo: true } as const

export const makeQuote = endpoint({
  name: 'makeQuote',
  method: 'POST',
  path: '/quotes',
  summary: 'What a trade would be, held for a short while. Moves nothing; used once, by the same customer.',
  gate: 'verified',
  ...traded,
  body: z.strictObject({
    pair,
    side,
    amount: amountText,
    /** Which of the two amounts was given: what is paid in all, or what arrives. */
    of: z.enum(['pay', 'receive']),
  }),
  reply: data(quote),
  errors: [...quoteErrors, ...sizeErrors],
  fallback: 'Failed',
  onFailure: 'raise',
})

const quoteParams = z.strictObject({ id: z.uuid() })

export const reserveQuote = endpoint({
  name: 'reserveQuote',
  method: 'POST',
  path: '/quotes/:id/reserve',
  summary:
    'Holds a quote for longer, once, while the customer enters the PIN. Asked again, it answers the same. One is held at a time, the last. If gold has moved against the house since, nothing is held, and `details.quote` is a new one.',
  gate: 'verified',
  ...traded,
  params: quoteParams,
  reply: data(quote),
  errors: [...reserveErrors, ...sizeErrors],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const tradeTypes = ['buy', 'sell', 'swap'] as const

/** A trade that was done. Also what the receipt of the movement shows. */
const trade = z.object({
  /** Of the movement: names the receipt, `/transaction-details/:id/:type`. */
  id: z.uuid(),
  /** `buy` and `sell` are against USDT; between QMGT and USDAU it is a `swap`. */
  type: z.enum(tradeTypes),
  pair,
  side,
  pay: amount,
  receive: amount,
  fee: amount,
  feeBasisPoints: z.number(),
  price: decimal,
  midPrice: decimal,
  spreadBasisPoints: z.number(),
  /** Whether it was done at a quote that was shown before, or at the price of the moment. */
  quoted: z.boolean(),
  at: z.iso.datetime(),
})

export type Trade = z.output<typeof trade>

export const swap = endpoint({
  name: 'swap',
  method: 'POST',
  path: '/swap',
  summary: 'Trades at a quote: what was shown is what is done. Once it has expired, nothing is.',
  gate: 'verified',
  ...traded,
  stepUp: 'pin',
  idempotent: true,
  body: z.strictObject({ quoteId: z.uuid() }),
  reply: data(trade),
  errors: dealErrors,
  fallback: 'Failed',
  onFailure: 'toast',
})

export const sellToken = endpoint({
  name: 'sellToken',
  method: 'POST',
  path: '/sell-token',
  summary: 'Sells QMGT for USDT: at a quote for that amount, or without one at the price of the moment.',
  gate: 'verified',
  ...traded,
  stepUp: 'pin',
  idempotent: true,
  body: z.strictObject({ amount: amountText, quoteId: z.optional(z.uuid()) }),
  reply: data(trade),
  errors: [...dealErrors, ...sizeErrors, 'QuoteMismatch', 'PriceStale', 'MarketClosed'],
  fallback: 'Failed',
  onFailure: 'toast',
})

const filter = { pair: z.optional(pair), side: z.optional(side), ...period }

export const listTrades = endpoint({
  ...listOf(filter, trade),
  name: 'listTrades',
  path: '/trades',
  summary: 'The customer’s own trades, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const downloadTrades = endpoint({
  ...fileOf(filter),
  name: 'downloadTrades',
  path: '/trades.csv',
  summary: 'The same as a table to download, newest first.',
  gate: 'customer',
  reads: 'replica',
})

/**
 * The customer's QMGT. Cost is told of what was bought here, by average cost: each sale takes its part of the cost with
 * it. Gold that came in another way has no known cost, and no result is told of it.
 */
const position = z.object({
  /** All QMGT of the customer, and what it would bring now in USD, before the fee; null while no price may be relied on. */
  units: decimal,
  value: z.nullable(decimal),
  /** What of it was bought here, what it cost in USD with fees, and what one gram of it did; null when there is none. */
  bought: z.object({
    units: decimal,
    cost: decimal,
    averageCost: z.nullable(decimal),
    value: z.nullable(decimal),
    /** Value less cost. May be negative. */
    result: z.nullable(decimal),
  }),
  /** What sales brought above or below the cost of what was sold, all in all. May be negative. */
  realised: decimal,
  /**
   * By how much price and trades have changed what was bought since the day began. May be negative. Gold that was sent
   * away counts until then; gold that came in another way does not count.
   */
  today: z.nullable(z.object({ since: z.iso.datetime(), result: decimal })),
})

export type Position = z.output<typeof position>

export const readPosition = endpoint({
  name: 'readPosition',
  method: 'GET',
  path: '/position',
  summary: 'How much QMGT the customer has, what it cost, what it is worth, and the result of today.',
  gate: 'customer',
  /** When the customer's day began, at most two days ago; midnight UTC unless told. */
  query: z.strictObject({ since: z.optional(moment) }),
  reply: data(position),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

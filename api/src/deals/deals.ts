import { randomUUID } from 'node:crypto'
import type { Part, Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperationFrom } from '@ingot/db/operations'
import type { ProductName } from '@ingot/endpoints/products'
import { type Entry, postListed } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { type Asset, assetTable, isDollarAsset } from '@ingot/money/assets'
import { formatDecimal } from '@ingot/money/decimal'
import type { OuncePrice } from '@ingot/money/gold'
import type { Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import { refuseUnderOldTerms } from '../features/identity/terms.ts'
import type { Numbers } from '../policy-versions/numbers.ts'
import { NumbersChanged, type PolicyNumbers, type Snapshot } from '../policy-versions/snapshot.ts'
import { refuseClosed, refuseForReserves, type Switches } from '../switches/switches.ts'
import { namingShortage } from './shortage.ts'
import * as store from './store.ts'

/** A price of gold that was believed. */
type Gold = OuncePrice & { round: bigint; observedAt: Date }

/** What stands in the way of deals, besides a price that is too old. */
type Stops = { suspect: boolean; issuing: boolean; reserves: boolean; usdau: boolean; paused: readonly Asset[] }

/** What has to be known of price and market. */
type Board = {
  latest: () => Promise<{ reading: Gold; market: 'open' | 'closed' | 'stale' | 'suspect' } | undefined>
  /** Whether something is quoted while the market is closed, at the last price. */
  quotesWhenClosed: boolean
  stops: () => Promise<Stops>
  /** As of what is being done in a transaction, and not of a second ago. */
  stopsIn: (tx: Tx) => Promise<Stops>
}

/** What deals are made with. */
export type Deals = { db: Db; now: () => Date; board: Board; numbers: PolicyNumbers; switches: Switches }

/** With whom. */
type Dealer = Pick<Person, 'id' | 'residence' | 'hasOldTerms'>

/** How gold stands when something is quoted, and by which numbers. */
export type Moment = { gold: Gold; market: 'open' | 'closed'; numbers: Numbers }

type Sum = { asset: Asset; amount: string }

/** At least what leaves the customer and what arrives; a product shows more. As text, so that it is kept word for word. */
type Shows = { pay: Sum; receive: Sum }

/** What a deal comes to, and what limits count of it. */
export type Figures<Shown> = Pick<store.Quote<unknown, Shown>, 'shown' | 'usdUnits' | 'gramUnits' | 'lean'>

/** A deal that is being done, at a quote or at the price of the moment. */
export type Deal<Asked, Shown> = store.Quote<Asked, Shown> & {
  customer: string
  quoted: boolean
  at: Date
  /** Names what its customer sees of it. */
  movement: string
}

/** What is done: one entry, listed for its customer, and the product's own rows. */
type Booking<Reply> = {
  reference: string
  /** Of the entry, and of the movement. */
  type: string
  moves: Entry['moves']
  details: NonNullable<Entry['details']>
  rows: readonly Part[]
  reply: Reply
}

/** What is being done: by its quote, which is not read by then, or by what was asked for. */
export type Which<Asked> = { quoteId: string } | { asked: Asked }

/** What differs from product to product. Everything in it is of the product's own rules; the way is the same for all. */
export type Product<Asked, Shown extends Shows, Known, Reply> = {
  /** Names its quotes: with one of another product nothing can be done here. */
  readonly kind: string
  /** The product of which this makes something new, by what was shown; undefined where it only ends what is there. */
  readonly opens: (shown: Shown) => ProductName | undefined
  /** What it would be at the price of a moment. Refuses what may not be. */
  readonly figure: (asked: Asked, moment: Moment) => Figures<Shown>
  /** Looks up what else it needs. No other deal of the customer is under way by then. */
  readonly know: (tx: Tx, customer: string, which: Which<Asked>) => Promise<Known>
  /** Looks up what only some of its deals need, by what was shown; undefined where it needs no more. */
  readonly learn?: (tx: Tx, deal: Deal<Asked, Shown>, known: Known) => Promise<Known> | undefined
  /** What is done if nothing stands in the way: at the figures that were shown, whatever the price is by now. */
  readonly book: (deal: Deal<Asked, Shown>, known: Known) => Booking<Reply>
}

type Figured<Asked, Shown extends Shows> = Pick<Product<Asked, Shown, unknown, unknown>, 'kind' | 'figure'>

/** A quote as it is told: what was shown, and how long it holds. */
export type QuoteReply<Shown> = Shown & {
  id: string
  market: 'open' | 'closed'
  priceAt: string
  expiresAt: string
  expiresInSeconds: number
  reserved: boolean
}

/** Who does it, named once, and what was proven for it. */
export type Doing = { customer: Dealer; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

const second = 1000

/** What a deal would be at the price of this moment. Moves nothing. Goes behind a statement, if one is given. */
export const quoteDeal = <Asked, Shown extends Shows, Known, Reply>(
  deals: Deals,
  product: Product<Asked, Shown, Known, Reply>,
  customer: Dealer,
  asked: Asked,
  ahead?: Statement,
): Promise<QuoteReply<Shown>> =>
  deals.numbers.using(async (snapshot) => {
    const { db, now, board, switches } = deals
    const quote = await quoteNow(deals, product, asked, snapshot)
    refuseOpening(await switches.read(), product, quote.shown, customer)
    refuseStopped(await board.stops(), quote.shown, product.opens(quote.shown))
    const since = new Date(quote.madeAt.getTime() - 60 * second)
    const mostSince = snapshot.at(quote.madeAt).deals.quotesPerMinute
    const limits = { since, mostSince, day: dayOf(quote.madeAt) }
    const { made, recent, dealt, policyVersion } = await store.insertQuote(db, customer.id, quote, limits, ahead)
    if (policyVersion !== quote.policyVersion) throw new NumbersChanged()
    if (!made && recent >= mostSince) throw new Failure('TooManyTries', { retryAfter: 60 })
    if (!made) throw dayLimitReached(quote, dealt)
    return quoteReplyOf({ quote, until: null }, now())
  })

/** The same for what is done later at these figures, once it was paid for elsewhere: whoever promises it writes it down. */
export const figureDeal = <Asked, Shown extends Shows>(
  deals: Deals,
  product: Figured<Asked, Shown>,
  asked: Asked,
): Promise<store.Quote<Asked, Shown>> =>
  deals.numbers.using(async (snapshot) => {
    const quote = await quoteNow(deals, product, asked, snapshot)
    refuseStopped(await deals.board.stops(), quote.shown)
    return quote
  })

/**
 * Lets a quote live longer, once, while its customer proves who he is. Not if gold has moved against the house since, or
 * nobody can tell: then there is another quote for the same to look at, or none. One is held at a time.
 */
export const reserveDeal = async <Asked, Shown extends Shows, Known, Reply>(
  deals: Deals,
  product: Product<Asked, Shown, Known, Reply>,
  customer: Dealer,
  id: string,
): Promise<QuoteReply<Shown>> => {
  const { db, now, switches } = deals
  const { moment, refusal } = await momentNow(deals)
  if (refusal === 'PriceSuspect') throw new Failure(refusal)
  const at = now()
  const asked = await store.reserveQuote<Asked, Shown>(
    db,
    { customer: customer.id, kind: product.kind, id },
    { at, goldPrice: moment ? formatDecimal(moment.gold.perOunce) : null },
  )
  const { quote, until } = refuseDead(asked, at)
  refuseOpening(await switches.read(), product, quote.shown, customer)
  if (until) return quoteReplyOf({ quote, until }, at)
  throw new Failure('PriceMoved', { quote: await quoteDeal(deals, product, customer, quote.asked) })
}

type At<Asked, Shown> =
  /** At a quote, which may have to be for something in particular. */
  | { quoteId: string; accepts?: (quote: store.Quote<Asked, Shown>) => void }
  /** At the price of the moment. */
  | { asked: Asked }

/**
 * Does a deal, once. Whatever decides about it is asked before anything moves; then one entry has everything that moves, with
 * the movement that its customer sees and the product's own rows.
 */
export const makeDeal = <Asked, Shown extends Shows, Known, Reply>(
  deals: Deals,
  product: Product<Asked, Shown, Known, Reply>,
  doing: Doing,
  which: At<Asked, Shown>,
): Promise<Reply> =>
  'quoteId' in which
    ? doDeal(deals, product, doing, which)
    : deals.numbers.using(async (snapshot) =>
        doDeal(deals, product, doing, { fresh: await quoteNow(deals, product, which.asked, snapshot) }),
      )

const doDeal = async <Asked, Shown extends Shows, Known, Reply>(
  { db, now, board, switches }: Deals,
  product: Product<Asked, Shown, Known, Reply>,
  { customer: dealer, operation, useGrants }: Doing,
  which: Extract<At<Asked, Shown>, { quoteId: string }> | { fresh: store.Quote<Asked, Shown> },
): Promise<Reply> => {
  const customer = dealer.id
  const fresh = 'fresh' in which ? which.fresh : undefined
  const named = { customer, kind: product.kind, id: 'fresh' in which ? '' : which.quoteId }
  const asked = 'fresh' in which ? { asked: which.fresh.asked } : { quoteId: which.quoteId }

  // Before the transaction, which would hold its connection while another one is waited for.
  const switched = await switches.read()
  const begin = async (tx: Tx) => {
    const at = now()
    const claim = fresh
      ? store.countDeal(tx, customer, fresh, dayOf(at)).then((counted) => ({ ...counted, quote: fresh }))
      : store.claimQuote<Asked, Shown>(tx, named, at, dayOf(at))
    // Asked for at once, they travel together, and in this order.
    const [, claimed, known, stops] = await Promise.all([
      useGrants(tx),
      claim,
      product.know(tx, customer, asked),
      board.stopsIn(tx),
    ])
    return { at, claimed, known, stops }
  }

  return namingShortage({ db, now }, (trying) =>
    runOperationFrom<Reply, Awaited<ReturnType<typeof begin>>>(
      db,
      operation,
      begin,
      async (tx, { at, claimed, known, stops }, keep) => {
        if (!claimed) {
          refuseDead(await store.findQuote(tx, named, at), at)
          throw new Error(`quote ${named.id} is alive and could not be claimed`)
        }
        const { quote, isWithinDay, policyVersion = quote.policyVersion } = claimed
        if (policyVersion !== quote.policyVersion) throw new NumbersChanged()
        if ('accepts' in which) which.accepts?.(quote)
        refuseOpening(switched, product, quote.shown, dealer)
        refuseStopped(stops, quote.shown, product.opens(quote.shown))
        if (!isWithinDay) throw dayLimitReached(quote, await store.readDealt(tx, customer, dayOf(at)))
        const deal = { ...quote, customer, quoted: !fresh, at, movement: randomUUID() }
        const { reply, type, rows, ...booking } = product.book(deal, (await product.learn?.(tx, deal, known)) ?? known)
        trying(booking.moves)
        const owner = `customer:${customer}` as const
        const details = { ...booking.details, ...goldOf(deal) }
        // Accounts that everybody uses are locked from here on, so this is last, and the commit goes with it.
        await postListed(tx, { ...booking, kind: type, causedBy: owner, details }, { id: deal.movement, owner, type }, [
          ...rows,
          keep(reply),
        ])
        return reply
      },
    ),
  )
}

/** The price that deals may be made at, or why there is none. */
export const momentNow = async ({ board }: Pick<Deals, 'board'>) => {
  const latest = await board.latest()
  if (latest?.market === 'suspect') return { refusal: 'PriceSuspect' } as const
  if (!latest || latest.market === 'stale') return { refusal: 'PriceStale' } as const
  const { reading, market } = latest
  if (market === 'closed' && !board.quotesWhenClosed) return { refusal: 'MarketClosed' } as const
  return { moment: { gold: reading, market } }
}

/** Refuses what cannot be quoted; what it gives is written nowhere yet. Its numbers are those of the moment it is made at. */
const quoteNow = async <Asked, Shown extends Shows>(
  deals: Deals,
  { kind, figure }: Figured<Asked, Shown>,
  asked: Asked,
  snapshot: Snapshot,
): Promise<store.Quote<Asked, Shown>> => {
  const { moment, refusal } = await momentNow(deals)
  if (refusal) throw new Failure(refusal)
  const { gold, market } = moment
  const at = deals.now()
  const numbers = snapshot.at(at)
  const { quoteSeconds, reserveSeconds, reserveMove, mostPerDayUsd, mostPerDayGrams } = numbers.deals
  return {
    ...figure(asked, { ...moment, numbers }),
    id: randomUUID(),
    kind,
    asked,
    market,
    goldPrice: formatDecimal(gold.perOunce),
    round: String(gold.round),
    observedAt: gold.observedAt,
    madeAt: at,
    expiresAt: new Date(at.getTime() + quoteSeconds * second),
    usedAt: null,
    policyVersion: snapshot.version,
    terms: { reserveSeconds, reserveMove: String(reserveMove), mostPerDayUsd, mostPerDayGrams },
  }
}

/** Nothing new of a product that is closed where the customer lives, nor under terms that were not accepted, also at a quote that was given before. To end something stays possible. */
const refuseOpening = <Asked, Shown extends Shows, Known, Reply>(
  switched: Awaited<ReturnType<Switches['read']>>,
  { opens }: Product<Asked, Shown, Known, Reply>,
  shown: Shown,
  { residence, hasOldTerms }: Dealer,
) => {
  const product = opens(shown)
  if (product && hasOldTerms) refuseUnderOldTerms()
  if (product) refuseClosed(switched, product, residence)
}

/** Whatever is known to stop a deal, by its own name. Selling stays open while nothing new may be sold. */
const refuseStopped = (
  { suspect, issuing, reserves, usdau, paused }: Stops,
  { pay, receive }: Shows,
  product?: ProductName | undefined,
) => {
  if (suspect) throw new Failure('PriceSuspect')
  const [pays, gets] = [pay.asset, receive.asset]
  if (reserves && product) refuseForReserves(product)
  // Money that came for gold waits, too. Who ends one thing for another makes nothing more owed.
  if (reserves && gets !== 'USDT' && isDollarAsset(pays)) throw new Failure('IssuingStopped')
  const isPaused = paused.find((asset) => asset === pays || asset === gets)
  if (isPaused) throw new Failure('TokenPaused', { asset: isPaused })
  if (gets === 'USDAU' && usdau) throw new Failure('UsdauStopped')
  if (gets !== 'USDT' && issuing) throw new Failure('IssuingStopped')
}

/**
 * A quote that is alive, or why it is not. One that is not there may have been lost with the server's last moment, since
 * quotes do not wait for the disk: for its customer it is over, and somebody else's looks the same.
 */
const refuseDead = <Asked, Shown>(asked: store.Held<Asked, Shown> | undefined, at: Date): store.Held<Asked, Shown> => {
  if (!asked) throw new Failure('QuoteExpired')
  if (asked.quote.usedAt) throw new Failure('QuoteUsed')
  if (asked.quote.expiresAt <= at && !asked.until) throw new Failure('QuoteExpired')
  return asked
}

/** Limits are in dollars, which have as many decimals whichever token stands for them. */
export const usdUnits = (dollars: string): bigint => parseAmount('USDT', dollars).units

export const gramUnits = (grams: string): bigint => parseAmount('QMGT', grams).units

/** Days are counted by UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const leftText = (most: bigint, dealt: bigint): string =>
  formatDecimal({ value: most > dealt ? most - dealt : 0n, scale: assetTable.USDT.decimals })

/** Names the limit that was missed: the one in dollars, or else the one in grams. */
const dayLimitReached = (wanted: store.Quote<unknown, unknown>, { usd, grams }: store.DealtToday) => {
  const { mostPerDayUsd, mostPerDayGrams } = wanted.terms
  if (usd + wanted.usdUnits > usdUnits(mostPerDayUsd)) {
    const leftUsd = leftText(usdUnits(mostPerDayUsd), usd)
    const message = `At most ${mostPerDayUsd} USD may be traded on one day; ${leftUsd} USD are left today.`
    return new Failure('DayLimitReached', { mostPerDayUsd, leftUsd }, message)
  }
  const leftGrams = leftText(gramUnits(mostPerDayGrams), grams)
  const message = `At most ${mostPerDayGrams} grams of gold may be traded on one day; ${leftGrams} grams are left today.`
  return new Failure('DayLimitReached', { mostPerDayGrams, leftGrams }, message)
}

/** At which price it was done, for the receipt: nothing in it names anybody. */
const goldOf = ({ id, goldPrice, round, observedAt, market, quoted }: Deal<unknown, unknown>) => ({
  goldPrice,
  round,
  priceAt: observedAt.toISOString(),
  market,
  quoted,
  ...(quoted && { quote: id }),
})

const quoteReplyOf = <Asked, Shown>({ quote, until }: store.Held<Asked, Shown>, at: Date): QuoteReply<Shown> => {
  const expiresAt = until ?? quote.expiresAt
  return {
    ...quote.shown,
    id: quote.id,
    market: quote.market,
    priceAt: quote.observedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    expiresInSeconds: Math.max(0, (expiresAt.getTime() - at.getTime()) / second),
    reserved: until !== null,
  }
}

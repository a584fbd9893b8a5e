import type { Position, Trade } from '@ingot/endpoints/trade'
import { csvLine, numberOf } from '../wallet/rules.ts'
import { readBook, readBookBefore, readDepartures, readHeld } from './book-store.ts'
import { priceBefore } from './price-store.ts'
import { bidRate, positionOf, spreadOf } from './rules.ts'
import type { Trading } from './service.ts'
import * as store from './store.ts'
import { bidNow } from './valuation.ts'

const pageSize = 50
/** What one file holds at most; it says so at its end. */
const mostLines = 200_000
const linesAtOnce = 500
const dayMs = 24 * 3600 * 1000

export const listTrades = async (
  { db }: Trading,
  customer: string,
  { cursor: after, ...filter }: store.TradeFilter & { cursor?: string | undefined },
) => {
  const before = after === undefined ? undefined : numberOf(after)
  const trades = await store.readTrades(db, customer, { ...filter, before }, pageSize + 1)
  const page = trades.slice(0, pageSize)
  const cursor = trades.length > pageSize ? (page.at(-1)?.number ?? null) : null
  return { data: page.map(({ trade }) => trade), meta: { cursor } }
}

const columns = [
  'id',
  'at',
  'type',
  'pair',
  'side',
  'paid',
  'paid asset',
  'received',
  'received asset',
  'fee',
  'fee asset',
  'price',
  'price without spread',
  'quoted',
]

const lineOf = ({ trade }: { trade: Trade }): string =>
  csvLine([
    trade.id,
    trade.at,
    trade.type,
    trade.pair,
    trade.side,
    trade.pay.amount,
    trade.pay.asset,
    trade.receive.amount,
    trade.receive.asset,
    trade.fee.amount,
    trade.fee.asset,
    trade.price,
    trade.midPrice,
    trade.quoted ? 'yes' : 'no',
  ])

/** Written page by page while it is read, so that a long history needs neither memory nor a long transaction. */
export async function* tradesFile(
  { db }: Trading,
  customer: string,
  filter: store.TradeFilter,
): AsyncGenerator<string> {
  yield csvLine(columns)
  let before: bigint | undefined
  for (let written = 0; written < mostLines; written += linesAtOnce) {
    const trades = await store.readTrades(db, customer, { ...filter, before }, linesAtOnce)
    if (trades.length > 0) yield trades.map(lineOf).join('')
    const last = trades.at(-1)
    if (!last || trades.length < linesAtOnce) return
    before = BigInt(last.number)
  }
  yield csvLine([`There are more than ${mostLines} trades. Please choose a shorter period.`])
}

/** How much QMGT, at what cost, worth what, and what today has brought. */
export const readPosition = async (trading: Trading, customer: string, since?: string): Promise<Position> => {
  const start = dayStart(trading.now(), since)
  const [held, book, bid, earlier] = await Promise.all([
    readHeld(trading.db, customer),
    readBook(trading.db, customer),
    bidNow(trading, 'QMGT'),
    readEarlier(trading, customer, start),
  ])
  return positionOf({ held, book, bid, earlier })
}

/** How the day began and what left in it, at the prices of then and with the spread of now: a wider one is no loss. */
const readEarlier = async ({ db, board, rules }: Trading, customer: string, since: Date) => {
  const [latest, gold, book, left] = await Promise.all([
    board.latest(),
    priceBefore(db, since),
    readBookBefore(db, customer, since),
    readDepartures(db, customer, since),
  ])
  if (!gold) return
  const spread = spreadOf(rules.trade.pairs['QMGT/USDT'], latest?.market === 'closed' ? 'closed' : 'open')
  const bidOf = (perOunce = gold) => bidRate('QMGT/USDT', { perOunce }, spread)
  const departures = left.map(({ units, cost, perOunce }) => ({ units, cost, bid: bidOf(perOunce) }))
  return { since, book, bid: bidOf(), left: departures }
}

/** The customer's own midnight if it is one of late, else that of UTC. */
const dayStart = (now: Date, since: string | undefined): Date => {
  const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const given = since ? new Date(since) : midnight
  const age = now.getTime() - given.getTime()
  return age >= 0 && age <= 2 * dayMs ? given : midnight
}

import type { Position, Trade } from '@ingot/endpoints/trade'
import type { Table } from '../../lists.ts'
import { readBook, readBookBefore, readDepartures, readHeld } from './book-store.ts'
import { priceBefore } from './price-store.ts'
import { bidRate, positionOf, spreadOf } from './rules.ts'
import type { Trading } from './service.ts'
import * as store from './store.ts'
import { bidNow } from './valuation.ts'

const dayMs = 24 * 3600 * 1000

type Row = { number: string; trade: Trade }

export const tradeList = ({ db }: Trading, customer: string): Table<store.TradeFilter, Row, Trade> => ({
  read: (filter, { before, limit }) => store.readTrades(db, customer, { ...filter, before }, limit),
  number: ({ number }) => number,
  show: (rows) => rows.map(({ trade }) => trade),
  name: 'trades',
  columns: {
    Id: ({ id }) => id,
    'Time (UTC)': ({ at }) => at,
    Type: ({ type }) => type,
    Pair: ({ pair }) => pair,
    Side: ({ side }) => side,
    'Paid (fee included)': ({ pay }) => pay.amount,
    'Paid asset': ({ pay }) => pay.asset,
    Received: ({ receive }) => receive.amount,
    'Received asset': ({ receive }) => receive.asset,
    Fee: ({ fee }) => fee.amount,
    'Fee asset': ({ fee }) => fee.asset,
    Price: ({ price }) => price,
    'Mid price': ({ midPrice }) => midPrice,
    Quoted: ({ quoted }) => (quoted ? 'yes' : 'no'),
  },
})

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
const readEarlier = async ({ db, board, numbers }: Trading, customer: string, since: Date) => {
  const [latest, { trade }, gold, book, left] = await Promise.all([
    board.latest(),
    numbers.now(),
    priceBefore(db, since),
    readBookBefore(db, customer, since),
    readDepartures(db, customer, since),
  ])
  if (!gold) return
  const spread = spreadOf(trade.pairs['QMGT/USDT'], latest?.market === 'closed' ? 'closed' : 'open')
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

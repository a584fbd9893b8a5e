import type { Position } from '@ingot/endpoints/trade'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { csvLine, numberOf } from '../wallet/rules.ts'
import { priceBefore } from './price-store.ts'
import { positionOf } from './rules.ts'
import type { Trading } from './service.ts'
import * as store from './store.ts'

const pageSize = 50
const fileRows = 10_000
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

export const tradesFile = async ({ db }: Trading, customer: string, filter: store.TradeFilter): Promise<string> => {
  const trades = await store.readTrades(db, customer, filter, fileRows)
  const lines = trades.map(({ trade }) => [
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
  return [columns, ...lines].map(csvLine).join('')
}

/** How much QMGT, at what cost, worth what, and what today has brought. */
export const readPosition = async (trading: Trading, customer: string, since?: string): Promise<Position> => {
  const { db, board, rules } = trading
  const start = dayStart(trading.now(), since)
  const balances = (['available', 'held', 'locked'] as const).map((purpose) =>
    balanceOf(db, customerAccount(customer, 'QMGT', purpose)),
  )
  const held = (await Promise.all(balances)).reduce((total, { units }) => total + units, 0n)
  const [book, bookThen, latest, priceThen] = await Promise.all([
    store.readBook(db, customer),
    store.readBook(db, customer, start),
    board.latest(),
    priceBefore(db, start),
  ])
  const { spread } = rules.trade.pairs['QMGT/USDT']
  const earlier = priceThen && { since: start, book: bookThen, gold: { perOunce: priceThen } }
  return positionOf({ held, book, spread, gold: latest?.reading, earlier })
}

/** The customer's own midnight if it is one of late, else that of UTC. */
const dayStart = (now: Date, since: string | undefined): Date => {
  const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const given = since ? new Date(since) : midnight
  const age = now.getTime() - given.getTime()
  return age >= 0 && age <= 2 * dayMs ? given : midnight
}

import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { listAccounts } from '@ingot/ledger/list'
import { usdauOutstanding } from '@ingot/ledger/usdau'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBook } from './book-store.ts'
import { bookAfter, emptyBook, legsOf, type Pair, type Side, type TradedAsset } from './rules.ts'
import { createMarket, hundredAGram } from './test-market.ts'

const customers = 6
const rounds = 8
const tradesPerRound = 12

let market: Awaited<ReturnType<typeof createMarket>>
beforeAll(async () => {
  market = await createMarket()
  await market.fillVault('20000')
  await market.fillTreasury('QMGT', '2000')
  await market.fillTreasury('USDAU', '200000')
  await market.fillTreasury('USDT', '50000')
})
afterAll(() => market.close())

/** The same numbers in every run. */
const random = (() => {
  let seed = 20_261_115
  return (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
})()
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T

const anyBody = () => ({
  pair: oneOf(['QMGT/USDT', 'USDAU/USDT', 'QMGT/USDAU']),
  side: oneOf(['buy', 'sell']),
  amount: `${1 + random(60)}.${1 + random(999)}`,
  of: oneOf(['pay', 'receive']),
})

type TradeRow = {
  customer: string
  pair: Pair
  side: Side
  pay_units: string
  fee_units: string
  receive_units: string
}

const readTrades = async () => {
  const { rows } = await sql<TradeRow>`
    select customer, pair, side, pay_units, fee_units, receive_units from trades order by id`.execute(market.db)
  return rows
}

/** What each balance has to be, from what was given at the start and the trades alone. */
const expectedFrom = (trades: TradeRow[], given: Record<TradedAsset, bigint>, customer: string) => {
  const sums = { ...given }
  for (const trade of trades.filter((each) => each.customer === customer)) {
    const { pays, gets } = legsOf(trade.pair, trade.side)
    sums[pays] -= BigInt(trade.pay_units)
    sums[gets] += BigInt(trade.receive_units)
  }
  return sums
}

test('many customers trade while the price moves: balances, fees, books and backing agree in the end', async () => {
  await market.setPrice(hundredAGram)
  const given = { USDT: '3000', QMGT: '30', USDAU: '1000' }
  const traders = await Promise.all(Array.from({ length: customers }, (_, n) => market.newTrader(`random${n}`, given)))
  const outcomes = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    await market.setPrice(`${2800 + random(600)}.${10 + random(89)}`)
    const orders = Array.from({ length: tradesPerRound }, () => ({ who: oneOf(traders), body: anyBody() }))
    const answers = await Promise.all(orders.map(({ who, body }) => who.trade(body)))
    for (const { status, body } of answers) {
      const outcome = status === 200 ? 'done' : body.error.name
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  // Nothing went wrong but what may: too little money, or less than a dollar.
  expect([...outcomes.keys()].filter((name) => !['done', 'BalanceTooLow', 'AmountTooSmall'].includes(name))).toEqual([])
  const trades = await readTrades()
  expect(trades.length).toBe(outcomes.get('done'))
  expect(trades.length).toBeGreaterThan((rounds * tradesPerRound) / 3)

  const whole = 10n ** 18n
  const start = { USDT: 3000n * whole, QMGT: 30n * whole, USDAU: 1000n * whole }
  for (const { id } of traders) {
    const expected = expectedFrom(trades, start, id)
    for (const asset of ['USDT', 'QMGT', 'USDAU'] as const) {
      const { units } = await balanceOf(market.db, { owner: `customer:${id}`, asset, purpose: 'available' })
      expect(units).toBe(expected[asset])
    }
    // The book that trades kept is the one that all of them make, one after the other.
    const own = trades.filter(({ customer }) => customer === id)
    const book = own.reduce((before, { pair, side, pay_units, receive_units }) => {
      const { pays, gets } = legsOf(pair, side)
      return bookAfter(before, {
        pay: amountOf(pays, BigInt(pay_units)),
        receive: amountOf(gets, BigInt(receive_units)),
      })
    }, emptyBook)
    expect(await readBook(market.db, id)).toEqual(book)
  }

  // Every gram that anybody has is a gram that was set aside, and every dollar of gold was issued.
  const held = { QMGT: 0n, USDAU: 0n }
  for await (const { name, balance } of listAccounts(market.db)) {
    const asset = name.split('/')[1]
    if (balance && (asset === 'QMGT' || asset === 'USDAU')) held[asset] += balance.units
  }
  const fees = { QMGT: 0n, USDAU: 0n, USDT: 0n }
  for (const { pair, side, fee_units } of trades) fees[legsOf(pair, side).pays] += BigInt(fee_units)
  const { rows } = await sql<{ asset: TradedAsset; units: string }>`
    select m.asset, sum(m.units) as units from ledger_moves m join ledger_accounts t on t.id = m.target
    where t.owner = 'house' and t.purpose = 'fees' group by m.asset`.execute(market.db)
  for (const { asset, units } of rows) expect(BigInt(units)).toBe(fees[asset])
  expect(held.QMGT + fees.QMGT).toBe((await balanceOf(market.db, houseAccount('XAU', 'allocated'))).units)
  const outstanding = await inTransaction(market.db, usdauOutstanding)
  expect(held.USDAU + fees.USDAU).toBe(outstanding.units)
  expect(await verifyLedger(market.db, undefined)).toMatchObject({ ok: true })
}, 120_000)

import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { transferQmgt } from '@ingot/endpoints/wallet'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { postListed, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../bind.ts'
import { policy } from '../../policy.ts'
import { grant } from '../identity/step-up.ts'
import { day, minute } from '../identity/test-people.ts'
import { someAddress } from '../wallet/test-wallet.ts'
import { bookOfTrader } from './book-store.ts'
import { conversionRows } from './conversions.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
let names = 0
beforeAll(async () => {
  market = await createMarket()
  await market.fillVault('100000')
  await market.fillTreasury('QMGT', '10000')
  await market.fillTreasury('USDAU', '100000')
  await market.fillTreasury('USDT', '1000000')
  // So that there is a price of before whenever a test begins.
  await market.setPrice(hundredAGram)
  market.passTime(stretch)
})
beforeEach(async () => {
  await market.setPrice(hundredAGram)
  trader = await market.newTrader(`holder${++names}`, { USDT: '5000', QMGT: '20', USDAU: '1000' })
})
afterAll(() => market.close())

/** Longer than a candle of prices, and short enough for a session that nobody moves. */
const stretch = 6 * minute
const hundredTwentyAGram = '3732.417216'
const buyTen = { pair: 'QMGT/USDT', side: 'buy', amount: '10', of: 'receive' }
/** What ten grams cost in spread, on either side, and in fee. */
const costs = '-12.518796992481203008'

/** To another customer, as if PIN and 2FA had just been given. */
const sendGold = async (from: Trader, to: Trader, amount: string) => {
  const address = someAddress(`wallet of ${to.username}`)
  await sql`insert into wallet_addresses (customer, address, recorded_at) values (${to.id}, ${address}, ${market.now()})
    on conflict do nothing`.execute(market.db)
  await sql`update customers set credentials_changed_at = null where id = ${from.id}`.execute(market.db)
  const key = randomUUID()
  const session = market.identity.tokens.session.read(from.client.state.jwt)?.sid ?? ''
  const body = { receiver: to.username, amount }
  const aim = await aimOf(transferQmgt, key, { body })
  await inTransaction(market.db, async (tx) => {
    for (const factor of ['pin', '2fa'] as const) await grant(tx, market.identity, { session } as Person, aim, factor)
  })
  expect((await from.client.post('/transfer-qgmt', body, { 'idempotency-key': key })).status).toBe(200)
  market.passTime(1000)
}

const positionOf = async (who: Trader, since?: Date) =>
  (await who.client.get(`/position${since ? `?since=${since.toISOString()}` : ''}`)).body.data

describe('the position', () => {
  test('tells what was bought here at its average cost, and all else without a cost', async () => {
    await trader.trade(buyTen)
    await market.setPrice(hundredTwentyAGram)
    const { data } = (await trader.client.get('/position')).body
    // 20 were there before; a gram is 120 now, of which selling brings 119.4.
    expect(data).toMatchObject({ units: '30', value: '3582', realised: '0' })
    expect(data.bought).toEqual({
      units: '10',
      cost: '1007.518796992481203008',
      averageCost: '100.7518796992481203',
      value: '1194',
      result: '186.481203007518796992',
    })
  })

  test('tells what today has brought, from the price at which the day began', async () => {
    const start = market.now()
    market.passTime(60_000)
    await market.setPrice(hundredAGram)
    await trader.trade(buyTen)
    const { data } = (await trader.client.get(`/position?since=${start.toISOString()}`)).body
    // Nothing rose: the day cost the spread on either side and the fee.
    expect(data.today).toEqual({ since: start.toISOString(), result: costs })
    market.passTime(1)
    const { data: later } = (await trader.client.get(`/position?since=${market.now().toISOString()}`)).body
    expect(later.today.result).toBe('0')
  })

  test('of somebody who never traded is empty, and not unknown', async () => {
    const newcomer = await market.newTrader(`newcomer${names}`)
    expect((await newcomer.client.get('/position')).body.data).toMatchObject({
      units: '0',
      value: '0',
      bought: { units: '0', cost: '0', averageCost: null },
      realised: '0',
    })
  })
})

describe('gold that leaves without being sold', () => {
  let friend: Trader
  let start: Date
  beforeEach(async () => {
    trader = await market.newTrader(`buyer${names}`, { USDT: '5000' })
    friend = await market.newTrader(`friend${names}`)
    for (const { client } of [trader, friend]) await market.enrol(client)
    await market.setPrice(hundredAGram)
    start = market.now()
    market.passTime(stretch)
    await market.setPrice(hundredAGram)
  })

  test('is no gain: the day still cost what buying cost, and no more', async () => {
    await trader.trade(buyTen)
    market.passTime(1000)
    await sendGold(trader, friend, '5')
    const position = await positionOf(trader, start)
    expect(position.today.result).toBe(costs)
    expect(position.bought).toMatchObject({
      units: '5',
      cost: '503.759398496240601504',
      result: '-6.259398496240601504',
    })
  })

  test('rises for somebody else from then on', async () => {
    await trader.trade(buyTen)
    market.passTime(1000)
    await sendGold(trader, friend, '5')
    market.passTime(stretch)
    await market.setPrice(hundredTwentyAGram)
    // Five grams rose by twenty, less half a percent; the other five were gone.
    expect((await positionOf(trader, start)).today.result).toBe('86.981203007518796992')
    expect((await positionOf(friend, start)).today.result).toBe('0')
  })

  test('also if it was bought on another day: sending it brings and costs nothing', async () => {
    await trader.trade(buyTen)
    market.passTime(stretch)
    await market.setPrice(hundredTwentyAGram)
    const morning = market.now()
    market.passTime(20_000)
    await sendGold(trader, friend, '6')
    expect((await positionOf(trader, morning)).today.result).toBe('0')
    await trader.trade({ pair: 'QMGT/USDT', side: 'sell', amount: '4', of: 'pay' })
    // Only the fee of the sale: what rose before this day is not of this day.
    expect((await positionOf(trader, morning)).today.result).toBe('-1.194')
  })

  test('does not come back with its cost when other gold comes', async () => {
    await trader.trade(buyTen)
    market.passTime(1000)
    await sendGold(trader, friend, '10')
    await sendGold(friend, trader, '10')
    const position = await positionOf(trader, start)
    expect(position).toMatchObject({ units: '10', bought: { units: '0', cost: '0' }, today: { result: costs } })
    market.passTime(stretch)
    await market.setPrice(hundredTwentyAGram)
    expect(await positionOf(trader, start)).toMatchObject({ value: '1194', today: { result: costs } })
  })

  test('is other gold first, and then what was bought here', async () => {
    await market.give(trader.id, 'QMGT', '10')
    await trader.trade(buyTen)
    market.passTime(1000)
    await sendGold(trader, friend, '12')
    expect(await positionOf(trader, start)).toMatchObject({
      units: '8',
      bought: { units: '8' },
      today: { result: costs },
    })
  })
})

describe('gold that changes its kind', () => {
  const grams = (amount: string) => parseAmount('QMGT', amount).units
  const dollars = (amount: string) => parseAmount('USDT', amount).units
  /** As a conversion does it, with a movement of its own. */
  const convert = async (kind: 'gave' | 'got', units: string, worth: string) => {
    const [at, movement] = [market.now(), randomUUID()]
    await inTransaction(market.db, async (tx) => {
      const before = await bookOfTrader(tx, trader.id)
      const moved = { kind, units: grams(units), worth: dollars(worth) }
      const mine = customerAccount(trader.id, 'QMGT', 'available')
      const house = houseAccount('QMGT', 'treasury')
      const way = kind === 'gave' ? { from: mine, to: house } : { from: house, to: mine }
      const entry = { reference: `test:${movement}`, kind: 'convert', causedBy: 'test' }
      const listed = { id: movement, owner: `customer:${trader.id}`, type: 'convert' } as const
      const moves = [settledMove(amountOf('QMGT', moved.units), way)]
      const rows = conversionRows({ customer: trader.id, movement, at }, before, moved)
      await postListed(tx, { ...entry, moves }, listed, rows)
    })
    market.passTime(1000)
  }
  let start: Date
  beforeEach(async () => {
    trader = await market.newTrader(`converter${names}`, { USDT: '5000' })
    start = market.now()
    market.passTime(stretch)
    await market.setPrice(hundredAGram)
    await trader.trade(buyTen)
    market.passTime(1000)
  })

  test('was sold at what it was worth: what it had cost leaves, the rest is realised', async () => {
    await market.setPrice(hundredTwentyAGram)
    await convert('gave', '4', '477.6')
    const position = await positionOf(trader, start)
    expect(position).toMatchObject({
      ...{ units: '6', realised: '74.592481203007518797' },
      bought: { units: '6', cost: '604.511278195488721805' },
    })
    // Ten grams rose to 119.4 each, sold or not.
    expect(position.today.result).toBe('186.481203007518796992')
  })

  test('was bought when it comes back, at what it is worth then', async () => {
    await convert('gave', '10', '995')
    await market.setPrice(hundredTwentyAGram)
    await convert('got', '9', '1074.6')
    const position = await positionOf(trader, start)
    expect(position).toMatchObject({
      ...{ units: '9', realised: costs },
      bought: { units: '9', cost: '1074.6', result: '0' },
      today: { result: costs },
    })
  })

  test('is of the day on which it did, also if a trade was made at the same moment', async () => {
    await convert('gave', '4', '398')
    market.passTime(-1000)
    await trader.trade({ ...buyTen, amount: '1' })
    market.passTime(-1000)
    await convert('gave', '2', '199')
    const morning = market.now()
    const before = await positionOf(trader)
    expect(before.bought.units).toBe('5')
    expect((await positionOf(trader, morning)).today.result).toBe('0')
    market.passTime(stretch)
    await market.setPrice(hundredTwentyAGram)
    expect((await positionOf(trader, morning)).today.result).toBe('99.5')
  })

  test('of which nothing was bought here brings no result', async () => {
    await market.give(trader.id, 'QMGT', '5')
    await convert('gave', '15', '1492.5')
    expect(await positionOf(trader, start)).toMatchObject({ units: '0', realised: costs, bought: { units: '0' } })
  })
})

describe('what is valued', () => {
  const values = async () => {
    const { data } = (await trader.client.get('/user-balances')).body
    return Object.fromEntries(
      data.map(({ asset, valueInUsd }: { asset: string; valueInUsd: string | null }) => [asset, valueInUsd]),
    )
  }

  test('is what it would bring now, the same wherever it stands', async () => {
    const [balances, position, price] = [await values(), await positionOf(trader), await trader.client.get('/price')]
    expect(balances).toMatchObject({ USDT: '5000', QMGT: '1990', USDAU: '999' })
    expect(position.value).toBe('1990')
    expect(price.body.data.sell).toBe('99.5')
    const sale = { pair: 'QMGT/USDT', side: 'sell', amount: '1990', of: 'receive' }
    const { pay, fee } = (await trader.quote(sale)).body.data
    expect(Number(pay.amount) - Number(fee.amount)).toBe(20)
  })

  test('counts the wider spread while the market is closed', async () => {
    market.passTime(5 * day)
    await market.setPrice(hundredAGram)
    trader = await market.newTrader(`weekender${names}`, { USDT: '5000', QMGT: '20', USDAU: '1000' })
    expect(await values()).toMatchObject({ USDT: '5000', QMGT: '1970', USDAU: '998' })
    expect((await positionOf(trader)).value).toBe('1970')
    market.passTime(2 * day)
    await market.setPrice(hundredAGram)
  })

  test('is not known while the price is stale', async () => {
    market.passTime((policy.price.silentAfterSeconds + 1) * 1000)
    expect(await values()).toMatchObject({ USDT: '5000', QMGT: null, USDAU: null })
    expect(await positionOf(trader)).toMatchObject({ units: '20', value: null, today: null })
  })
})

import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { stopIssuing } from '@ingot/ledger/issuing'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deals } from '../../deals/feature.ts'
import { hour, refused } from '../identity/test-people.ts'
import { tradeJobs } from './jobs.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
beforeEach(async () => {
  market = await createMarket()
  await market.setPrice(hundredAGram)
  trader = await market.newTrader('trader', { USDT: '100000' })
})
afterEach(() => market.close())

const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '10', of: 'receive' }
const buyUsdau = { ...buy, pair: 'USDAU/USDT', amount: '1000' }
const gold = async (purpose: 'unallocated' | 'allocated' | 'behind-usdau') =>
  formatAmount(await balanceOf(market.db, houseAccount('XAU', purpose)))
const nothingMoved = async () => expect(await market.balance(trader, 'USDT')).toBe('100000')

const healthOf = async (part: string) => {
  const { parts } = (await market.app.inject('/api/health')).json().data
  return parts.find(({ name }: { name: string }) => name === part)
}

describe('when the house has too little', () => {
  test('tokens, while gold is left to issue: try less or later', async () => {
    await market.fillVault('100')
    await market.fillTreasury('QMGT', '9.999')
    expect(await trader.trade(buy)).toMatchObject(
      refused(
        'TreasuryShort',
        'We cannot trade this amount at the moment. Please try a smaller one, or try again later.',
      ),
    )
    await nothingMoved()
    expect((await trader.trade({ ...buy, amount: '9.999' })).status).toBe(200)
  })

  test('tokens, and all gold in the vault was sold', async () => {
    await market.fillVault('5')
    await market.fillTreasury('QMGT', '5')
    expect(await trader.trade(buy)).toMatchObject(
      refused(
        'VaultExhausted',
        'There is not enough unsold gold in the vault for this amount. Please try a smaller one, or try again later.',
      ),
    )
    await nothingMoved()
  })

  test('dollars, a customer can sell less or later', async () => {
    await market.fillVault('100')
    await market.fillTreasury('QMGT', '50')
    await market.fillTreasury('USDT', '100')
    await market.give(trader.id, 'QMGT', '20')
    expect(await trader.sell({ amount: '10' })).toMatchObject({ body: { error: { name: 'TreasuryShort' } } })
    expect(await market.balance(trader, 'QMGT')).toBe('20')
    expect((await trader.sell({ amount: '1' })).status).toBe(200)
  })
})

describe('what the house could not give', () => {
  const short = { name: 'treasury', ok: false, problem: 'too little of QMGT: customers were turned away' }
  beforeEach(async () => {
    await market.fillVault('1000')
    await market.fillTreasury('QMGT', '9')
  })

  test('is an alarm until it is there, which says nothing of how much', async () => {
    expect(await healthOf('treasury')).toBeUndefined()
    await trader.trade(buy)
    expect(await healthOf('treasury')).toEqual(short)
    await market.fillTreasury('QMGT', '0.5')
    expect(await healthOf('treasury')).toEqual(short)
    await market.fillTreasury('QMGT', '0.5')
    expect(await healthOf('treasury')).toBeUndefined()
  })

  test('is the most that was wanted of late, and is forgotten after a day', async () => {
    await trader.trade({ ...buy, amount: '20' })
    await trader.trade(buy)
    await market.fillTreasury('QMGT', '1')
    expect(await healthOf('treasury')).toEqual(short)
    market.passTime(23 * hour)
    expect(await healthOf('treasury')).toEqual(short)
    market.passTime(hour)
    expect(await healthOf('treasury')).toBeUndefined()
  })

  test('is not what its customer did not have', async () => {
    expect((await trader.trade({ ...buy, pair: 'QMGT/USDAU' })).body.error.name).toBe('BalanceTooLow')
    expect(await healthOf('treasury')).toBeUndefined()
  })
})

test('a stop that comes between quote and trade stops the trade', async () => {
  await market.fillVault('100')
  await market.fillTreasury('QMGT', '50')
  const { id } = (await trader.quote(buy)).body.data
  await inTransaction(market.db, (tx) => stopIssuing(tx, 'the books do not agree'))
  expect(await trader.swap(id)).toMatchObject({ status: 409, body: { error: { name: 'IssuingStopped' } } })
  await nothingMoved()
})

describe('the margin behind USDAU', () => {
  const keepMargin = async () => {
    const [margin] = tradeJobs({ db: market.db, log: market.log, now: market.now })
    await margin?.handle({}, crypto.randomUUID())
    market.passTime(2000)
    await market.readFeed()
  }
  const usdauHealth = () => healthOf('usdau')
  const buying = async () => (await trader.quote({ ...buyUsdau })).body.error?.name ?? 'quoted'

  test('follows the price: more gold is set aside when it falls, and freed when it rises', async () => {
    await market.fillVault('1000')
    await market.fillTreasury('USDAU', '10000')
    expect([await gold('behind-usdau'), await gold('unallocated')]).toEqual(['105', '895'])
    await market.setPrice('1555.17384')
    await keepMargin()
    expect([await gold('behind-usdau'), await gold('unallocated')]).toEqual(['210', '790'])
    await market.setPrice('6220.69536')
    await keepMargin()
    expect([await gold('behind-usdau'), await gold('unallocated')]).toEqual(['52.5', '947.5'])
    expect(await usdauHealth()).toEqual({ name: 'usdau', ok: true })
    expect((await verifyLedger(market.db, undefined)).ok).toBe(true)
  })

  test('that cannot be kept stops the sale of USDAU, shows as an alarm, and ends when it can be kept again', async () => {
    await market.fillVault('150')
    await market.fillTreasury('USDAU', '10000')
    await market.give(trader.id, 'USDAU', '500')
    const { id } = (await trader.quote(buyUsdau)).body.data
    await market.setPrice('1555.17384')
    await keepMargin()
    expect(await gold('unallocated')).toBe('0')
    const stopped = refused(
      'UsdauStopped',
      'We are not selling USDAU at the moment: all the gold set aside for it backs what has already been sold. Please try again later.',
    )
    // Also at a quote that was made before.
    expect(await trader.swap(id)).toMatchObject(stopped)
    expect(await trader.quote(buyUsdau)).toMatchObject(stopped)
    expect(await trader.quote({ ...buy, pair: 'QMGT/USDAU', side: 'sell', amount: '100' })).toMatchObject(stopped)
    expect((await trader.quote({ ...buyUsdau, side: 'sell', amount: '100', of: 'pay' })).status).toBe(200)
    expect(await usdauHealth()).toMatchObject({ ok: false, problem: expect.stringContaining('sale is stopped') })
    expect(market.logged.join('')).toContain('too little gold stands behind USDAU')
    await market.fillVault('100')
    await keepMargin()
    expect([await buying(), await usdauHealth()]).toEqual(['quoted', { name: 'usdau', ok: true }])
  })

  test('is left as it is while the price is stale, or is none', async () => {
    await market.fillVault('150')
    await market.fillTreasury('USDAU', '10000')
    market.passTime(hour)
    const [margin] = tradeJobs({ db: market.db, log: market.log, now: market.now })
    await margin?.handle({}, crypto.randomUUID())
    await sql`delete from price_feed`.execute(market.db)
    await margin?.handle({}, crypto.randomUUID())
    const { rows } = await sql`select from usdau_cover`.execute(market.db)
    expect(rows).toHaveLength(0)
  })
})

test('old quotes are forgotten', async () => {
  await trader.quote(buy)
  const [purge] = deals.jobs?.(market as never, {} as never) ?? []
  const count = async () => (await sql`select from deal_quotes`.execute(market.db)).rows.length
  await purge?.handle({}, crypto.randomUUID())
  expect(await count()).toBe(1)
  market.passTime(8 * 24 * hour)
  await purge?.handle({}, crypto.randomUUID())
  expect(await count()).toBe(0)
})

import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { takeOutBar } from '@ingot/ledger/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHouse } from '../holdings/test-holdings.ts'
import { readBook } from '../trade/book-store.ts'
import { createBooking } from './test-booking.ts'

let house: Awaited<ReturnType<typeof createHouse>>
let books: ReturnType<typeof createBooking>
beforeAll(async () => {
  house = await createHouse()
  books = createBooking({ db: house.db, now: house.now, issuing: house.kyc })
})
afterAll(() => house.close())

const lies = async ({ id }: { id: string }, asset: Asset, purpose: 'available' | 'withdrawing' = 'available') =>
  formatAmount(await balanceOf<Asset>(house.db, customerAccount(id, asset, purpose)))
const vault = async (purpose: 'allocated' | 'unallocated') =>
  Number(formatAmount(await balanceOf(house.db, houseAccount('XAU', purpose))))
const verdict = async () => {
  const found = await verifyLedger(house.db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}
const isIn = async (bar: string) => {
  const { rows } = await sql`select from vault_departures where bar = ${bar}`.execute(house.db)
  return rows.length === 0
}

test('grams and fees are set aside together, and come back together', async () => {
  const ann = await house.newSaver('ann-lee', { QMGT: '50', USDT: '500' })
  const [ten = '', twenty = ''] = await books.bars('10', '20')
  const [first = '', second = ''] = await books.request({ customer: ann.id, parcels: [[ten], [twenty]] })
  expect(await lies(ann, 'QMGT')).toBe('20.003')
  expect(await lies(ann, 'QMGT', 'withdrawing')).toBe('29.997')
  expect(await lies(ann, 'USDT')).toBe('428')
  expect(await verdict()).toBe('all is right')
  await books.end(first)
  expect(await lies(ann, 'QMGT', 'withdrawing')).toBe('19.998')
  expect(await lies(ann, 'USDT', 'withdrawing')).toBe('36')
  await books.approve(second)
  await books.end(second, 'Refused')
  expect([await lies(ann, 'QMGT'), await lies(ann, 'USDT')]).toEqual(['50', '500'])
  expect([await isIn(ten), await isIn(twenty)]).toEqual([true, true])
  expect(await verdict()).toBe('all is right')
})

test('nobody sets aside what he has not, and nothing is left of the try', async () => {
  const ben = await house.newSaver('ben-moe', { QMGT: '9', USDT: '500' })
  const [ten = ''] = await books.bars('10')
  await expect(books.request({ customer: ben.id, parcels: [[ten]] })).rejects.toMatchObject({ error: 'BalanceTooLow' })
  const poor = await house.newSaver('poor-moe', { QMGT: '50', USDT: '1' })
  const [other = ''] = await books.bars('10')
  await expect(books.request({ customer: poor.id, parcels: [[other]] })).rejects.toMatchObject({
    error: 'BalanceTooLow',
  })
  expect(await lies(poor, 'QMGT')).toBe('50')
  expect(await verdict()).toBe('all is right')
})

test('packed, the grams are burnt, the bars leave and the fees are the house’s in one entry; the position loses them at cost', async () => {
  const cat = await house.newSaver('cat-roe', { USDT: '5000' })
  expect((await cat.trade({ pair: 'QMGT/USDT', side: 'buy', amount: '2010', of: 'pay' })).status).toBe(200)
  const before = await readBook(house.db, cat.id)
  const [ten = ''] = await books.bars('10')
  const [allocated, free] = [await vault('allocated'), await vault('unallocated')]
  const [id = ''] = await books.request({ customer: cat.id, parcels: [[ten]] })
  await books.approve(id)
  const { movement } = await books.pack(id)
  expect(await lies(cat, 'QMGT', 'withdrawing')).toBe('0')
  expect(await isIn(ten)).toBe(false)
  expect(await vault('allocated')).toBeCloseTo(allocated - 9.999, 9)
  expect(await vault('unallocated')).toBeCloseTo(free, 9)
  const after = await readBook(house.db, cat.id)
  expect(after.realised).toBe(before.realised)
  expect(after.bought).toBe(before.bought - 9_999_000_000_000_000_000n)
  expect(Number(after.cost) / Number(before.cost)).toBeCloseTo(Number(after.bought) / Number(before.bought), 12)
  const shown = (await cat.client.get(`/movements/${movement}`)).body.data
  expect(shown).toMatchObject({ type: 'withdrawal' })
  expect(await verdict()).toBe('all is right')
  await expect(books.pack(id)).rejects.toThrow()
})

test('a bar that has gone otherwise stops the packing, and nothing is burnt', async () => {
  const dan = await house.newSaver('dan-poe', { QMGT: '20', USDT: '500' })
  const [ten = ''] = await books.bars('10')
  const [id = ''] = await books.request({ customer: dan.id, parcels: [[ten]] })
  await books.approve(id)
  await inTransaction(house.db, async (tx) => {
    await takeOutBar(tx, ten, { to: 'elsewhere', causedBy: 'test' })
    await expect(
      books.one(id).then(async (withdrawal) => {
        const { bookPacked } = await import('./booking.ts')
        return bookPacked(tx, withdrawal, { by: 'test', at: house.now(), issuing: house.kyc })
      }),
    ).rejects.toMatchObject({ error: 'StateChanged' })
    throw new Error('as it was')
  }).catch(() => undefined)
  await books.end(id)
  expect(await verdict()).toBe('all is right')
})

test('lost and credited: the grams come in QMGT with the fees; returned: after the assay the bar is in again, without the fees', async () => {
  const eve = await house.newSaver('eve-lou', { QMGT: '50', USDT: '500' })
  const [ten = '', twenty = ''] = await books.bars('10', '20')
  const [lost = '', returned = ''] = await books.request({ customer: eve.id, parcels: [[ten], [twenty]] })
  for (const id of [lost, returned]) {
    await books.approve(id)
    await books.pack(id)
  }
  expect(await lies(eve, 'USDT')).toBe('428')
  await books.send(lost, 'Lost')
  await books.credit(lost, true)
  expect([await lies(eve, 'QMGT'), await lies(eve, 'USDT')]).toEqual(['30.002', '464'])
  await books.send(returned, 'Returned')
  const {
    bars: [bar],
  } = await books.one(returned)
  if (!bar) throw new Error('there is no bar')
  const free = await vault('unallocated')
  await books.credit(returned, false, [
    { refiner: bar.refiner, serial: bar.serial, fineness: bar.fineness, grossGrams: bar.grossGrams },
  ])
  expect([await lies(eve, 'QMGT'), await lies(eve, 'USDT')]).toEqual(['50', '464'])
  expect(await vault('unallocated')).toBeCloseTo(free + 19.998, 9)
  expect((await readBook(house.db, eve.id)).bought).toBe(29_997_000_000_000_000_000n)
  expect(await verdict()).toBe('all is right')
})

test('lost and replaced: the house gives the grams for other bars, which are packed in their turn', async () => {
  const fay = await house.newSaver('fay-kim', { QMGT: '50', USDT: '500' })
  const [ten = '', other = '', wrong = ''] = await books.bars('10', '10', '20')
  const [lost = ''] = await books.request({ customer: fay.id, parcels: [[ten]] })
  await books.approve(lost)
  await books.pack(lost)
  await books.send(lost, 'Lost')
  await expect(books.replace(lost, [wrong])).rejects.toMatchObject({ error: 'StateChanged' })
  const kept = await books.bars('10')
  await books.choose((await house.newSaver('gus-may')).id, kept)
  await expect(books.replace(lost, kept)).rejects.toMatchObject({ error: 'BarsGone' })
  const made = await books.replace(lost, [other])
  expect(await books.one(made)).toMatchObject({ state: 'Approved', replaces: lost, fee: { units: 0n } })
  expect(await lies(fay, 'QMGT', 'withdrawing')).toBe('9.999')
  expect(await verdict()).toBe('all is right')
  await books.pack(made)
  expect(await isIn(other)).toBe(false)
  expect([await lies(fay, 'QMGT'), await lies(fay, 'QMGT', 'withdrawing')]).toEqual(['40.001', '0'])
  expect(await verdict()).toBe('all is right')
})

test('a part of a holding leaves with its cost, and what is on its way cannot be ended', async () => {
  const hal = await house.newSaver('hal-day', { USDT: '5000' })
  const bought = await hal.buy('GAE', 'USDT', '4020')
  expect(bought.status).toBe(200)
  const [{ id: holding }] = await hal.holdings()
  const [ten = ''] = await books.bars('10')
  const [id = ''] = await books.request({ customer: hal.id, holding, asset: 'GAE', parcels: [[ten]] })
  const before = (await hal.positions()).GAE
  expect(before).toMatchObject({ holdings: 1 })
  expect(await hal.end(holding, 'USDT', '35')).toMatchObject({
    status: 409,
    body: { error: { name: 'UnitsBound', message: expect.stringContaining('on its way out') } },
  })
  expect(await verdict()).toBe('all is right')
  await books.approve(id)
  await books.pack(id)
  const after = (await hal.positions()).GAE
  expect(Number(before.units) - Number(after.units)).toBeCloseTo(9.999, 9)
  expect(Number(after.cost) / Number(before.cost)).toBeCloseTo(Number(after.units) / Number(before.units), 9)
  expect(await hal.holding(holding)).toMatchObject({ state: 'Active' })
  expect(await verdict()).toBe('all is right')
})

test('what is delivered of a GAE Extra is told as such', async () => {
  const kit = await house.newSaver('kit-roy', { USDT: '5000' })
  expect((await kit.buy('GAE', 'USDT', '2010')).status).toBe(200)
  expect((await kit.buy('GAEX', 'USDT', '2010')).status).toBe(200)
  const extra = (await kit.holdings()).find(({ product }: { product: string }) => product === 'GAEX')
  const [ten = ''] = await books.bars('10')
  const [id = ''] = await books.request({ customer: kit.id, holding: extra.id, asset: 'GAE', parcels: [[ten]] })
  await books.approve(id)
  const { movement } = await books.pack(id)
  const positions = await kit.positions()
  expect([positions.GAE.units, positions.GAEX.units]).toEqual(['19.9', '9.901'])
  const { rows } = await sql<{ details: object }>`
    select e.details from ledger_movements v join ledger_entries e on e.id = v.entry where v.id = ${movement}`.execute(
    house.db,
  )
  expect(rows).toEqual([{ details: { withdrawal: expect.any(String), product: 'GAEX' } }])
  expect(await verdict()).toBe('all is right')
})

test('the whole of a holding that is delivered makes it so, and its position is empty', async () => {
  const ivy = await house.newSaver('ivy-fox', { USDT: '5000' })
  const [ten = ''] = await books.bars('10')
  expect((await ivy.buy('GAE', 'USDT', '9.999', 'receive')).status).toBe(200)
  const [{ id: holding }] = await ivy.holdings()
  const [id = ''] = await books.request({ customer: ivy.id, holding, asset: 'GAE', parcels: [[ten]] })
  await books.approve(id)
  await books.pack(id)
  expect(await ivy.holding(holding)).toMatchObject({ state: 'Delivered' })
  expect((await ivy.positions()).GAE).toMatchObject({ units: '0', cost: '0', holdings: 0, realised: '0' })
  expect(await verdict()).toBe('all is right')
})

test('two that pack what was asked for at once do not wait for each other for ever', async () => {
  const people = await Promise.all(
    ['jo-one', 'jo-two', 'jo-six'].map((name) => house.newSaver(name, { QMGT: '50', USDT: '500' })),
  )
  const ids: string[] = []
  for (const { id: customer } of people) {
    const [ten = '', other = ''] = await books.bars('10', '10')
    ids.push(...(await books.request({ customer, parcels: [[ten], [other]] })))
  }
  await Promise.all(ids.map(books.approve))
  await Promise.all(ids.map(books.pack))
  for (const { id } of people) expect(await lies({ id }, 'QMGT')).toBe('30.002')
  expect(await verdict()).toBe('all is right')
})

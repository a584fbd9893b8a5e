import { type CustomerPurpose, customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStakeHouse, type StakeHouse } from '../staking/test-staking.ts'
import { createEstateBooks } from './test-estate-books.ts'

let house: StakeHouse
let books: ReturnType<typeof createEstateBooks>
beforeAll(async () => {
  house = await createStakeHouse()
  books = createEstateBooks(house)
})
afterAll(() => house.close())

const lies = async (customer: string, asset: Asset, purpose: CustomerPurpose = 'available') =>
  formatAmount(await balanceOf<Asset>(house.db, customerAccount(customer, asset, purpose)))

test('what somebody leaves is shared to the last unit, and comes with what it had cost', async () => {
  const dan = await house.newStaker('dan', '10.000000000000000001')
  await house.give(dan.id, 'USDT', '1000.000000000000000001')
  expect((await dan.buy('GAE', 'USDT', '303')).status).toBe(200)
  const [lot] = await dan.holdings()
  const [eva, fin] = [await house.newStaker('eva', '1'), await house.newStaker('fin', '1')]
  const { estate, beneficiaries } = await books.died(dan.id, [3333, 6667])
  expect(await house.verify()).toBeUndefined()
  expect(await lies(dan.id, 'USDT')).toBe('0')
  expect(await lies(dan.id, 'USDT', 'estate')).toBe('697.000000000000000001')
  expect(await dan.holding(lot.id)).toMatchObject({ state: 'Active', open: lot.open, available: '0' })
  const [first = '', second = ''] = beneficiaries
  expect(await books.isDistributed(estate)).toBe(false)
  expect(await books.pass(estate, first, eva.id)).toBe(true)
  expect(await house.verify()).toBeUndefined()
  expect(await books.pass(estate, first, eva.id)).toBe(false)
  expect(await lies(eva.id, 'USDT')).toBe('232.3101')
  expect(await lies(eva.id, 'QMGT')).toBe('4.333')
  const [came] = await eva.holdings()
  expect(came).toMatchObject({
    product: 'GAE',
    state: 'Active',
    bookedAt: lot.bookedAt,
    bookingPrice: lot.bookingPrice,
  })
  expect(came.movement.type).toBe('inherited')
  expect(came.note.number).toMatch(/^IH-/)
  expect(await books.pass(estate, second, fin.id)).toBe(true)
  expect(await house.verify()).toBeUndefined()
  const [other] = await fin.holdings()
  expect(Number(came.units) + Number(other.units)).toBeCloseTo(Number(lot.open), 12)
  expect(Number(came.cost) + Number(other.cost)).toBeCloseTo(303, 12)
  expect(await dan.holding(lot.id)).toMatchObject({ state: 'Passed on', open: '0', openCost: '0' })
  expect(await lies(fin.id, 'USDT')).toBe('464.689900000000000001')
  expect(await books.isDistributed(estate)).toBe(true)
})

test('stakes end vested in full, whatever was asked for or given notice of', async () => {
  const gil = await house.newStaker('gil', '400')
  const [stays, leaves] = [await gil.begun('100', { term: 90 }), await gil.begun('200', { term: 365 })]
  expect((await gil.leave(leaves.id)).status).toBe(200)
  const pool = await house.lying.pool()
  const { estate, beneficiaries } = await books.died(gil.id, [10_000])
  expect(await house.verify()).toBeUndefined()
  expect(await house.lying.pool()).toBe(pool)
  expect(await house.lying.setAside()).toBe('0')
  const promised = Number(stays.reward) + Number(leaves.reward)
  expect(promised).toBeGreaterThan(0)
  expect(Number(await lies(gil.id, 'QMGT', 'estate'))).toBeCloseTo(400 + promised, 9)
  expect(await gil.stake(leaves.id)).toMatchObject({ state: 'Ended' })
  const hal = await house.newStaker('hal', '1')
  await books.pass(estate, beneficiaries[0] ?? '', hal.id)
  expect(Number(await lies(hal.id, 'QMGT'))).toBeCloseTo(401 + promised, 9)
  expect(await house.verify()).toBeUndefined()
})

test('what comes in later is another round, for those who are known by then as for others', async () => {
  const ida = await house.newStaker('ida', '1')
  const { estate, beneficiaries } = await books.died(ida.id, [5000, 5000])
  const [first = '', second = ''] = beneficiaries
  const jon = await house.newStaker('jon', '1')
  await books.pass(estate, first, jon.id)
  expect(await books.sweep(estate)).toBe(false)
  await house.give(ida.id, 'USDT', '0.000000000000000003')
  expect(await books.isDistributed(estate)).toBe(false)
  expect(await books.sweep(estate)).toBe(true)
  await books.pass(estate, first, jon.id)
  expect(await lies(jon.id, 'USDT')).toBe('0.000000000000000002')
  await books.pass(estate, second, jon.id)
  expect(await lies(jon.id, 'USDT')).toBe('0.000000000000000003')
  expect(await books.isDistributed(estate)).toBe(true)
  expect(await house.verify()).toBeUndefined()
})

test('two who claim at once receive once', async () => {
  const kai = await house.newStaker('kai', '8')
  const { estate, beneficiaries } = await books.died(kai.id, [10_000])
  const lea = await house.newStaker('lea', '0.1')
  const claims = await Promise.all([1, 2, 3].map(() => books.pass(estate, beneficiaries[0] ?? '', lea.id)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await lies(lea.id, 'QMGT')).toBe('8.1')
  expect(await house.verify()).toBeUndefined()
})

test('QMGT that was bought here keeps its cost, and only that has one', async () => {
  const max = await house.newStaker('max', '10')
  await house.give(max.id, 'USDT', '1000')
  expect((await max.trade({ pair: 'QMGT/USDT', side: 'buy', amount: '500', of: 'pay' })).status).toBe(200)
  const [ned, oda] = [await house.newStaker('ned', '0.1'), await house.newStaker('oda', '0.1')]
  const { estate, beneficiaries } = await books.died(max.id, [5000, 5000])
  for (const [index, who] of [ned, oda].entries()) await books.pass(estate, beneficiaries[index] ?? '', who.id)
  const { rows } = await sql<{ cost: string }>`
    select cost_units as cost from trade_accounts where customer = any(${[ned.id, oda.id]}::uuid[])`.execute(house.db)
  expect(rows.map(({ cost }) => cost)).toEqual(['250000000000000000000', '250000000000000000000'])
  expect(await house.verify()).toBeUndefined()
})

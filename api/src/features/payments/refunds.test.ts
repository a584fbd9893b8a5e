import { randomUUID } from 'node:crypto'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BackHouse, createBackHouse } from './test-back.ts'
import type { Payer } from './test-payments.ts'

let house: BackHouse
beforeAll(async () => {
  house = await createBackHouse()
})
afterAll(() => house.close())
afterEach(async () => expect(await house.wrong()).toBeUndefined())

const lotOf = async (payer: Payer, id: string) => payer.holding((await payer.payment(id)).booked?.holding ?? '')

test('a refund of a part takes that share of the grams back; a second one takes the rest to the last unit', async () => {
  const ann = await house.newPayer('ann')
  const { id, booked } = await ann.pay('100')
  await house.tell(house.cards.refund(id, 3_333n))
  expect(await ann.payment(id)).toMatchObject({ state: 'Booked', refunded: '33.33', lost: '0' })
  const lot = await lotOf(ann, id)
  expect(lot).toMatchObject({ state: 'Active', available: '0', clearing: { units: lot.open } })
  expect(Number(lot.open)).toBeCloseTo(Number(booked?.grams) * 0.6667, 10)
  expect(await house.wrong()).toBeUndefined()
  await house.tell(house.cards.refund(id, 6_667n))
  expect(await ann.payment(id)).toMatchObject({ state: 'Refunded', refunded: '100', clearsAt: null })
  expect(await lotOf(ann, id)).toMatchObject({ state: 'Reversed', open: '0', openCost: '0', clearing: null })
  expect((await ann.positions()).GCA).toMatchObject({ holdings: 0, units: '0', cost: '0', realised: '0' })
  expect(await house.gca(ann, 'clearing')).toBe('0')
  const notes = (await ann.read('/documents?kind=booking-note')).body.data
  expect(notes).toMatchObject([{ id: booked?.note, state: 'reversed' }])
  expect(await house.mailed(ann)).toEqual([
    'Your card payment is booked',
    'Money of your card payment goes back to your card',
    'Money of your card payment goes back to your card',
  ])
})

test('refunds in many odd parts add up exactly, and the fee goes back with them', async () => {
  const bob = await house.newPayer('bob')
  const { id } = await bob.pay('10.01')
  for (const cents of [1n, 333n, 7n, 259n, 400n]) {
    house.cards.refund(id, cents)
    await house.follow(id)
    expect(await house.wrong()).toBeUndefined()
  }
  expect(await bob.payment(id)).toMatchObject({ state: 'Booked', refunded: '10' })
  house.cards.refund(id, 1n)
  await house.follow(id)
  expect(await bob.payment(id)).toMatchObject({ state: 'Refunded', refunded: '10.01' })
})

test('what the processor has paid out already goes back from the bank', async () => {
  const amy = await house.newPayer('amy')
  const { id } = await amy.pay('100')
  const [processor, bank] = [houseAccount('USD', 'processor'), houseAccount('USD', 'bank')]
  const all = async (from: typeof bank, to: typeof bank) => {
    const moves = [move(await balanceOf(house.db, from), { from, to })]
    await post(house.db, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves })
  }
  await all(processor, bank)
  const before = (await balanceOf(house.db, bank)).units
  await house.tell(house.cards.refund(id, 5_000n))
  expect(await amy.payment(id)).toMatchObject({ state: 'Booked', refunded: '50' })
  // Of 50 dollars 1.50 were the fee.
  expect(before - (await balanceOf(house.db, bank)).units).toBe(4_850n)
  await all(bank, processor)
})

test('what went back before we booked is booked and taken back, whole or in part', async () => {
  const cat = await house.newPayer('cat')
  const [whole, part] = [await cat.started('50'), await cat.started('60')]
  house.cards.pay(whole.id)
  await house.tell(house.cards.refund(whole.id))
  expect(await cat.payment(whole.id)).toMatchObject({ state: 'Refunded', refunded: '50' })
  house.cards.pay(part.id)
  await house.tell(house.cards.refund(part.id, 2_000n))
  expect(await cat.payment(part.id)).toMatchObject({ state: 'Booked', refunded: '20' })
})

test('what is held goes back without a trace in the books; a part of it that went back before is not booked in the end', async () => {
  const dan = await house.newPayer('dan')
  const [whole, part] = [await dan.started('50'), await dan.started('60')]
  await house.withoutGold(async () => {
    await house.tell(house.cards.pay(whole.id))
    await house.tell(house.cards.pay(part.id))
  })
  expect(await dan.payment(whole.id)).toMatchObject({ state: 'Held', reason: 'no-gold' })
  await house.tell(house.cards.refund(whole.id, 1_000n))
  expect(await dan.payment(whole.id)).toMatchObject({ state: 'Held', refunded: '10' })
  await house.tell(house.cards.refund(whole.id, 4_000n))
  expect(await dan.payment(whole.id)).toMatchObject({ state: 'Refunded', refunded: '50', booked: null })
  await house.tell(house.cards.refund(part.id, 1_000n))
  const [one, other] = [await house.newOperator('fin1', ['Finance']), await house.newOperator('fin2', ['Finance'])]
  expect((await house.byTwo({ action: 'book-payment', id: part.id }, [one, other])).status).toBe(200)
  await house.run()
  const lot = await lotOf(dan, part.id)
  expect(await dan.payment(part.id)).toMatchObject({ state: 'Booked', refunded: '10' })
  expect(Number(lot.open)).toBeCloseTo((Number(lot.units) * 5) / 6, 10)
})

test('grams that are free or ended by then go back or are owed, and a refund of nothing changes nothing', async () => {
  const eva = await house.newPayer('eva')
  const { id, booked } = await eva.pay('100')
  await house.clear(eva, id)
  expect(await eva.payment(id)).toMatchObject({ state: 'Cleared' })
  const half = String(Number(booked?.grams.slice(0, 6)) / 2)
  await eva.awake()
  expect((await eva.endGca(booked?.holding ?? '', 'USDT', half)).status).toBe(200)
  await house.tell(house.cards.refund(id, 5_000n))
  expect(await eva.payment(id)).toMatchObject({ state: 'Cleared', refunded: '50' })
  expect((await eva.read('/debts')).body.data.owed).toBe('0')
  await house.follow(id)
  expect(await eva.payment(id)).toMatchObject({ state: 'Cleared', refunded: '50' })
  await house.tell(house.cards.refund(id, 5_000n))
  expect(await eva.payment(id)).toMatchObject({ state: 'Refunded', refunded: '100' })
  const { owed, debts } = (await eva.read('/debts')).body.data
  expect(debts).toMatchObject([{ cause: 'payment', subject: id, price: '100.5', left: owed }])
  expect(Number(debts[0].grams)).toBeCloseTo(Number(half), 10)
  expect(await house.mailed(eva)).toContain('You owe us something')
})

test('a refund that failed after it was booked is shown to Finance and sounds an alarm', async () => {
  const fay = await house.newPayer('fay')
  const { id } = await fay.pay('40')
  const before = house.cards.chargedOf(id)
  await house.tell(house.cards.refund(id, 1_500n))
  house.cards.setCharged(id, { refunds: [] })
  await house.follow(id)
  expect(await fay.payment(id)).toMatchObject({ state: 'Booked', reason: 'differs', refunded: '15' })
  const finance = await house.newOperator('fin3', ['Finance'])
  const queue = async () => (await finance.client.get('/operator/queues/card-payments')).body.data
  expect((await queue()).find(({ id: thing }: { id: string }) => thing === `payment:${id}`)).toMatchObject({
    state: 'Differs',
    choices: [],
  })
  const { alarms } = (await finance.client.get('/operator/desk')).body.data
  expect(alarms.map(({ problem }: { problem: string }) => problem)).toContain(
    'card payments differ from what the processor says',
  )
  house.cards.setCharged(id, { refunds: [{ id: 're_1', cents: 1_500n }], disputes: before?.disputes ?? [] })
  await house.follow(id)
  expect(await fay.payment(id)).toMatchObject({ state: 'Booked', reason: null })
})

import { inTransaction } from '@ingot/db/transaction'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { bring } from './following.ts'
import { type BackHouse, createBackHouse } from './test-back.ts'
import type { Payer } from './test-payments.ts'

let house: BackHouse
beforeAll(async () => {
  house = await createBackHouse()
})
afterAll(() => house.close())
afterEach(async () => expect(await house.wrong()).toBeUndefined())

const lotOf = async (payer: Payer, id: string) => payer.holding((await payer.payment(id)).booked?.holding ?? '')
/** All but a part of what was booked, as a customer would end it. */
const some = (grams: string | undefined, share: number) => (Number(grams) * share).toFixed(4)

test('disputed while it is bound, and won: it is free at once; lost: all of it goes back', async () => {
  const ann = await house.newPayer('ann')
  const [won, lost] = [await ann.pay('100'), await ann.pay('150')]
  for (const { id } of [won, lost]) {
    await house.tell(house.cards.dispute(id))
    expect(await ann.payment(id)).toMatchObject({ state: 'Disputed', clearsAt: null })
    const lot = await lotOf(ann, id)
    expect(lot).toMatchObject({ available: '0', clearing: { units: lot.units, until: null } })
  }
  expect(await house.mailed(ann)).toContain('Your card payment is disputed')
  const both = [lost, won].map(({ id }) => ({ kind: 'payment-disputed', id }))
  expect((await ann.read('/dashboard')).body.data.attention).toMatchObject(both)
  // Disputed grams are not freed by time.
  await house.goTo('2026-12-01T12:00:00Z')
  await house.run()
  expect((await ann.payment(won.id)).state).toBe('Disputed')
  await house.tell(house.cards.close(won.id, 'won'))
  expect(await ann.payment(won.id)).toMatchObject({ state: 'Cleared', lost: '0' })
  const free = await lotOf(ann, won.id)
  expect(free).toMatchObject({ state: 'Active', available: free.units, clearing: null })
  expect((await ann.positions()).GCA).toMatchObject({ available: free.units })
  await house.tell(house.cards.close(lost.id, 'lost'))
  expect(await ann.payment(lost.id)).toMatchObject({ state: 'Reversed', lost: '150', refunded: '0' })
  expect(await lotOf(ann, lost.id)).toMatchObject({ state: 'Reversed', open: '0', openCost: '0', clearing: null })
  expect((await ann.payment(lost.id)).history.map(({ state }) => state).slice(-3)).toEqual([
    ...['Booked', 'Disputed', 'Reversed'],
  ])
  expect((await ann.read('/debts')).body.data.owed).toBe('0')
  expect(await house.mailed(ann)).toEqual(
    expect.arrayContaining(['The dispute about your card payment is over', 'The bank of your card took money back']),
  )
})

test('disputed after it was free: what is left is bound again, and nothing of it ends until that is decided', async () => {
  const bob = await house.newPayer('bob')
  const { id, booked } = await bob.pay('100')
  await house.clear(bob, id)
  await bob.awake()
  const holding = booked?.holding ?? ''
  expect((await bob.endGca(holding, 'USDT', some(booked?.grams, 0.25))).status).toBe(200)
  await house.tell(house.cards.dispute(id, 2_000n))
  const bound = await lotOf(bob, id)
  expect(bound).toMatchObject({ available: '0', clearing: { units: bound.open, until: null } })
  expect((await bob.endGca(holding, 'USDT', '0.1')).body.error.name).toBe('UnitsBound')
  // A part is lost: its share goes back, and the rest is free.
  await house.tell(house.cards.close(id, 'lost'))
  expect(await bob.payment(id)).toMatchObject({ state: 'Cleared', lost: '20' })
  const rest = await lotOf(bob, id)
  expect(rest).toMatchObject({ available: rest.open, clearing: null })
  expect(Number(rest.open)).toBeCloseTo(Number(bound.open) - Number(booked?.grams) * 0.2, 9)
})

test('lost after all or a part of it was ended: that is owed at the ask, nothing leaves, and the next credit settles it', async () => {
  const cat = await house.newSender('cat')
  await house.newSender('friend')
  const { id, booked } = await cat.pay('400')
  await house.clear(cat, id)
  await cat.awake()
  const ended = some(booked?.grams, 0.5)
  expect((await cat.endGca(booked?.holding ?? '', 'USDT', ended)).status).toBe(200)
  // Gold costs 110 by now.
  await house.wait(60, '3421.382448')
  await house.tell(house.cards.dispute(id))
  expect((await cat.send('friend')).status).toBe(200)
  await house.tell(house.cards.close(id, 'lost'))
  expect(await cat.payment(id)).toMatchObject({ state: 'Reversed', lost: '400' })
  const { owed, debts } = await cat.debts()
  expect(debts).toMatchObject([{ cause: 'payment', subject: id, price: '110.55', grams: String(Number(ended)) }])
  expect(Number(owed)).toBe(Math.ceil(Number(ended) * 110.55 * 100) / 100)
  expect((await cat.send('friend')).body.error.name).toBe('DebtOpen')
  expect((await cat.start('10')).body.error.name).toBe('DebtOpen')
  const finance = await house.newOperator('finance', ['Finance'])
  expect((await finance.client.get('/operator/queues/debts')).body.data).toMatchObject([
    { state: 'Owed', customer: { username: 'cat' }, choices: [] },
  ])
  // What lay there stays; what comes settles it.
  await house.settleAll()
  expect((await cat.debts()).owed).toBe(owed)
  await house.give(cat.id, 'USDT', '1000')
  await house.settleAll()
  expect(await cat.debts()).toMatchObject({ owed: '0', debts: [{ settlements: [{ by: 'credit', amount: owed }] }] })
  expect((await cat.send('friend')).status).toBe(200)
})

test('all of it was ended: all of it is owed', async () => {
  const dan = await house.newPayer('dan')
  const { id, booked } = await dan.pay('100')
  await house.clear(dan, id)
  await dan.awake()
  expect((await dan.endGca(booked?.holding ?? '', 'USDT', booked?.grams ?? '')).status).toBe(200)
  await house.tell(house.cards.dispute(id))
  expect((await dan.payment(id)).state).toBe('Disputed')
  await house.tell(house.cards.close(id, 'lost'))
  expect((await dan.payment(id)).state).toBe('Reversed')
  const { debts } = (await dan.read('/debts')).body.data
  expect(debts).toMatchObject([{ grams: booked?.grams, price: '100.5' }])
})

test('a dispute after a refund of a part: lost, it takes what is left, and together they are all of it', async () => {
  const eva = await house.newPayer('eva')
  const { id } = await eva.pay('100')
  await house.tell(house.cards.refund(id, 3_001n))
  await house.tell(house.cards.dispute(id, 6_999n))
  expect(await eva.payment(id)).toMatchObject({ state: 'Disputed', refunded: '30.01' })
  await house.tell(house.cards.close(id, 'lost'))
  expect(await eva.payment(id)).toMatchObject({ state: 'Reversed', refunded: '30.01', lost: '69.99' })
  expect(await lotOf(eva, id)).toMatchObject({ open: '0', state: 'Reversed' })
})

test('lost before we heard that it was disputed, and while it is held', async () => {
  const fay = await house.newPayer('fay')
  const { id } = await fay.pay('50')
  house.cards.dispute(id)
  await house.tell(house.cards.close(id, 'lost'))
  expect((await fay.payment(id)).history.map(({ state }) => state).slice(-2)).toEqual(['Disputed', 'Reversed'])
  const { id: held } = await fay.started('60')
  await house.withoutGold(() => house.tell(house.cards.pay(held)))
  await house.tell(house.cards.dispute(held))
  expect((await fay.payment(held)).state).toBe('Held')
  await house.tell(house.cards.close(held, 'lost'))
  expect(await fay.payment(held)).toMatchObject({ state: 'Reversed', lost: '60', booked: null })
})

test('no price at the moment of a loss: what is left is bound, nothing is half done, and it is booked once there is one', async () => {
  const gus = await house.newPayer('gus')
  const { id, booked } = await gus.pay('100')
  await house.clear(gus, id)
  await gus.awake()
  await gus.endGca(booked?.holding ?? '', 'USDT', some(booked?.grams, 0.5))
  house.passTime(2 * 3600_000 + policy.price.silentAfterSeconds * 1000)
  house.cards.dispute(id)
  house.cards.close(id, 'lost')
  await house.follow(id)
  expect(await gus.payment(id)).toMatchObject({ state: 'Disputed', lost: '0' })
  const bound = await lotOf(gus, id)
  expect(bound).toMatchObject({ available: '0', clearing: { units: bound.open } })
  expect(await house.verify()).toBeUndefined()
  await house.wait(2)
  await house.run()
  expect(await gus.payment(id)).toMatchObject({ state: 'Reversed', lost: '100' })
  expect((await gus.read('/debts')).body.data.debts).toHaveLength(1)
})

test('what was read from the processor before something newer was no longer counts', async () => {
  const hal = await house.newPayer('hal')
  const { id } = await hal.pay('100')
  const readNow = async () => ({
    page: await house.cards.processor.readCheckout(house.cards.pageOf(id).id),
    charged: house.cards.chargedOf(id),
    readAt: house.now(),
  })
  house.cards.dispute(id)
  const old = await readNow()
  house.passTime(1_000)
  house.cards.close(id, 'won')
  await house.follow(id)
  expect((await hal.payment(id)).state).toBe('Cleared')
  await inTransaction(house.db, (tx) => bring(tx, house.payments, id, old))
  expect((await hal.payment(id)).state).toBe('Cleared')
})

test('where something fails in between, nothing of it is there', async () => {
  const ivy = await house.newPayer('ivy')
  const { id } = await ivy.pay('100')
  house.cards.refund(id, 5_000n)
  const broken = new Error('killed')
  const known = {
    page: await house.cards.processor.readCheckout(house.cards.pageOf(id).id),
    charged: house.cards.chargedOf(id),
    readAt: house.now(),
  }
  await expect(
    inTransaction(house.db, async (tx) => {
      await bring(tx, house.payments, id, known)
      throw broken
    }),
  ).rejects.toBe(broken)
  expect(await ivy.payment(id)).toMatchObject({ state: 'Booked', refunded: '0' })
  // Many at once do it once.
  await Promise.all(Array.from({ length: 8 }, () => house.follow(id)))
  expect(await ivy.payment(id)).toMatchObject({ state: 'Booked', refunded: '50' })
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { type BackHouse, createBackHouse } from './test-back.ts'
import type { Payer } from './test-payments.ts'

let house: BackHouse
let fin: Operator
let owner: Operator
let support: Operator
let names = 0
const newPayer = (): Promise<Payer> => house.newPayer(`payer-${++names}`)
beforeAll(async () => {
  house = await createBackHouse()
  fin = await house.newOperator('fin', ['Finance'])
  owner = await house.newOperator('owner', ['Owner'])
  support = await house.newOperator('support', ['Support'])
})
afterAll(() => house.close())
/** Their sessions end while the clock is moved. */
const logIn = async () => {
  for (const each of [fin, owner, support]) await house.logInAgain(each)
}
beforeEach(logIn)
afterEach(async () => expect(await house.wrong()).toBeUndefined())

const heldOne = async (payer: Payer, amount = '100'): Promise<string> => {
  const { id } = await payer.started(amount)
  await house.withoutGold(() => house.tell(house.cards.pay(id)))
  expect((await payer.payment(id)).state).toBe('Held')
  return id
}
const ask = (operator: Operator, action: string, id: string, given: Record<string, string> = {}) =>
  house.ask(operator, { action, thing: `payment:${id}`, given })
const inQueue = async (id: string) => {
  const { data } = (await fin.client.get('/operator/queues/card-payments')).body
  return data.find((each: { id: string }) => each.id === `payment:${id}`)
}

test('what is held stands in the queue with the reason, and two operators let it be booked, at the ask of then', async () => {
  const ann = await newPayer()
  const id = await heldOne(ann)
  expect(await inQueue(id)).toMatchObject({
    ...{ title: '100.00 USD by card', state: 'Held', customer: { username: ann.username } },
    choices: [{ action: 'book-payment' }, { action: 'refund-payment' }],
  })
  expect((await inQueue(id)).advice).toContain('no gold')
  expect((await support.client.get('/operator/queues/card-payments')).status).toBe(404)
  expect((await ask(support, 'book-payment', id)).status).toBe(403)
  const asked = await ask(fin, 'book-payment', id)
  expect(asked.body.data).toMatchObject({ action: 'book-payment' })
  // Whoever asked does not approve.
  expect((await house.decide(fin, 'approve', asked.body.data.id)).status).toBe(403)
  expect((await ann.payment(id)).state).toBe('Held')
  await house.wait(60, '3421.382448')
  await logIn()
  expect((await house.decide(owner, 'approve', asked.body.data.id)).status).toBe(200)
  await house.run()
  const booked = await ann.payment(id)
  expect(booked).toMatchObject({ state: 'Booked', reason: null })
  expect(await inQueue(id)).toBeUndefined()
  // A second time there is nothing to decide.
  expect((await ask(fin, 'book-payment', id)).status).toBe(409)
  await house.wait(1)
})

test('what is held is refunded by two: the processor is asked once, and the row follows', async () => {
  const ben = await newPayer()
  const id = await heldOne(ben)
  expect((await ask(fin, 'refund-payment', id, { amount: '40' })).status).toBe(409)
  expect((await house.byTwo({ action: 'refund-payment', id }, [fin, owner])).status).toBe(200)
  expect(await inQueue(id)).toMatchObject({ choices: [], advice: 'It is on its way back to the card.' })
  expect((await ask(owner, 'book-payment', id)).status).toBe(409)
  house.cards.setDown(true)
  await house.run().catch(() => undefined)
  house.cards.setDown(false)
  expect((await ben.payment(id)).state).toBe('Held')
  await house.run()
  await house.run()
  expect(await ben.payment(id)).toMatchObject({ state: 'Refunded', refunded: '100', booked: null })
  expect(house.cards.chargedOf(id)?.refunds).toHaveLength(1)
  expect(await inQueue(id)).toBeUndefined()
})

test('a part of what is booked goes back by two, and while it does the grams are not freed', async () => {
  const cat = await newPayer()
  const { id, clearsAt } = await cat.pay('100')
  for (const amount of ['0', '100.01', '-1', '1e1', 'x'])
    expect([400, 409], amount).toContain((await ask(fin, 'refund-payment', id, { amount })).status)
  expect((await ask(fin, 'refund-payment', id, { amount: '25', more: 'x' })).status).toBe(400)
  expect((await house.byTwo({ action: 'refund-payment', id, given: { amount: '25' } }, [fin, owner])).status).toBe(200)
  house.cards.setDown(true)
  await house.goTo(clearsAt ?? '')
  await house.wait(60)
  await house.run().catch(() => undefined)
  house.cards.setDown(false)
  await house.run().catch(() => undefined)
  // It was not sent for a fortnight: by now the processor may have forgotten the key, so it is not sent at all.
  expect(house.cards.chargedOf(id)?.refunds).toEqual([])
  await house.run()
  expect((await cat.payment(id)).state).toBe('Cleared')

  const { id: next } = await cat.pay('80')
  await logIn()
  const given = { amount: '25' }
  expect((await house.byTwo({ action: 'refund-payment', id: next, given }, [fin, owner])).status).toBe(200)
  await house.run()
  await house.run()
  expect(await cat.payment(next)).toMatchObject({ state: 'Booked', refunded: '25' })
  expect((await house.byTwo({ action: 'refund-payment', id: next }, [owner, fin])).status).toBe(200)
  await house.run()
  await house.run()
  expect(await cat.payment(next)).toMatchObject({ state: 'Refunded', refunded: '80' })
})

test('what has changed since it was asked for is not done', async () => {
  const dan = await newPayer()
  const id = await heldOne(dan)
  const asked = await ask(fin, 'refund-payment', id)
  await house.tell(house.cards.refund(id, 1_000n))
  expect((await house.decide(owner, 'approve', asked.body.data.id)).status).toBe(409)
  expect(await house.stateOf(asked.body.data.id)).toBe('outdated')
  const again = await ask(fin, 'book-payment', id)
  await house.tell(house.cards.refund(id, 9_000n))
  expect((await house.decide(owner, 'approve', again.body.data.id)).status).toBe(409)
  expect(await dan.payment(id)).toMatchObject({ state: 'Refunded', refunded: '100' })
  const { id: booked } = await dan.pay('50')
  const late = await ask(fin, 'refund-payment', booked, { amount: '50' })
  await house.tell(house.cards.dispute(booked))
  expect((await house.decide(owner, 'approve', late.body.data.id)).status).toBe(409)
  expect(house.cards.chargedOf(booked)?.refunds).toEqual([])
  expect(await inQueue(booked)).toMatchObject({ state: 'Disputed', choices: [] })
})

test('only what is held or booked is decided about, and nothing that is not there', async () => {
  const eva = await newPayer()
  const { id: open } = await eva.started('50')
  expect((await ask(fin, 'book-payment', open)).status).toBe(409)
  expect((await ask(fin, 'refund-payment', open)).status).toBe(409)
  const { id: booked } = await eva.pay('50')
  expect((await ask(fin, 'book-payment', booked)).status).toBe(409)
  const nobodys = 'payment:00000000-0000-0000-0000-000000000000'
  for (const thing of ['payment:', 'payment:x', `remittance:${booked}`, `payment:${booked.toUpperCase()}`, nobodys])
    expect((await house.ask(fin, { action: 'refund-payment', thing })).status, thing).toBe(404)
})

test('what the processor charged otherwise than asked is never booked; it is over once it went back there', async () => {
  const fay = await newPayer()
  const { id } = await fay.started('50')
  await house.tell(house.cards.pay(id, { cents: 4_000n }))
  expect(await fay.payment(id)).toMatchObject({ state: 'Held', reason: 'amount' })
  expect(await inQueue(id)).toMatchObject({ choices: [] })
  expect((await ask(fin, 'book-payment', id)).status).toBe(409)
  expect((await ask(fin, 'refund-payment', id)).status).toBe(409)
  const { alarms } = (await fin.client.get('/operator/desk')).body.data
  expect(alarms.map(({ name }: { name: string }) => name)).toContain('card-mismatches')
  await house.tell(house.cards.refund(id, 4_000n))
  expect(await fay.payment(id)).toMatchObject({ state: 'Refunded', booked: null })
})

test('a refund that the processor refuses, or never carries out, is told, and can be asked for again', async () => {
  const gus = await newPayer()
  const { id } = await gus.pay('50')
  const { refund } = house.cards.processor
  const { ProcessorRefused } = await import('@ingot/providers/payments/port')
  house.cards.processor.refund = async () => {
    throw new ProcessorRefused('it is disputed', 'charge_disputed')
  }
  expect((await house.byTwo({ action: 'refund-payment', id }, [fin, owner])).status).toBe(200)
  await house.run()
  const failed = async () =>
    (
      await sql<{ failed: string }>`select failed from card_refunds where payment = ${id} order by asked_at`.execute(
        house.db,
      )
    ).rows
  expect(await failed()).toEqual([{ failed: 'charge_disputed' }])
  const { alarms } = (await fin.client.get('/operator/desk')).body.data
  expect(JSON.stringify(alarms)).toContain('refunds to cards do not go through')
  // Sent, and nothing comes of it.
  house.cards.processor.refund = async () => ({ id: 're_never' })
  house.passTime(1_000)
  expect((await house.byTwo({ action: 'refund-payment', id }, [fin, owner])).status).toBe(200)
  await house.run()
  expect((await ask(fin, 'refund-payment', id)).status).toBe(409)
  await house.wait(100)
  await house.run()
  await house.run()
  expect((await failed()).at(-1)).toEqual({ failed: 'never carried out' })
  house.cards.processor.refund = refund
  await logIn()
  expect((await house.byTwo({ action: 'refund-payment', id }, [fin, owner])).status).toBe(200)
  await house.run()
  await house.run()
  expect(await gus.payment(id)).toMatchObject({ state: 'Refunded', refunded: '50' })
})

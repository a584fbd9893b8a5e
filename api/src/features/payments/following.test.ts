import type { PaymentEvent } from '@ingot/providers/payments/port'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clearPayment } from './clearing.ts'
import { followPayment } from './following.ts'
import { type CardHouse, createCardHouse, type Payer } from './test-payments.ts'

let house: CardHouse
let names = 0
const newPayer = (): Promise<Payer> => house.newPayer(`payer-${++names}`)

beforeAll(async () => {
  house = await createCardHouse()
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

/** Dollars for an ounce at which a gram is exactly 110. */
const tenPercentMore = '3421.382448'
const hundred = '3110.34768'

test('paid in time it is booked at the locked price, though gold has risen by 10 %, and its grams are bound', async () => {
  const ann = await newPayer()
  const before = await house.processorHas()
  const begun = await ann.started('100')
  await house.wait(20, tenPercentMore)
  await house.tell(house.cards.pay(begun.id))
  const booked = await ann.payment(begun.id)
  expect(booked).toMatchObject({
    ...{ state: 'Booked', reason: null, url: null, mayCancel: false },
    booked: { grams: begun.grams, price: '100.75', isAtLock: true, movement: { type: 'payment' } },
  })
  expect(new Date(booked.clearsAt ?? '').getTime() - house.now().getTime()).toBe(14 * 24 * 3600_000)
  expect(await house.gca(ann, 'clearing')).toBe(begun.grams)
  expect(await house.gca(ann, 'available')).toBe('0')
  expect(Number(await house.processorHas()) - Number(before)).toBe(97)
  const holding = await ann.holding(booked.booked?.holding ?? '')
  expect(holding).toMatchObject({
    ...{ product: 'GCA', open: begun.grams, available: '0', clearing: { units: begun.grams, until: booked.clearsAt } },
    ...{ paid: { asset: 'USD', amount: '100' }, fee: { asset: 'USD', amount: '3' } },
  })
  expect((await ann.positions()).GCA).toMatchObject({ units: begun.grams, available: '0' })
  await house.wait(1, hundred)
})

test('paid long after the lock with gold dearer by 10 %, it is booked at the price then', async () => {
  const ben = await newPayer()
  const begun = await ben.started('100')
  await house.wait(32, tenPercentMore)
  await house.tell(house.cards.pay(begun.id))
  const { booked, state } = await ben.payment(begun.id)
  expect(state).toBe('Booked')
  expect(booked).toMatchObject({ price: '110.825', isAtLock: false })
  expect(booked?.grams.slice(0, 8)).toBe('0.875253')
  await house.wait(1, hundred)
})

test('charged in the lock and heard of only hours later, the locked price counts; a moment that cannot be does not', async () => {
  const cid = await newPayer()
  const [one, other, third] = [await cid.started('100'), await cid.started('100'), await cid.started('100')]
  house.cards.pay(one.id)
  house.cards.pay(other.id, { at: new Date(house.now().getTime() - 24 * 3600_000) })
  house.cards.pay(third.id, { at: new Date(house.now().getTime() + 24 * 3600_000) })
  await house.wait(180, tenPercentMore)
  await house.run()
  expect((await cid.payment(one.id)).booked).toMatchObject({ price: '100.75', isAtLock: true })
  for (const { id } of [other, third])
    expect((await cid.payment(id)).booked).toMatchObject({ price: '110.825', isAtLock: false })
  await house.wait(1, hundred)
})

test('a message is stored once, however often and by how many it comes, and books once', async () => {
  const dan = await newPayer()
  const { id } = await dan.started('60')
  const event = house.cards.pay(id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => house.sendMessage(event)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await sql`select id from card_events where id = ${event.id}`.execute(house.db)
  expect(rows).toHaveLength(1)
  await Promise.all(Array.from({ length: 5 }, () => followPayment(house.payments, id)))
  await house.runSent()
  await house.tell({ ...event, id: 'evt_the_same_again' })
  expect(await dan.payment(id)).toMatchObject({ state: 'Booked' })
  expect(await dan.holdings()).toHaveLength(1)
  expect((await dan.payment(id)).history.map(({ state }) => state)).toEqual(['Created', 'Open', 'Booked'])
})

test('forged, old, another account’s and the other mode’s messages are refused and counted, and nothing follows', async () => {
  const eve = await newPayer()
  const { id } = await eve.started('60')
  const event = house.cards.pay(id)
  const asked = house.cards.asked.length
  for (const wrong of ['forged', '', 'old', 'account', 'mode'])
    expect((await house.sendMessage(event, wrong)).body.error.name, wrong).toBe('SignatureInvalid')
  expect((await house.sendMessage({ nothing: true })).status).toBe(400)
  await house.runSent()
  expect(house.cards.asked).toHaveLength(asked)
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(count)::int as count from card_event_refusals group by reason order by reason`.execute(house.db)
  expect(rows).toEqual([
    { reason: 'account', count: 1 },
    { reason: 'content', count: 1 },
    { reason: 'mode', count: 1 },
    { reason: 'old', count: 1 },
    { reason: 'signature', count: 2 },
  ])
  const { parts } = (await house.newClient().get('/health')).body.data
  expect(JSON.stringify(parts)).toMatch('other mode')
  expect(JSON.stringify(parts)).toMatch('that are not the processor’s')
  expect((await sql`select from card_events where id = ${event.id}`.execute(house.db)).rows).toEqual([])
})

test('a message about something that is not ours is stored, and nothing follows', async () => {
  const asked = house.cards.asked.length
  const event: PaymentEvent = {
    ...{ id: 'evt_of_others', type: 'charge.refunded', at: house.now(), checkout: 'cs_x', intent: 'pi_x' },
    payment: 'not a payment of ours',
  }
  expect((await house.sendMessage(event)).status).toBe(200)
  await house.runSent()
  expect(house.cards.asked).toHaveLength(asked)
})

test.for([
  { what: 'the sum', change: { cents: 5999n }, reason: 'amount' },
  { what: 'a sum that is more', change: { cents: 6001n }, reason: 'amount' },
  { what: 'the currency', change: { currency: 'eur' }, reason: 'currency' },
  { what: 'what it is for', change: { payment: '00000000-0000-4000-8000-000000000000' }, reason: 'reference' },
  { what: 'whether it is real money', change: { isLive: true }, reason: 'reference' },
])('paid, and $what is another one: held, with nothing booked', async ({ change, reason }) => {
  const fay = await newPayer()
  const { id } = await fay.started('60')
  const logged = house.logged.length
  await house.tell(house.cards.pay(id, change))
  expect(await fay.payment(id)).toMatchObject({ state: 'Held', reason, booked: null, mayCancel: false })
  expect((await fay.read('/dashboard')).body.data.attention).toMatchObject([{ kind: 'payment-held', id }])
  expect(await fay.holdings()).toEqual([])
  expect(house.logged.slice(logged).join()).toMatch('a card was charged for something else')
  await house.run()
  expect((await fay.payment(id)).state).toBe('Held')
})

test('a lost message is healed by a page that polls, and the processor is not asked too often', async () => {
  const gus = await newPayer()
  const { id } = await gus.started('60')
  house.cards.pay(id)
  const asked = () => house.cards.asked.filter((each) => each === 'readCheckout').length
  const before = asked()
  await Promise.all(Array.from({ length: 10 }, () => gus.payment(id)))
  await house.runSent()
  expect(asked() - before).toBe(1)
  expect((await gus.payment(id)).state).toBe('Booked')
  await gus.payment(id)
  await house.runSent()
  expect(asked() - before).toBe(1)
})

test('a lost message is healed by the processor’s own list, and without anybody by a look after 35 minutes', async () => {
  const hal = await newPayer()
  const [one, other] = [await hal.started('60'), await hal.started('60')]
  house.cards.pay(one.id)
  await house.run()
  expect((await hal.payment(one.id)).state).toBe('Booked')
  house.cards.pay(other.id)
  house.cards.events.pop()
  await house.wait(36)
  await house.run()
  expect((await hal.payment(other.id)).state).toBe('Booked')
})

test('nobody pays: it expires, and is booked if it was paid after all', async () => {
  const ida = await newPayer()
  const { id } = await ida.started('60')
  await house.tell(house.cards.expire(id))
  expect(await ida.payment(id)).toMatchObject({ state: 'Expired', reason: 'late', url: null })
  expect(await ida.rules()).toMatchObject({ left: '1000' })
  await house.tell(house.cards.pay(id))
  const booked = await ida.payment(id)
  expect(booked).toMatchObject({ state: 'Booked', endedAt: null, booked: { isAtLock: true } })
  expect(booked.history.map(({ state }) => state)).toEqual(['Created', 'Open', 'Expired', 'Booked'])
})

test('completed and not paid it waits, and is booked or has failed when the bank says so', async () => {
  const jan = await newPayer()
  const [one, other] = [await jan.started('60'), await jan.started('60')]
  for (const { id } of [one, other]) {
    await house.tell(house.cards.payLater(id))
    expect(await jan.payment(id)).toMatchObject({ state: 'Waiting', url: null, mayCancel: false, paidAt: null })
  }
  await house.tell(house.cards.settleLater(one.id, 'paid'))
  expect((await jan.payment(one.id)).state).toBe('Booked')
  await house.tell(house.cards.settleLater(other.id, 'failed'))
  expect(await jan.payment(other.id)).toMatchObject({ state: 'Failed', reason: 'card' })
  await house.tell(house.cards.settleLater(other.id, 'paid'))
  expect((await jan.payment(other.id)).state).toBe('Booked')
})

test('the message may come before our own row knows the page', async () => {
  const kim = await newPayer()
  house.cards.setDown(true)
  await kim.start('60')
  house.cards.setDown(false)
  const [{ id }] = (await kim.read('/payments')).body.data
  // The page was made, and the answer was lost.
  await house.cards.processor.openCheckout({
    ...{ payment: id, lines: [{ name: '', cents: 6000n }], expiresAt: new Date(house.now().getTime() + 31 * 60_000) },
    ...{ successUrl: '', cancelUrl: '' },
  })
  await house.tell(house.cards.pay(id))
  expect((await kim.payment(id)).state).toBe('Booked')
})

test('without gold what was paid is held, and the books say nothing of it', async () => {
  const leo = await newPayer()
  const { id } = await leo.started('60')
  const before = await house.processorHas()
  await house.withoutGold(() => house.tell(house.cards.pay(id)))
  expect(await leo.payment(id)).toMatchObject({ state: 'Held', reason: 'no-gold' })
  expect(await house.processorHas()).toBe(before)
})

test('without a price it is tried each minute, booked once there is one, and held after an hour', async () => {
  const mia = await newPayer()
  const [one, other] = [await mia.started('60'), await mia.started('60')]
  house.passTime(3 * 3600_000)
  await mia.awake()
  await house.tell(house.cards.pay(one.id))
  expect(await mia.payment(one.id)).toMatchObject({ state: 'Open', url: null, mayCancel: false })
  await house.wait(2)
  await house.run()
  expect((await mia.payment(one.id)).booked).toMatchObject({ isAtLock: false })
  house.passTime(3 * 3600_000)
  await mia.awake()
  await house.tell(house.cards.pay(other.id))
  house.passTime(61 * 60_000)
  await house.run()
  expect(await mia.payment(other.id)).toMatchObject({ state: 'Held', reason: 'price' })
  await house.wait(1)
})

test('somebody whose identity is not verified any more has paid: held', async () => {
  const ned = await newPayer()
  const { id } = await ned.started('60')
  await sql`update customers set kyc_status = 'Pending' where id = ${ned.id}`.execute(house.db)
  await house.tell(house.cards.pay(id))
  expect(await ned.payment(id)).toMatchObject({ state: 'Held', reason: 'verification' })
})

test('after 14 days, and not before the processor was asked, the grams are free', async () => {
  const ola = await newPayer()
  const { id, grams } = await ola.pay('60')
  await clearPayment(house.payments, id)
  expect((await ola.payment(id)).state).toBe('Booked')
  await house.goTo(new Date(house.now().getTime() + 15 * 24 * 3600_000).toISOString())
  house.cards.setDown(true)
  await expect(clearPayment(house.payments, id)).rejects.toThrow('the processor is down')
  expect(await house.gca(ola, 'available')).toBe('0')
  house.cards.setDown(false)
  await Promise.all(Array.from({ length: 4 }, () => clearPayment(house.payments, id)))
  const cleared = await ola.payment(id)
  expect(cleared).toMatchObject({ state: 'Cleared', clearsAt: expect.any(String), endedAt: expect.any(String) })
  expect(await house.gca(ola, 'available')).toBe(grams)
  expect(await house.gca(ola, 'clearing')).toBe('0')
  expect(await ola.holding(cleared.booked?.holding ?? '')).toMatchObject({ available: grams, clearing: null })
  expect((await ola.positions()).GCA).toMatchObject({ available: grams })
})

test('payments are listed newest first, by state, and as a file', async () => {
  const pia = await newPayer()
  const booked = await pia.pay('60')
  const open = await pia.started('50')
  const all = (await pia.read('/payments')).body.data
  expect(all.map(({ id }: { id: string }) => id)).toEqual([open.id, booked.id])
  const only = (await pia.read('/payments?state=Booked')).body.data
  expect(only.map(({ id }: { id: string }) => id)).toEqual([booked.id])
  const lines = (await pia.read('/payments.csv')).raw.toString().trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch('Number,State,Reason,Started at (UTC)')
  expect(lines[2]).toMatch(`,60,1.8,58.2,${booked.grams},100.75,0,0`)
})

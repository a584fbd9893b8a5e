import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CheckoutOrder,
  MessageRefused,
  type PaymentEvent,
  ProcessorRefused,
  ProcessorUnavailable,
} from '@ingot/providers/payments/port'
import { createStripe } from '@ingot/providers/payments/stripe'
import { LIVE_KEY, openTestCards, TEST_KEY, type TestCards, WEBHOOK_SECRET } from '@ingot/sandbox/cards/test-cards'
import { makeDataFolder, removeDataFolder } from '@ingot/sandbox/test-sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// The adapter and the sandbox's processor, each against the other.

const card = { pays: '4242 4242 4242 4242', secondStep: '4000002500003155', fails: '4000000000009995' }
const later = '4000000000007775'

let cards: TestCards
let folder: string
let nowMs = Date.parse('2026-11-17T12:00:00.500Z')
const now = () => new Date(nowMs)

beforeAll(async () => {
  folder = await makeDataFolder()
  cards = await openTestCards(folder, () => nowMs)
})
afterEach(async () => {
  await cards.control.clear('cards')
})
afterAll(async () => {
  await cards?.stop()
  await removeDataFolder(folder)
})

const stripeWith = (secretKey: string, url = cards.baseUrl) =>
  createStripe({ url, secretKey, webhookSecret: WEBHOOK_SECRET, now, waits: { tryMs: 2_000, triesAgain: 0 } })
const stripe = () => stripeWith(TEST_KEY)

const orderOf = (more: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  payment: randomUUID(),
  lines: [
    { name: 'Gold, saved as GCA', cents: 29_100n },
    { name: 'Card fee', cents: 900n },
  ],
  expiresAt: new Date(nowMs + 34 * 60_000),
  successUrl: 'http://localhost:8080/payment-success?payment=x',
  cancelUrl: 'http://localhost:8080/payment',
  ...more,
})

/** A page that was paid. */
const paid = async (use: { card: string } = { card: card.pays }) => {
  const order = orderOf()
  const { id } = await stripe().openCheckout(order)
  const { intent } = await cards.cards.pay(id, use)
  return { id, order, intent: intent ?? '' }
}

test('a page is opened once for a payment, paid, and its money read', async () => {
  const order = orderOf()
  const opened = await stripe().openCheckout(order)
  expect(opened).toMatchObject({ status: 'open', isPaid: false, cents: 30_000n, currency: 'usd', intent: null })
  expect(opened).toMatchObject({ payment: order.payment, isLive: false, url: `${cards.baseUrl}/checkout/${opened.id}` })
  expect(await stripe().openCheckout(order)).toEqual(opened)
  await expect(stripe().openCheckout({ ...order, successUrl: order.cancelUrl })).rejects.toThrow(ProcessorRefused)
  nowMs += 60_000
  const { intent } = await cards.cards.pay(opened.id, { card: card.pays })
  expect(await stripe().readCheckout(opened.id)).toMatchObject({ status: 'complete', isPaid: true, intent, url: null })
  expect(await stripe().readCharged(intent ?? '')).toEqual({
    ...{ intent, at: new Date(Math.floor(nowMs / 1000) * 1000), cents: 30_000n, currency: 'usd' },
    ...{ payment: order.payment, isLive: false, refunds: [], disputes: [], failure: null },
  })
  // Closing it changes nothing any more.
  expect(await stripe().endCheckout(opened.id)).toMatchObject({ status: 'complete', isPaid: true })
})

test('a page that nobody pays is closed, or expires; one asked for too late is refused', async () => {
  const { id } = await stripe().openCheckout(orderOf())
  expect(await stripe().endCheckout(id)).toMatchObject({ status: 'expired', isPaid: false })
  await expect(cards.cards.pay(id, { card: card.pays })).rejects.toThrow('takes no card')
  const other = await stripe().openCheckout(orderOf())
  await expect(stripe().openCheckout(orderOf({ expiresAt: new Date(nowMs + 29 * 60_000) }))).rejects.toThrow(
    ProcessorRefused,
  )
  nowMs += 34 * 60_000
  expect((await stripe().readCheckout(other.id)).status).toBe('expired')
})

test('a card that fails leaves the page open, and says why; the next one pays', async () => {
  const { id } = await stripe().openCheckout(orderOf())
  const { intent } = await cards.cards.pay(id, { card: card.fails })
  expect(await stripe().readCharged(intent ?? '')).toMatchObject({ at: null, cents: 0n, failure: 'insufficient_funds' })
  await cards.cards.pay(id, { card: card.secondStep, secondStep: 'fail' })
  expect((await stripe().readCharged(intent ?? '')).failure).toBe('authentication_required')
  await cards.cards.pay(id, { card: card.secondStep })
  expect(await stripe().readCharged(intent ?? '')).toMatchObject({ cents: 30_000n, failure: null })
})

test('a card that pays later is complete and unpaid until it does', async () => {
  const one = await paid({ card: later })
  expect(await stripe().readCheckout(one.id)).toMatchObject({ status: 'complete', isPaid: false })
  expect(await stripe().readCharged(one.intent)).toMatchObject({ at: null, failure: null })
  const other = await paid({ card: later })
  await cards.cards.settleLater(other.id, 'failed')
  expect((await stripe().readCharged(other.intent)).failure).toBe('generic_decline')
  nowMs += 60_000
  expect(await stripe().readCheckout(one.id)).toMatchObject({ isPaid: true })
  expect((await stripe().readCharged(one.intent)).at).toEqual(new Date(Math.floor(nowMs / 1000) * 1000))
})

test('a refund is sent once for its key, however often and however late it is asked for', async () => {
  const { intent } = await paid()
  const wish = { intent, cents: 1_000n, key: randomUUID() }
  const first = await stripe().refund(wish)
  expect(await stripe().refund(wish)).toEqual(first)
  await cards.control.set('cards', { fault: 'lose', times: 2, on: 'request' })
  await expect(stripe().readCharged(intent)).resolves.toBeDefined()
  await cards.control.clear('cards')
  expect((await stripe().readCharged(intent)).refunds).toEqual([{ id: first.id, cents: 1_000n }])
  await expect(stripe().refund({ ...wish, cents: 30_000n, key: randomUUID() })).rejects.toMatchObject({
    code: 'amount_too_large',
  })
  await stripe().refund({ intent, cents: 29_000n, key: randomUUID() })
  await expect(stripe().refund({ intent, cents: 1n, key: randomUUID() })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

test('disputes are open, won or lost; while one is open nothing can be refunded', async () => {
  const { intent } = await paid()
  const { disputes } = await cards.cards.dispute(intent, { cents: 10_000 })
  const [dispute] = (await stripe().readCharged(intent)).disputes
  expect(dispute).toMatchObject({ id: disputes[0]?.id, cents: 10_000n, state: 'open' })
  await expect(stripe().refund({ intent, cents: 1n, key: randomUUID() })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
  await cards.cards.close(dispute?.id ?? '', 'won')
  await cards.cards.dispute(intent)
  const second = (await stripe().readCharged(intent)).disputes.find(({ state }) => state === 'open')
  await cards.cards.close(second?.id ?? '', 'lost')
  const states = (await stripe().readCharged(intent)).disputes.map(({ cents, state }) => [cents, state])
  expect(states).toEqual([
    [30_000n, 'lost'],
    [10_000n, 'won'],
  ])
})

test('what happened is listed from a moment on, oldest first, whatever the page size', async () => {
  nowMs += 3_600_000
  const since = now()
  const { id, order } = await paid()
  nowMs += 1_000
  for (let times = 0; times < 60; times++) await cards.cards.refund(id, { cents: 100 })
  const listed: PaymentEvent[] = []
  for await (const event of stripe().eventsSince(since)) listed.push(event)
  expect(listed).toHaveLength(121)
  expect(listed[0]).toMatchObject({ type: 'checkout.session.completed', checkout: id, payment: order.payment })
  expect(listed.at(-1)).toMatchObject({ type: 'charge.refunded', checkout: null, payment: order.payment })
  expect(new Set(listed.map((event) => event.intent)).size).toBe(1)
})

test('of the other mode nothing is seen, and a key that is not known is no verdict on a payment', async () => {
  const { id, intent } = await paid()
  await expect(stripeWith(LIVE_KEY).readCheckout(id)).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(stripeWith(LIVE_KEY).readCharged(intent)).rejects.toThrow(ProcessorRefused)
  await expect(stripeWith('sk_test_wrong').readCheckout(id)).rejects.toThrow(ProcessorUnavailable)
  const live = await stripeWith(LIVE_KEY).openCheckout(orderOf())
  expect(live).toMatchObject({ isLive: true })
})

test('what is cut off was done, and is not done twice; who does not answer is not available', async () => {
  const order = orderOf()
  await cards.control.set('cards', { fault: 'lose', on: 'request' })
  await expect(stripe().openCheckout(order)).rejects.toThrow(ProcessorUnavailable)
  await cards.control.clear('cards')
  const before = (await cards.cards.payments()).filter(({ payment }) => payment === order.payment)
  expect(before).toHaveLength(1)
  expect((await stripe().openCheckout(order)).id).toBe(before[0]?.session)
  await cards.control.set('cards', { fault: 'drop', on: 'request' })
  await expect(stripe().openCheckout(orderOf())).rejects.toThrow(ProcessorUnavailable)
  await cards.control.set('cards', { fault: 'refuse', answer: 'temporary' })
  await expect(stripe().readCheckout(before[0]?.session ?? '')).rejects.toThrow(ProcessorUnavailable)
  await cards.control.set('cards', { fault: 'slow', delayMs: 5_000, times: 1, on: 'request' })
  const quick = createStripe({
    ...{ url: cards.baseUrl, secretKey: TEST_KEY, webhookSecret: WEBHOOK_SECRET, now },
    waits: { tryMs: 100, triesAgain: 0 },
  })
  await expect(quick.readCheckout(before[0]?.session ?? '')).rejects.toThrow(ProcessorUnavailable)
  await expect(stripeWith(TEST_KEY, 'http://127.0.0.1:1').readCheckout('cs_x')).rejects.toThrow(ProcessorUnavailable)
})

test('neither the key nor what the processor says in words stands in an error', async () => {
  const server = createServer((_request, response) =>
    response
      .writeHead(401, { 'content-type': 'application/json', 'request-id': 'req_1' })
      .end(JSON.stringify({ error: { type: 'invalid_request_error', message: `no ${TEST_KEY} of Ada Byron` } })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const error = await stripeWith(TEST_KEY, url)
    .readCheckout('cs_x')
    .catch((problem: Error) => problem)
  server.close()
  server.closeAllConnections()
  expect(error).toBeInstanceOf(ProcessorUnavailable)
  expect((error as Error).message).toBe('The card processor answered 401 (invalid_request_error), request req_1')
  expect((error as Error).cause).toBeUndefined()
})

const eventBody = (more: object = {}) =>
  JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'checkout.session.completed', created: Math.floor(nowMs / 1000) },
    ...{
      livemode: false,
      data: { object: { object: 'checkout.session', id: 'cs_1', payment_intent: 'pi_1' } },
      ...more,
    },
  })
const signed = (body: string, { secret = WEBHOOK_SECRET, ageSeconds = 0 } = {}) => {
  const at = Math.floor(nowMs / 1000) - ageSeconds
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}
const refusedFor = (body: string, signature: string | undefined): string => {
  try {
    stripe().readMessage(Buffer.from(body), { 'stripe-signature': signature })
    return 'taken'
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    return error.reason
  }
}

test('a message counts if it is the processor’s own, fresh, of our account and of our mode', () => {
  const body = eventBody()
  const secret = 'whsec_of_others'
  expect(stripe().readMessage(Buffer.from(body), { 'stripe-signature': signed(body) })).toMatchObject({
    ...{ id: 'evt_1', type: 'checkout.session.completed', checkout: 'cs_1', intent: 'pi_1', payment: null },
  })
  expect(refusedFor(body, signed(body, { ageSeconds: 299 }))).toBe('taken')
  expect(refusedFor(body, `${signed(body, { secret })},${signed(body).split(',')[1]}`)).toBe('taken')
  for (const wrong of [undefined, '', 'good', 't=,v1=', `t=${'9'.repeat(400)},v1=00`, signed(body, { secret })])
    expect(refusedFor(body, wrong)).toBe('signature')
  expect(refusedFor(`${body} `, signed(body))).toBe('signature')
  expect(refusedFor(body, signed(body, { ageSeconds: 301 }))).toBe('old')
  const of = (more: object) => refusedFor(eventBody(more), signed(eventBody(more)))
  expect(of({ account: 'acct_other' })).toBe('account')
  expect(of({ livemode: true })).toBe('mode')
  for (const more of [
    { id: '' },
    { id: 7 },
    { id: 'x'.repeat(256) },
    { type: null },
    { created: 'now' },
    { data: null },
  ])
    expect(of(more)).toBe('content')
  for (const text of ['', 'null', '[]', '7', '{', '"x"']) expect(refusedFor(text, signed(text))).toBe('content')
})

import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDataFolder, removeDataFolder, startChildSandbox } from '../test-sandbox.ts'
import { LIVE_KEY, openTestCards, TEST_KEY, type TestCards, WEBHOOK_SECRET } from './test-cards.ts'

let folder: string
let cards: TestCards
let nowMs = Date.parse('2026-11-17T12:00:00Z')
let receiver: Awaited<ReturnType<typeof openReceiver>>

/** Somebody who is sent messages, and takes them as told. */
const openReceiver = async () => {
  const messages: { id: string; type: string; livemode: boolean }[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const [, at, sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['stripe-signature'])) ?? []
      const right = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
      if (sent === right && status === 200) messages.push(JSON.parse(body))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer: (next: number) => {
      status = next
    },
    close: () => server.close(),
  }
}

beforeAll(async () => {
  receiver = await openReceiver()
})
beforeEach(async () => {
  folder = await makeDataFolder()
  cards = await openTestCards(folder, () => nowMs)
  await cards.cards.setDesk({ webhookUrl: receiver.url })
  receiver.messages.length = 0
  receiver.answer(200)
})
afterEach(async () => {
  await cards.stop()
  await removeDataFolder(folder)
})
afterAll(() => receiver.close())

const fields = (more: Record<string, string> = {}): Record<string, string> => ({
  ...{ mode: 'payment', client_reference_id: 'our-id', 'metadata[payment]': 'our-id' },
  'payment_intent_data[metadata][payment]': 'our-id',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '9700',
  'line_items[0][price_data][product_data][name]': 'Gold <b>saved</b>',
  'line_items[0][quantity]': '1',
  'line_items[1][price_data][currency]': 'usd',
  'line_items[1][price_data][unit_amount]': '300',
  'line_items[1][price_data][product_data][name]': 'Card fee',
  'line_items[1][quantity]': '1',
  expires_at: String(Math.floor(nowMs / 1000) + 1_800),
  ...{ success_url: 'http://portal.example/ok?session={CHECKOUT_SESSION_ID}', cancel_url: 'http://portal.example/no' },
  ...more,
})

const ask = async (path: string, body?: Record<string, string>, { key = TEST_KEY, idempotency = '' } = {}) => {
  const response = await fetch(`${cards.baseUrl}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(idempotency && { 'idempotency-key': idempotency }) },
    ...(body && { body: new URLSearchParams(body) }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, never> & { id: string } }
}
const open = async (more: Record<string, string> = {}): Promise<string> =>
  (await ask('checkout/sessions', fields(more))).json.id

const pageOf = async (id: string) => {
  const response = await fetch(`${cards.baseUrl}/checkout/${id}`)
  return {
    status: response.status,
    text: await response.text(),
    policy: response.headers.get('content-security-policy'),
  }
}
const good = { number: '4242 4242 4242 4242', expiry: '09/31', code: '123', name: 'Ada Byron' }

test('the page shows what is paid for, takes a card and leads back', async () => {
  const id = await open()
  const { text, policy } = await pageOf(id)
  expect(text).toContain('Gold &lt;b&gt;saved&lt;/b&gt;')
  expect(text).toContain('Pay $100.00')
  expect(text).toContain('Test mode')
  expect(policy).toContain("form-action 'self' http://portal.example")
  const paid = await cards.submit(`/checkout/${id}`, good)
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://portal.example/ok?session=${id}`])
  expect((await pageOf(id)).text).toContain('Paid')
  // Once more changes nothing.
  await cards.submit(`/checkout/${id}`, good)
  expect(await cards.cards.payments()).toMatchObject([{ charged: 10_000, left: 10_000, status: 'complete' }])
})

test('what was typed wrongly is said at its field, and no security code comes back', async () => {
  const id = await open()
  const wrong = { number: '4242 4242 4242 4241', expiry: '10/26', code: '12', name: '"><script>' }
  const answer = await cards.submit(`/checkout/${id}`, wrong)
  const text = await answer.text()
  expect(answer.status).toBe(422)
  for (const words of ['number is not complete', 'has expired', '3 or 4 digits']) expect(text).toContain(words)
  expect(text).toContain('&quot;&gt;&lt;script&gt;')
  expect(text).not.toContain('value="12"')
  const failed = await cards.submit(`/checkout/${id}`, { ...good, number: '4000000000009995' })
  expect(await failed.text()).toContain('too little')
  // A real card is never taken.
  expect(await (await cards.submit(`/checkout/${id}`, { ...good, number: '5555555555554444' })).text()).toContain(
    'declined',
  )
  const other = await fetch(`${cards.baseUrl}/checkout/${id}`, {
    method: 'POST',
    headers: { origin: 'http://other.example' },
    body: new URLSearchParams(good),
  })
  expect(other.status).toBe(403)
  expect((await pageOf('cs_test_none')).status).toBe(404)
})

test('a second step is asked for, refused, asked for again and passed', async () => {
  const id = await open()
  const second = { ...good, number: '4000002500003155' }
  const asked = await cards.submit(`/checkout/${id}`, second)
  expect(asked.headers.get('location')).toBe(`/checkout/${id}`)
  expect((await pageOf(id)).text).toContain('Confirm that it is you')
  await cards.submit(`/checkout/${id}/confirm`, { answer: 'no' })
  expect((await pageOf(id)).text).toContain('did not confirm')
  await cards.submit(`/checkout/${id}`, second)
  const passed = await cards.submit(`/checkout/${id}/confirm`, { answer: 'yes' })
  expect(passed.headers.get('location')).toContain('portal.example/ok')
})

test('a page ends after its time, by its own message', async () => {
  const id = await open()
  nowMs += 1_800_000
  expect((await pageOf(id)).text).toContain('has expired')
  expect((await cards.submit(`/checkout/${id}`, good)).headers.get('location')).toBe(`/checkout/${id}`)
  await cards.cards.settled()
  expect(receiver.messages.map(({ type }) => type)).toEqual(['checkout.session.expired'])
})

test('messages come signed, again, twice, out of order or never, and can be sent once more', async () => {
  const id = await open()
  receiver.answer(500)
  await cards.cards.pay(id, { card: good.number })
  expect(await cards.cards.settled()).toBe(1)
  receiver.answer(200)
  nowMs += 1_000
  expect(await cards.cards.settled()).toBe(0)
  expect(receiver.messages.map(({ type }) => type)).toEqual(['checkout.session.completed'])

  await cards.control.set('cards', { fault: 'disorder', times: 1, on: 'webhook' })
  await cards.cards.refund(id, { cents: 100 })
  await cards.cards.settled()
  expect(receiver.messages.slice(1).map(({ type }) => type)).toEqual(['charge.refunded', 'refund.created'])

  await cards.control.set('cards', { fault: 'twice', times: 2, on: 'webhook' })
  await cards.cards.dispute(id)
  await cards.cards.settled()
  expect(new Set(receiver.messages.slice(3).map((message) => message.id)).size).toBe(2)
  expect(receiver.messages).toHaveLength(7)

  await cards.cards.setDesk({ webhooks: 'never' })
  await cards.cards.close((await cards.cards.payments())[0]?.disputes[0]?.id ?? '', 'lost')
  await cards.cards.settled()
  expect(receiver.messages).toHaveLength(7)
  const lost = (await cards.cards.events()).at(-1)
  await cards.cards.resend(lost?.id ?? '')
  await cards.cards.settled()
  expect(receiver.messages.at(-1)).toMatchObject({ id: lost?.id, type: 'charge.dispute.closed', livemode: false })
})

test('test and live are apart, and bad requests are told why', async () => {
  const id = await open()
  expect((await ask(`checkout/sessions/${id}`, undefined, { key: LIVE_KEY })).status).toBe(404)
  expect((await ask(`checkout/sessions/${id}`, undefined, { key: 'sk_test_other' })).status).toBe(401)
  const live = await ask('checkout/sessions', fields(), { key: LIVE_KEY })
  expect(live.json).toMatchObject({ livemode: true })
  await cards.cards.pay(live.json.id, { card: good.number })
  expect((await ask('balance')).json).toMatchObject({ available: [{ amount: 0 }] })
  expect((await ask('balance', undefined, { key: LIVE_KEY })).json).toMatchObject({ available: [{ amount: 10_000 }] })
  for (const wrong of [{ oops: '1' }, { mode: 'setup' }, { expires_at: '5' }, { success_url: 'javascript:alert(1)' }])
    expect((await ask('checkout/sessions', fields(wrong))).status).toBe(400)
  const first = await ask('checkout/sessions', fields(), { idempotency: 'k' })
  expect((await ask('checkout/sessions', fields(), { idempotency: 'k' })).json).toEqual(first.json)
  const other = await ask('checkout/sessions', fields({ client_reference_id: 'x' }), { idempotency: 'k' })
  expect(other).toMatchObject({ status: 400, json: { error: { type: 'idempotency_error' } } })
  expect((await ask('refunds', { payment_intent: 'pi_none', amount: '1' })).status).toBe(404)
  expect((await ask('events?limit=0')).status).toBe(400)
})

test('at its desk a person refunds, disputes, wins and loses', async () => {
  const id = await open()
  await cards.cards.pay(id, { card: good.number })
  const desk = async () => (await fetch(`${cards.baseUrl}/cards`)).text()
  expect(await desk()).toContain('our-id')
  await cards.submit(`/cards/${id}/money`, { do: 'refund', amount: '12.50' })
  expect(await desk()).toContain('12.50 refunded')
  const tooMuch = await cards.submit(`/cards/${id}/money`, { do: 'dispute', amount: '90' })
  expect([tooMuch.status, await tooMuch.text()]).toEqual([400, expect.stringContaining('more than is left')])
  await cards.submit(`/cards/${id}/money`, { do: 'dispute', amount: '87.50' })
  const [payment] = await cards.cards.payments()
  await cards.submit(`/cards/disputes/${payment?.disputes[0]?.id}`, { outcome: 'won' })
  expect(await desk()).toContain('87.50 dispute won')
  expect((await cards.cards.payments())[0]).toMatchObject({ refunded: 1_250, disputed: 0, left: 8_750 })
})

test('what was answered is there after a kill, and what was on its way arrives', async () => {
  const data = await makeDataFolder()
  const settings = {
    ...{ SANDBOX_CARDS_TEST_KEY: TEST_KEY, SANDBOX_CARDS_WEBHOOK_SECRET: WEBHOOK_SECRET },
    ...{ SANDBOX_CARDS_WEBHOOK_URL: receiver.url, SANDBOX_CARDS_RETRY_SECONDS: '0.1,0.1,60' },
  }
  nowMs = Date.now()
  const before = await startChildSandbox(data, settings)
  const made = await fetch(`${before.baseUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: new URLSearchParams(fields({ expires_at: String(Math.floor(nowMs / 1000) + 2_000) })),
  })
  const { id } = (await made.json()) as { id: string }
  receiver.answer(500)
  await before.client.cards.pay(id, { card: good.number })
  await before.client.cards.refund(id, { cents: 700 })
  before.child.kill('SIGKILL')
  await before.ended
  receiver.answer(200)
  const again = await startChildSandbox(data, settings)
  expect(await again.client.cards.payments()).toMatchObject([{ session: id, charged: 10_000, refunded: 700 }])
  await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(3)
  expect(await again.client.cards.settled()).toBe(0)
  await again.stop()
  await removeDataFolder(data)
})

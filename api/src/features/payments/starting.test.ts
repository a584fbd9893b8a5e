import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { post } from '@ingot/ledger/post'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { debtsOf, owe } from '../debts/debts.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { type CardHouse, createCardHouse, type Payer } from './test-payments.ts'

let house: CardHouse
let names = 0
const newPayer = (): Promise<Payer> => house.newPayer(`payer-${++names}`)

beforeAll(async () => {
  house = await createCardHouse()
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

const errorOf = async (answer: Promise<{ body: { error?: { name: string } } }>) => (await answer).body.error?.name

test('a payment shows what the card is charged, what is saved and the fee, and goes to the processor’s page', async () => {
  const ann = await newPayer()
  const begun = await ann.started('100')
  expect(begun).toMatchObject({
    ...{ state: 'Open', reason: null, amount: '100', fee: '3', saved: '97', price: '100.75', paidAt: null },
    ...{ booked: null, mayCancel: true, refunded: '0', lost: '0', clearsAt: null },
  })
  expect(begun.grams.slice(0, 8)).toBe('0.962779')
  expect(new Date(begun.lockedUntil).getTime() - new Date(begun.createdAt).getTime()).toBe(30 * 60_000)
  expect(begun.history.map(({ state }) => state)).toEqual(['Created', 'Open'])
  const { lines, successUrl, cancelUrl } = house.cards.orderOf(begun.id)
  expect(lines.map(({ cents }) => cents)).toEqual([9700n, 300n])
  expect(successUrl).toMatch(`/payment-success?payment=${begun.id}`)
  expect(cancelUrl).toMatch(`/payment?payment=${begun.id}`)
  // The processor is told neither who it is nor how to reach him.
  expect(lines.map(({ name }) => name).join() + successUrl + cancelUrl).not.toMatch(/payer|@/)
  expect(begun.url).toMatch('https://cards.example/')
})

test('whoever is new pays 10 to 500 dollars at once and 1,000 in 30 days; after 90 days without a dispute it is more', async () => {
  const ben = await newPayer()
  expect(await errorOf(ben.start('9.99'))).toBe('PaymentTooSmall')
  expect(await errorOf(ben.start('500.01'))).toBe('PaymentTooLarge')
  expect(await errorOf(ben.start('999999999999.99'))).toBe('PaymentTooLarge')
  for (const wrong of ['0', '-5', '1e3', '10.001', '', '١٢'])
    expect(await errorOf(ben.start(wrong)), wrong).toBe('InvalidInput')
  expect(await ben.rules('?amount=100')).toMatchObject({
    ...{ least: '10', most: '500', left: '1000', mostPer30Days: '1000', feeBasisPoints: 300, lockMinutes: 30 },
    ...{ clearingDays: 14, isTrusted: false, trustedFrom: null },
    trusted: { afterDays: 90, most: '2000', mostPer30Days: '5000', clearingDays: 7 },
    estimate: { amount: '100', fee: '3', saved: '97', price: '100.75' },
  })
  expect((await ben.rules('?amount=5')).estimate).toBeNull()
  expect((await ben.pay('500')).state).toBe('Booked')
  await ben.started('400')
  expect(await errorOf(ben.start('100.01'))).toBe('PaymentLimitReached')
  expect(await ben.rules()).toMatchObject({ left: '100', isTrusted: false })

  // Ninety days later, and the first payment still stands.
  await house.goTo('2027-02-01T10:00:00Z')
  expect(await ben.rules()).toMatchObject({ isTrusted: true, most: '2000', left: '5000', clearingDays: 7 })
  expect((await ben.pay('2000')).state).toBe('Booked')
  expect(await errorOf(ben.start('2000.01'))).toBe('PaymentTooLarge')
  // One that was disputed since makes it as at first, for as long again.
  await sql`update card_payments set disputed_at = ${house.now()} where customer = ${ben.id} and state = 'Booked'`.execute(
    house.db,
  )
  expect(await ben.rules()).toMatchObject({ isTrusted: false, most: '500', left: '0' })
})

test('a thousand at once never pass the limit, and never more than three are open', async () => {
  const cid = await newPayer()
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () =>
      cid.client.post('/payments', { amount: '450' }, { 'idempotency-key': randomUUID() }),
    ),
  )
  const ended = answers.map(({ status, body }) => (status === 200 ? 'started' : body.error.name))
  expect(ended.filter((each) => each === 'started')).toHaveLength(2)
  expect(ended.filter((each) => each === 'PaymentLimitReached').length).toBeGreaterThan(10)
  expect(ended.filter((each) => !['started', 'PaymentLimitReached', 'RateLimited'].includes(each))).toEqual([])
  const dan = await newPayer()
  const small = await Promise.all(Array.from({ length: 20 }, () => dan.start('10')))
  expect(small.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(small.find(({ status }) => status !== 200)?.body.error.name).toBe('TooManyPayments')
})

test('the same key starts one payment, and another amount under it is refused', async () => {
  const eve = await newPayer()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => eve.start('50', key)))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await eve.start('60', key)).status).toBe(409)
  expect((await eve.read('/payments')).body.data).toHaveLength(1)
})

test('while the processor is down nothing is promised, and the same key goes on with the same payment later', async () => {
  const fay = await newPayer()
  const key = randomUUID()
  house.cards.setDown(true)
  expect(await errorOf(fay.start('80', key))).toBe('ProcessorUnavailable')
  expect((await fay.start('90', key)).status).toBe(409)
  const [row] = (await fay.read('/payments')).body.data
  expect(row).toMatchObject({ state: 'Created', url: null, mayCancel: true })
  house.cards.setDown(false)
  await house.wait(1)
  const { body } = await fay.start('80', key)
  expect(body.data).toMatchObject({ id: row.id, state: 'Open' })
  expect((await fay.read('/payments')).body.data).toHaveLength(1)
})

test('a start that ended between us and the processor is healed by a look, and one that never reached it expires', async () => {
  const gus = await newPayer()
  house.cards.setDown(true)
  const [one, other] = [randomUUID(), randomUUID()]
  await gus.start('80', one)
  house.cards.setDown(false)
  const [{ id }] = (await gus.read('/payments')).body.data
  await gus.payment(id)
  await house.runSent()
  expect(await gus.payment(id)).toMatchObject({ state: 'Open', url: expect.stringMatching(/cards/) })
  house.cards.setDown(true)
  await gus.start('80', other)
  house.cards.setDown(false)
  const [{ id: second }] = (await gus.read('/payments')).body.data
  await house.wait(36)
  await house.run()
  expect(await gus.payment(second)).toMatchObject({ state: 'Expired', reason: 'late', mayCancel: false })
  // Asked for again, it says that it is over.
  expect((await gus.start('80', other)).body.data).toMatchObject({ id: second, state: 'Expired', url: null })
})

test('nothing is started without a price, without gold, by whoever owes, or where the product is closed', async () => {
  const hal = await newPayer()
  await house.withoutGold(async () => expect(await errorOf(hal.start('50'))).toBe('TreasuryShort'))
  await inTransaction(house.db, async (tx) => {
    const moved = await owe(tx, debtsOf(house.deps), {
      ...{ customer: hal.id, cause: 'payment', subject: randomUUID(), units: 1n, price: '100', cents: 500n },
      at: house.now(),
    })
    await post(tx, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves: [moved] })
  })
  expect(await errorOf(hal.start('50'))).toBe('DebtOpen')
  const ida = await newPayer()
  house.passTime(3 * 3600_000)
  await ida.awake()
  expect(await errorOf(ida.start('50'))).toBe('PriceStale')
  expect((await ida.rules('?amount=50')).estimate).toBeNull()
  await house.wait(1)
  expect(await errorOf(ida.start('50'))).toBeUndefined()
})

test('without a processor the product is closed, and no message is right', async () => {
  const bare = await createHouse()
  const saver = await bare.newSaver('nobody-takes-cards')
  const key = { 'idempotency-key': randomUUID() }
  expect(await errorOf(saver.client.post('/payments', { amount: '50' }, key))).toBe('ProductClosed')
  expect((await saver.client.get('/payments/rules')).status).toBe(200)
  expect((await bare.newClient().post('/webhooks/stripe', { id: 'evt_1' })).status).toBe(401)
  await bare.close()
})

test('a payment is cancelled at the processor too, once, and not by others', async () => {
  const [jan, kim] = [await newPayer(), await newPayer()]
  const { id } = await jan.started('50')
  for (const path of [`/payments/${id}`, `/payments/${randomUUID()}`]) expect((await kim.read(path)).status).toBe(404)
  expect((await kim.posted(`/payments/${id}/cancel`)).status).toBe(404)
  expect((await kim.read('/payments')).body.data).toEqual([])
  expect((await jan.posted(`/payments/${id}/cancel`)).body.data).toMatchObject({
    ...{ state: 'Expired', reason: 'customer', url: null, mayCancel: false },
  })
  expect(await errorOf(jan.posted(`/payments/${id}/cancel`))).toBe('StateChanged')
  expect(await jan.rules()).toMatchObject({ left: '1000' })
})

test('a payment that is cancelled when it was just paid counts', async () => {
  const leo = await newPayer()
  const { id } = await leo.started('50')
  house.cards.pay(id)
  expect((await leo.posted(`/payments/${id}/cancel`)).status).toBe(200)
  await house.runSent()
  expect((await leo.payment(id)).state).toBe('Booked')
})

import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { type ErrorName, errorTable } from '@ingot/endpoints/errors'
import * as calls from '@ingot/endpoints/holdings'
import { customerAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formOf, goodPin } from '../identity/test-people.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { createHouse, type Saver } from './test-holdings.ts'

const whole = 10n ** 18n
const quoteSeconds = 30

let house: Awaited<ReturnType<typeof createHouse>>
let ann: Saver
let ben: Saver
let people = 0

beforeAll(async () => {
  house = await createHouse()
})
beforeEach(async () => {
  await house.setPrice(hundredAGram)
  const rich = { USDT: '20000', USDAU: '5000', QMGT: '50' }
  people += 1
  ann = await house.newSaver(`ann${people}`, rich)
  ben = await house.newSaver(`ben${people}`, rich)
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

type Sent = { params?: Record<string, string>; body: Record<string, string> }
type Answer = Awaited<ReturnType<Saver['end']>>

const prove = async ({ client }: Saver, endpoint: Endpoint, sent: Sent, key: string) =>
  client.post('/verify-pin', formOf({ pin: goodPin, ...(await aimOf(endpoint, key, sent)) }))

const send = ({ client }: Saver, { path, bodyType }: Endpoint, { params, body }: Sent, key: string): Promise<Answer> =>
  client.post(path.replace(':id', params?.id ?? ''), bodyType === 'form' ? formOf(body) : body, {
    'idempotency-key': key,
  })

/** So many at the same moment, each with a key of its own and with the PIN before. */
const allAtOnce = async (who: Saver, endpoint: Endpoint, sent: Sent, count: number): Promise<Answer[]> => {
  const keys = Array.from({ length: count }, () => randomUUID())
  for (const key of keys) await prove(who, endpoint, sent, key)
  return Promise.all(keys.map((key) => send(who, endpoint, sent, key)))
}

const namesOf = (answers: Answer[]) =>
  new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.error.name])))

const quoteFor = async ({ client }: Saver, endpoint: Endpoint, body: object): Promise<string> => {
  const { status, body: reply } = await client.post(endpoint.path, body)
  expect({ status, error: reply.error }).toMatchObject({ status: 200 })
  return reply.data.id
}

/** Books so many grams, and says which holding it is. */
const book = async (who: Saver, grams: string): Promise<string> => {
  const { status, body } = await who.buy('GAE', 'USDT', grams, 'receive')
  expect({ status, error: body.error }).toMatchObject({ status: 200 })
  return body.data.holding
}

const convertSome = async (who: Saver, amount: string): Promise<string> => (await who.convert(amount)).body.data.holding

const end = (who: Saver, id: string, units: string, more: object = {}, key?: string) =>
  who.end(id, 'USDT', units, more, key)

/** All that could have moved. */
const everything = async () => {
  const { rows } = await sql`
    select (select count(*) from ledger_entries) as entries, (select count(*) from ledger_moves) as moves,
      (select count(*) from terminations) as terminations, (select count(*) from documents) as documents,
      (select json_agg(h order by number) from holdings h) as holdings,
      (select json_agg(p order by customer, product) from holding_positions p) as positions,
      (select json_agg(b order by account) from ledger_balances b) as balances`.execute(house.db)
  return rows[0]
}

/** Refused by its name, in words, and nothing has moved. */
const expectRefused = async (ask: () => Promise<Answer>, name: ErrorName, words?: string) => {
  const before = await everything()
  const { status, body } = await ask()
  expect(body.error).toMatchObject({ name, status: errorTable[name].status })
  expect(status).toBe(errorTable[name].status)
  expect(body.error.message).toContain(words ?? errorTable[name].message)
  expect(await everything()).toEqual(before)
}

describe('all at once', () => {
  test('fifty who end the same holding end it once', async () => {
    const [id, before] = [await book(ann, '5'), await house.balance(ann, 'USDT')]
    const sent = { params: { id }, body: { currency: 'USDT', units: '5' } }
    const answers = await allAtOnce(ann, calls.partialTerminate, sent, 50)
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    for (const name of namesOf(answers)) expect(['StateChanged', 'TooFewUnits']).toContain(name)
    // 5 g at 99.5, less half a percent.
    expect(parseAmount('USDT', await house.balance(ann, 'USDT')).units - parseAmount('USDT', before).units).toBe(
      parseAmount('USDT', '495.0125').units,
    )
    expect(await ann.holding(id)).toMatchObject({ state: 'Terminated', open: '0', openCost: '0', terminated: '5' })
  })

  test('fifty parts of the same holding end at most what there is, and each that ended is in it', async () => {
    const id = await book(ann, '2')
    const sent = { params: { id }, body: { currency: 'QMGT', units: '0.25' } }
    const answers = await allAtOnce(ann, calls.partialTerminate, sent, 50)
    const done = answers.filter(({ status }) => status === 200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(done.length).toBeGreaterThan(0)
    expect(done.length).toBeLessThanOrEqual(8)
    const lot = await ann.holding(id)
    expect(parseAmount('GAE', lot.terminated).units).toBe(BigInt(done.length) * (whole / 4n))
    expect(lot.terminations).toHaveLength(done.length)
  })

  test('whoever clicks again and again with one key gets one answer and one termination', async () => {
    const [id, key] = [await book(ann, '3'), randomUUID()]
    const sent = { params: { id }, body: { currency: 'USDAU', units: '1' } }
    await prove(ann, calls.partialTerminate, sent, key)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(ann, calls.partialTerminate, sent, key)))
    expect(new Set(answers.map(({ raw }) => raw.toString())).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await ann.holding(id)).toMatchObject({ open: '2' })
    // The same key for something else is neither.
    await expectRefused(() => end(ann, id, '2', {}, key), 'OperationKeyReused')
  })

  test('whoever lost the answer gets it once more, also where nothing is left to end', async () => {
    const [id, key] = [await book(ann, '3'), randomUUID()]
    const sent = { params: { id }, body: { currency: 'USDT', units: '3' } }
    await prove(ann, calls.partialTerminate, sent, key)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(ann, calls.partialTerminate, sent, key)))
    answers.push(await send(ann, calls.partialTerminate, sent, key))
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect((await ann.holding(id)).terminations).toHaveLength(1)
  })

  test('one quote that twelve want to book is booked once, and so is a conversion', async () => {
    const order = { product: 'GAE', payWith: 'USDT', amount: '60', of: 'pay' }
    const [quoteId, convertId] = [
      await quoteFor(ann, calls.quotePurchase, order),
      await quoteFor(ann, calls.quoteConvert, { amount: '1' }),
    ]
    for (const [endpoint, body] of [
      [calls.purchase, { quoteId }],
      [calls.convert, { amount: '1', quoteId: convertId }],
    ] as const) {
      const answers = await allAtOnce(ann, endpoint, { body }, 12)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(namesOf(answers)).toEqual(new Set(['QuoteUsed']))
    }
    expect((await ann.client.get('/holdings')).body.data).toHaveLength(2)
  })

  test('terminations of many customers and products at once wait for nobody and lose nothing', async () => {
    const grams = [1, 2, 3]
    const lots = [ann, ben].map(async (who) => ({ who, gae: await book(who, '3'), gca: await convertSome(who, '3') }))
    const ended = (await Promise.all(lots)).flatMap(({ who, gae, gca }) =>
      grams.flatMap(() => [who.end(gae, 'USDT', '0.5'), who.endGca(gca, 'QMGT', '0.5')]),
    )
    const answers = await Promise.all(ended)
    // Whoever is late is told so, and finds what there is when he looks again.
    for (const name of namesOf(answers)) expect(name).toBe('StateChanged')
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4)
  })
})

describe('what is not his', () => {
  test('a holding of somebody else is as unknown as one that never was, whatever is asked of it', async () => {
    const [gae, gca] = [await book(ann, '2'), await convertSome(ann, '2')]
    const ended = (await end(ann, gae, '1')).body.data.id
    for (const id of [gae, gca, randomUUID()]) {
      await expectRefused(() => end(ben, id, '1'), 'NotFound')
      await expectRefused(() => ben.endGca(id, 'USDT', '1'), 'NotFound')
      await expectRefused(() => ben.client.get(`/holdings/${id}`), 'NotFound')
      await expectRefused(() => ben.quoteTermination({ holding: id, currency: 'USDT' }), 'NotFound')
    }
    await expectRefused(() => ben.client.get(`/terminations/${ended}`), 'NotFound')
    expect((await ben.client.get('/holdings')).body.data).toEqual([])
  })

  test('a quote of somebody else, of something else, or that is over does nothing', async () => {
    const id = await book(ann, '4')
    const bens = await book(ben, '4')
    const order = { product: 'GAE', payWith: 'USDT', amount: '60', of: 'pay' }
    const purchaseId = await quoteFor(ann, calls.quotePurchase, order)
    const convertId = await quoteFor(ann, calls.quoteConvert, { amount: '1' })
    const endId = await quoteFor(ann, calls.quoteTermination, { holding: id, units: '1', currency: 'USDT' })
    const swapId = (await ann.quote({ pair: 'QMGT/USDT', side: 'sell', amount: '1', of: 'pay' })).body.data.id
    for (const quoteId of [purchaseId, endId]) {
      await expectRefused(() => ben.purchaseAt(quoteId), 'QuoteExpired')
      await expectRefused(() => ben.terminateAt(quoteId), 'QuoteExpired')
      await expectRefused(() => end(ben, bens, '1', { quoteId }), 'QuoteExpired')
    }
    await expectRefused(() => ben.convert('1', convertId), 'QuoteExpired')
    // His own, of another call.
    for (const quoteId of [convertId, endId, swapId, randomUUID()])
      await expectRefused(() => ann.purchaseAt(quoteId), 'QuoteExpired')
    for (const quoteId of [purchaseId, convertId, swapId])
      await expectRefused(() => ann.terminateAt(quoteId), 'QuoteExpired')
    await expectRefused(() => ann.swap(endId), 'QuoteExpired')
    house.passTime(quoteSeconds * 1000 + 1)
    await expectRefused(() => ann.purchaseAt(purchaseId), 'QuoteExpired')
    await expectRefused(() => ann.terminateAt(endId), 'QuoteExpired')
    await expectRefused(() => end(ann, id, '1', { quoteId: endId }), 'QuoteExpired')
    for (const path of ['/purchases/quotes', '/convert/quotes', '/terminations/quotes'])
      await expectRefused(() => ann.client.post(`${path}/${purchaseId}/reserve`), 'QuoteExpired')
  })

  test('a quote is for its holding, its grams and its currency alone', async () => {
    const [one, other, gca] = [await book(ann, '3'), await book(ann, '3'), await convertSome(ann, '3')]
    const quote = (body: object) => quoteFor(ann, calls.quoteTermination, { currency: 'USDT', ...body })
    const quoteId = await quote({ holding: one, units: '1' })
    await expectRefused(() => end(ann, other, '1', { quoteId }), 'QuoteMismatch')
    await expectRefused(() => end(ann, one, '2', { quoteId }), 'QuoteMismatch')
    await expectRefused(() => end(ann, one, '1', { quoteId, currency: 'QMGT' }), 'QuoteMismatch')
    const across = await quote({ product: 'GAE', units: '4' })
    await expectRefused(() => end(ann, one, '3', { quoteId: across }), 'QuoteMismatch')
    const convertId = await quoteFor(ann, calls.quoteConvert, { amount: '1' })
    await expectRefused(() => ann.convert('2', convertId), 'QuoteMismatch')
    // Each product by its own call.
    await expectRefused(() => end(ann, gca, '1'), 'WrongProduct')
    await expectRefused(() => ann.endGca(one, 'USDT', '1'), 'WrongProduct')
    // What was refused has used nothing up.
    expect((await end(ann, one, '1.0', { quoteId })).status).toBe(200)
    // And figures of a holding that has changed since are not those of the holding.
    await expectRefused(() => ann.terminateAt(across), 'StateChanged')
    await expectRefused(() => end(ann, one, '1', { quoteId }), 'QuoteUsed')
  })
})

/** As the estate of somebody who died would bind it, or let it go: in the ledger, and in the holding's row. */
const bind = async (who: Saver, id: string, grams: string, isBound = true) => {
  const amount = parseAmount('GAE', grams)
  const units = String(isBound ? amount.units : -amount.units)
  const [free, bound] = [customerAccount(who.id, 'GAE', 'available'), customerAccount(who.id, 'GAE', 'estate')]
  const moves = [move(amount, isBound ? { from: free, to: bound } : { from: bound, to: free })]
  await inTransaction(house.db, async (tx) => {
    await sql`update holdings set available_units = available_units - ${units}::numeric,
      estate_units = estate_units + ${units}::numeric where id = ${id}`.execute(tx)
    await sql`update holding_positions set available_units = available_units - ${units}::numeric
      where customer = ${who.id} and product = 'GAE'`.execute(tx)
    await post(tx, { reference: `test:${randomUUID()}`, kind: 'estate', causedBy: 'test', moves })
  })
}

describe('grams that are not there to end', () => {
  test('what is bound does not end, however it is asked for', async () => {
    const id = await book(ann, '3')
    const early = await quoteFor(ann, calls.quoteTermination, { holding: id, currency: 'USDT' })
    await bind(ann, id, '2')
    await expectRefused(() => end(ann, id, '3'), 'UnitsBound', 'only 1 g can be ended now')
    await expectRefused(() => end(ann, id, '1.5'), 'UnitsBound', 'only 1 g can be ended now')
    await expectRefused(() => end(ann, id, '3.5'), 'TooFewUnits', 'There are 3 g to end')
    const oldest = { product: 'GAE', units: '2', currency: 'USDT' }
    await expectRefused(() => ann.quoteTermination(oldest), 'UnitsBound', 'Of these 3 g only 1 g')
    await expectRefused(() => ann.terminateAt(early), 'StateChanged')
    expect((await end(ann, id, '1')).status).toBe(200)
    expect(await ann.holding(id)).toMatchObject({ state: 'Partially Terminated', open: '2', available: '0' })
    await expectRefused(() => end(ann, id, '1'), 'UnitsBound', 'None of these 2 g can be ended now')
    const all = { holding: id, currency: 'USDT' }
    await expectRefused(() => ann.quoteTermination(all), 'UnitsBound', 'None of these 2 g can be ended now')
    // Nobody has died: the ledger would miss who receives it.
    await bind(ann, id, '2', false)
    expect((await end(ann, id, '2')).status).toBe(200)
  })

  test('more than there is, dust, and dust that would stay are refused in words that say what can be done', async () => {
    const id = await book(ann, '2')
    await expectRefused(() => end(ann, id, '2.000000000000000001'), 'TooFewUnits', 'There are 2 g to end')
    await expectRefused(() => end(ann, id, '99999999999999999999'), 'TooFewUnits', 'There are 2 g to end')
    await expectRefused(() => end(ann, id, '0.009999999999999999'), 'PartTooSmall', 'At least 0.01 g')
    await expectRefused(
      () => end(ann, id, '1.990000000000000001'),
      'PartTooSmall',
      'would leave 0.009999999999999999 g',
    )
    await book(ann, '2')
    const across = (units: string) => () => ann.quoteTermination({ product: 'GAE', units, currency: 'USDT' })
    await expectRefused(across('2.005'), 'PartTooSmall', 'Please end 2 g, or at least 0.01 g more than that.')
    await expectRefused(across('3.995'), 'PartTooSmall', 'would leave 0.005 g')
    await expectRefused(across('4.01'), 'TooFewUnits', 'There are 4 g to end')
    const none = { product: 'GCA', currency: 'USDT' }
    await expectRefused(() => ann.quoteTermination(none), 'TooFewUnits', 'no GCA')
    expect((await end(ann, id, '0.01')).status).toBe(200)
    expect((await end(ann, id, '1.98')).status).toBe(200)
    // What is left is the least, and goes as a whole.
    expect((await end(ann, id, '0.01')).status).toBe(200)
    await expectRefused(() => end(ann, id, '0.01'), 'TooFewUnits', 'Nothing is left')
  })

  test('more than one has is not booked, and a top-up needs a GAE', async () => {
    const order = { product: 'GAE', payWith: 'USDAU', amount: '6000', of: 'pay' }
    const quoteId = await quoteFor(ann, calls.quotePurchase, order)
    await expectRefused(() => ann.purchaseAt(quoteId), 'BalanceTooLow')
    await expectRefused(() => ann.convert('51'), 'BalanceTooLow')
    const extra = { ...order, product: 'GAEX', amount: '20' }
    await expectRefused(() => ann.client.post(calls.quotePurchase.path, extra), 'GaeMissing')
    const id = await book(ann, '1')
    const early = await quoteFor(ann, calls.quotePurchase, extra)
    expect((await end(ann, id, '1')).status).toBe(200)
    await expectRefused(() => ann.purchaseAt(early), 'GaeMissing')
  })
})

describe('what no page sends', () => {
  const wrong = [
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1,5',
    '',
    'NaN',
    '0x10',
    '1.0000000000000000001',
    '1'.repeat(40),
    '١',
  ]

  test('amounts that are none are refused as such', async () => {
    const id = await book(ann, '2')
    for (const units of wrong) {
      await expectRefused(() => end(ann, id, units), 'InvalidInput', '')
      await expectRefused(() => ann.endGca(id, 'USDT', units), 'InvalidInput', '')
      await expectRefused(() => ann.convert(units), 'InvalidInput', '')
      const order = { product: 'GAE', payWith: 'USDT', amount: units, of: 'pay' }
      await expectRefused(() => ann.client.post(calls.quotePurchase.path, order), 'InvalidInput', '')
    }
  })

  test('forms that are wrong, calls without a key and without the PIN do nothing', async () => {
    const id = await book(ann, '2')
    const params = { id }
    for (const body of [
      { units: '1' },
      { currency: 'EUR', units: '1' },
      { currency: 'GAE', units: '1' },
      { currency: 'USDT', units: '1', customer: ben.id },
      { currency: 'USDT', units: '1', quoteId: 'none' },
      { currency: 'USDT', units: '1', paper: 'A3' },
      { currency: 'USDT', units: '1', zone: 'Nowhere/At all' },
    ] as Record<string, string>[])
      await expectRefused(() => ann.withPin(calls.partialTerminate, { params, body }), 'InvalidInput', '')
    const good = { currency: 'USDT', units: '1' }
    for (const body of [{ currency: 'USDT' }, { holding: id, product: 'GAE', currency: 'USDT' }])
      await expectRefused(() => ann.quoteTermination(body), 'InvalidInput', '')
    await expectRefused(
      () => ann.withPin(calls.partialTerminate, { params: { id: 'mine' }, body: good }),
      'InvalidInput',
      '',
    )
    const [path, form] = [`/partial-terminate/${id}`, formOf(good)]
    await expectRefused(() => ann.client.post(path, form), 'OperationKeyMissing')
    const key = randomUUID()
    await expectRefused(() => ann.client.post(path, form, { 'idempotency-key': key }), 'StepUpRequired')
    // Proven for one gram, it is not proven for two.
    await prove(ann, calls.partialTerminate, { params, body: good }, key)
    const two = { ...good, units: '2' }
    await expectRefused(() => send(ann, calls.partialTerminate, { params, body: two }, key), 'StepUpRequired')
    expect((await send(ann, calls.partialTerminate, { params, body: good }, key)).status).toBe(200)
  })
})

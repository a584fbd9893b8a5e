import { randomUUID } from 'node:crypto'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { swap } from '@ingot/endpoints/trade'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bindAtOnce } from '../../bind.ts'
import { allFeatures, type ServerDeps } from '../../server.ts'
import { createPeople, formOf, goodPin, refused } from '../identity/test-people.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

// The busiest calls know their caller from an earlier one. Whatever has changed since counts from the very next call on,
// also when somebody else changed it: here it is written to the database behind the server's back.

let market: Awaited<ReturnType<typeof createMarket>>
let names = 0
let trader: Trader
beforeAll(async () => {
  market = await createMarket()
  await market.fillVault('1000')
  await market.fillTreasury('QMGT', '500')
  await market.setPrice(hundredAGram)
})
afterAll(() => market.close())

const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '10', of: 'pay' }
beforeEach(async () => {
  trader = await market.newTrader(`known${++names}`, { USDT: '1000' })
  expect((await trader.quote(buy)).status).toBe(200)
})

const prove = (pin: string, key: string, quoteId = randomUUID() as string) => trader.prove(swap, key, { quoteId }, pin)
const endSession = () =>
  sql`update sessions set ended_at = ${market.now()} where customer = ${trader.id}`.execute(market.db)
const setKyc = (status: string) =>
  sql`update customers set kyc_status = ${status} where id = ${trader.id}`.execute(market.db)
const countOf = async (table: 'deal_quotes' | 'trades') => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(table)} where customer = ${trader.id}`.execute(market.db)
  return Number(rows[0]?.count)
}
const grants = async () => {
  const { rows } = await sql`
    select operation from step_up_grants g join sessions s on s.id = g.session
    where s.customer = ${trader.id}`.execute(market.db)
  return rows
}
const over = refused('Unauthorized', 'Please log in to continue.', { reason: 'ended' })
const swapWith = (quoteId: string, key: string) => trader.client.post('/swap', { quoteId }, { 'idempotency-key': key })

describe('a session that was ended elsewhere', () => {
  test('gets no quote, and learns nothing of what is wrong with its request', async () => {
    await endSession()
    expect(await trader.quote(buy)).toMatchObject(over)
    expect(await trader.client.post('/quotes', { pair: 'nonsense' })).toMatchObject(over)
    expect(await countOf('deal_quotes')).toBe(1)
  })

  test('proves nothing with the PIN, right or wrong', async () => {
    await endSession()
    expect(await prove(goodPin, 'x')).toMatchObject(over)
    expect(await prove('000000', 'x')).toMatchObject(over)
    expect(await trader.client.post('/verify-pin', formOf({ pin: goodPin }))).toMatchObject(over)
    expect(await grants()).toEqual([])
    const { rows } = await sql`select pin_failures from customers where id = ${trader.id}`.execute(market.db)
    expect(rows).toEqual([{ pin_failures: 0 }])
  })

  test('trades nothing, though everything was proven', async () => {
    const { id } = (await trader.quote(buy)).body.data
    await prove(goodPin, '12345678', id)
    await endSession()
    expect(await swapWith(id, '12345678')).toMatchObject(over)
    expect(await countOf('trades')).toBe(0)
    expect(await market.balance(trader, 'USDT')).toBe('1000')
  })

  test('does not get the answer again that it had before', async () => {
    const [key, { id }] = [randomUUID(), (await trader.quote(buy)).body.data]
    const done = await trader.swap(id, key)
    expect(done.status).toBe(200)
    expect((await swapWith(id, key)).body).toEqual(done.body)
    await endSession()
    expect(await swapWith(id, key)).toMatchObject(over)
  })
})

describe('a customer who was changed elsewhere', () => {
  test('gets no quote as soon as he is not verified any more, and one when he is again', async () => {
    await setKyc('Rejected')
    expect(await trader.quote(buy)).toMatchObject({ status: 403, body: { error: { name: 'Forbidden' } } })
    expect(await countOf('deal_quotes')).toBe(1)
    await setKyc('Verified')
    expect((await trader.quote(buy)).status).toBe(200)
  })

  test('proves nothing with a PIN that is locked', async () => {
    await sql`
      update customers set pin_failures = 5, pin_locked_until = ${new Date(market.now().getTime() + 60_000)}
      where id = ${trader.id}`.execute(market.db)
    expect((await prove(goodPin, 'x')).status).toBe(429)
  })
})

test('whatever else was written to the session or the customer, each call is done once', async () => {
  const touch = () => sql`update sessions set agent = agent where customer = ${trader.id}`.execute(market.db)
  const key = randomUUID()
  await touch()
  const { status, body } = await trader.quote(buy)
  expect([status, await countOf('deal_quotes')]).toEqual([200, 2])
  await touch()
  expect((await prove(goodPin, key, body.data.id)).status).toBe(200)
  await touch()
  expect((await swapWith(body.data.id, key)).status).toBe(200)
  expect([await countOf('trades'), await market.balance(trader, 'USDT')]).toEqual([1, '990'])
})

test('half of a session that is known is not enough', async () => {
  const { cookie, jwt } = trader.client.state
  for (const half of [
    { cookie: '' },
    { jwt: '' },
    { cookie: cookie.replace(/=[\w-]{4}/, '=AAAA') },
    { jwt: `${jwt}A` },
  ]) {
    Object.assign(trader.client.state, { cookie, jwt }, half)
    expect((await trader.quote(buy)).status).toBe(401)
  }
})

test('a call that is done at once and does not ask about its caller fails', async () => {
  const careless = endpoint({
    name: 'careless',
    method: 'POST',
    path: '/test/careless',
    summary: 'Trusts whoever was there before.',
    gate: 'session',
    body: z.strictObject({}),
    reply: data(z.null()),
    errors: [],
    fallback: 'Failed',
    onFailure: 'raise',
  })
  const features = (deps: ServerDeps) => {
    const { endpoints, bindings } = allFeatures(deps)
    const binding = bindAtOnce(careless, async () => ({ data: null }))
    return { endpoints: [...endpoints, careless], bindings: [...bindings, binding] }
  }
  const people = await createPeople({ features })
  const client = await people.newCustomer('careful')
  expect((await client.get('/getInfo')).status).toBe(200)
  expect((await client.post('/test/careless')).status).toBe(500)
  await people.close()
})

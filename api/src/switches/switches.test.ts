import { allEndpoints } from '@ingot/endpoints/all'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Operator, withOperators } from '../approvals/test-approvals.ts'
import { bind } from '../bind.ts'
import { createPeople, goodPassword, refused } from '../features/identity/test-people.ts'
import { createMarket, hundredAGram, type Trader } from '../features/trade/test-market.ts'
import { allFeatures, type ServerDeps } from '../server.ts'
import { insertTestClosing } from './test-switches.ts'

const createHouse = async () => withOperators(await createMarket())

let house: Awaited<ReturnType<typeof createHouse>>
let olga: Operator
let carl: Operator
let [german, french, unknown]: Trader[] = []
beforeAll(async () => {
  house = await createHouse()
  await house.setPrice(hundredAGram)
  await house.fillVault('5000')
  await house.fillTreasury('QMGT', '2000')
  await house.fillTreasury('USDAU', '2000')
  await house.fillTreasury('USDT', '500000')
  olga = await house.newOperator('olga', ['Owner'])
  carl = await house.newOperator('carl', ['Compliance'])
  const from = async (username: string, residence: string | null) => {
    const trader = await house.newTrader(username, { USDT: '10000', QMGT: '20' })
    await sql`update customers set residence = ${residence} where id = ${trader.id}`.execute(house.db)
    return trader
  }
  ;[german, french, unknown] = [await from('german', 'DE'), await from('french', 'FR'), await from('unknown', null)]
})
afterAll(() => house.close())

const traders = () => ({ german: german as Trader, french: french as Trader, unknown: unknown as Trader })

/** What was said counts a second later in every process. */
const later = async () => {
  house.passTime(1000)
  await house.setPrice(hundredAGram)
}

const close = async (country: string, operator: Operator = olga, more: object = {}) =>
  operator.client.post('/operator/products/close', {
    ...{ product: 'swap', country, reason: 'the regulator asks for it' },
    ...(await house.proofOf(operator)),
    ...more,
  })
const open = async (country: string) => {
  const id = await house.askedBy(carl, { action: 'open-product', thing: `swap/${country}` })
  const { body } = await house.decide(olga, 'approve', id)
  await later()
  return body.data.state
}
const state = async () => {
  const [{ history, ...product }] = (await carl.client.get('/operator/products')).body.data
  return { ...product, history: history.length }
}

/** Everything is open again. */
beforeEach(async () => {
  const { isOpen, countries } = await state()
  for (const { country, isOpen: isCountryOpen } of countries) if (!isCountryOpen) await open(country)
  if (!isOpen) await open('all')
  await later()
})

const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '1', of: 'receive' }
const sell = { ...buy, side: 'sell', of: 'pay' }
const inCountry = refused('ProductClosed', 'Buying gold is not available in your country at the moment.', {
  ...{ product: 'swap', why: 'country' },
})
const closedToAll = refused('ProductClosed', 'Buying gold is closed at the moment.', {
  ...{ product: 'swap', why: 'everywhere' },
})

describe('a product that is closed in a country', () => {
  beforeEach(async () => {
    expect(await close('DE')).toMatchObject({ status: 200, body: { data: { done: true } } })
    await later()
  })

  test('takes nothing new of whoever lives there, and everything of the others', async () => {
    const { german, french } = traders()
    expect(await german.quote(buy)).toMatchObject(inCountry)
    for (const pair of ['USDAU/USDT', 'QMGT/USDAU'])
      expect(await german.quote({ ...buy, pair, amount: '10' })).toMatchObject(inCountry)
    expect((await french.trade(buy)).status).toBe(200)
  })

  test('can be ended by whoever lives there: what one has can be sold', async () => {
    const { german } = traders()
    expect((await german.trade(sell)).status).toBe(200)
    expect((await german.sell({ amount: '1' })).status).toBe(200)
    // Other gold for gold is bought, and not needed to end anything.
    expect(await german.quote({ ...sell, pair: 'QMGT/USDAU' })).toMatchObject(inCountry)
  })

  test('is closed to whoever lives nobody knows where, in other words', async () => {
    expect(await traders().unknown.quote(buy)).toMatchObject(
      refused('ProductClosed', 'Buying gold is not available until we know which country you live in.', {
        ...{ product: 'swap', why: 'unknown-country' },
      }),
    )
    expect((await traders().unknown.trade(sell)).status).toBe(200)
  })

  test('tells each customer how it stands for himself', async () => {
    const { german, french, unknown } = traders()
    const closedFor = async ({ client }: Trader) =>
      (await client.get('/products')).body.data.filter(({ name }: { name: string }) => name === 'swap')
    expect(await closedFor(german)).toEqual([{ name: 'swap', closed: 'country' }])
    expect(await closedFor(french)).toEqual([{ name: 'swap', closed: null }])
    expect(await closedFor(unknown)).toEqual([{ name: 'swap', closed: 'unknown-country' }])
    expect((await house.newClient().get('/products')).status).toBe(401)
  })

  test('follows a customer who moves', async () => {
    const { french } = traders()
    await sql`update customers set residence = 'DE' where id = ${french.id}`.execute(house.db)
    expect(await french.quote(buy)).toMatchObject({ status: 409 })
    expect(await french.quote(buy)).toMatchObject(inCountry)
    await sql`update customers set residence = 'FR' where id = ${french.id}`.execute(house.db)
    await french.quote(buy)
    expect((await french.quote(buy)).status).toBe(200)
  })

  test('stays closed there when it is opened everywhere, which the approver reads', async () => {
    await close('all')
    await later()
    const asked = await house.ask(carl, { action: 'open-product', thing: 'swap/all' })
    expect(asked.body.data).toMatchObject({
      before: [{ name: 'Buying gold, everywhere', value: 'Closed' }],
      after: [
        { name: 'Buying gold, everywhere', value: 'Open' },
        { name: 'Stays closed in', value: 'Germany' },
      ],
      told: null,
    })
    expect((await house.decide(olga, 'approve', asked.body.data.id)).body.data.state).toBe('done')
    await later()
    const { german, french } = traders()
    expect([(await german.quote(buy)).status, (await french.quote(buy)).status]).toEqual([409, 200])
  })
})

describe('a quote from before', () => {
  test('is not honoured once the product is closed, nor held, nor made anew; one to sell is', async () => {
    const { german } = traders()
    const [bought, sold] = [await german.quote(buy), await german.quote(sell)]
    const before = await house.balance(german, 'QMGT')
    await close('all')
    house.passTime(1000)
    expect(await german.swap(bought.body.data.id)).toMatchObject(closedToAll)
    expect(await german.reserve(bought.body.data.id)).toMatchObject(closedToAll)
    expect(await house.balance(german, 'QMGT')).toBe(before)
    expect((await german.swap(sold.body.data.id)).status).toBe(200)
  })

  test('that was accepted is answered again as it was, though the product is closed by now', async () => {
    const { german } = traders()
    const { id } = (await german.quote(buy)).body.data
    const done = await german.swap(id, 'accepted-before-closing')
    await close('all')
    house.passTime(1000)
    expect((await german.swap(id, 'accepted-before-closing')).body).toEqual(done.body)
  })

  test('is accepted or not when it is closed at the same moment, and nothing is half done', async () => {
    const { french } = traders()
    const quotes = await Promise.all([1, 2, 3, 4].map(() => french.quote(buy)))
    const before = Number(await house.balance(french, 'QMGT'))
    const [closing, ...trades] = await Promise.all([
      close('all'),
      ...quotes.map(({ body }) => french.swap(body.data.id)),
    ])
    expect(closing.status).toBe(200)
    const done = trades.filter(({ status }) => status === 200).length
    for (const { status, body } of trades) if (status !== 200) expect(body.error.name).toBe('ProductClosed')
    expect(Number(await house.balance(french, 'QMGT'))).toBe(before + done)
    house.passTime(1000)
    expect(await french.quote(buy)).toMatchObject(closedToAll)
  })
})

describe('to close', () => {
  test('takes one operator, of whom everybody is told, and stands in the history', async () => {
    expect((await close('FR', carl)).status).toBe(200)
    const [{ countries, isOpen, history, title }] = (await olga.client.get('/operator/products')).body.data
    expect({ countries, isOpen, title }).toEqual({
      countries: [{ country: 'FR', isOpen: false }],
      isOpen: true,
      title: 'Buying gold',
    })
    expect(history[0]).toEqual({
      ...{ country: 'FR', isOpen: false, asker: 'carl', approver: null, reason: 'the regulator asks for it' },
      at: house.now().toISOString(),
    })
    const [line] = (await olga.client.get('/operator/audit')).body.data
    expect(line).toMatchObject({ action: 'close-product', operator: 'carl', thing: 'swap/FR', alone: true })
    expect((await olga.client.get('/operator/desk')).body.data.alone[0]).toMatchObject({ title: 'Closed a product' })
  })

  test.each([
    ['a country that there is not', { country: 'XX' }],
    ['letters as nobody writes them', { country: 'de' }],
    ['a product that there is not', { product: 'stake' }],
    ['no reason', { reason: '' }],
    ['something besides', { more: 'x' }],
  ])('is refused with %s', async (_what, more) => {
    const before = await state()
    expect(await close('DE', olga, more)).toMatchObject({ status: 400, body: { error: { name: 'InvalidInput' } } })
    expect(await state()).toEqual(before)
  })

  test('is refused twice, without the proof, and to any other role', async () => {
    expect((await close('DE')).status).toBe(200)
    expect(await close('DE')).toMatchObject(refused('StateChanged', 'This is closed already.'))
    const before = await state()
    expect((await close('FR', olga, { password: `${goodPassword}?` })).body.error.name).toBe('PasswordIncorrect')
    expect((await close('FR', olga, { inputCode: '000000' })).body.error.name).toBe('TwoFactorCodeIncorrect')
    const support = await house.newOperator('sue', ['Support', 'Finance', 'Vault'])
    expect((await close('FR', support)).status).toBe(403)
    expect(await state()).toEqual(before)
  })

  test('many times at once closes once', async () => {
    const proof = await house.proofOf(olga)
    const answers = await Promise.all(Array.from({ length: 30 }, () => close('IT', olga, proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await state()).countries).toEqual([{ country: 'IT', isOpen: false }])
    // All the others had a code that was used.
    await sql`delete from tries`.execute(house.db)
  })
})

describe('to open', () => {
  test('takes two, and is refused for what is open', async () => {
    expect(await house.ask(olga, { action: 'open-product', thing: 'swap/DE' })).toMatchObject(
      refused('StateChanged', 'This is open already.'),
    )
    await close('DE')
    await later()
    expect(await open('DE')).toBe('done')
    expect((await traders().german.quote(buy)).status).toBe(200)
    expect((await state()).countries).toEqual([])
  })

  test('a country while it is closed everywhere opens it there alone', async () => {
    await close('all')
    expect(await open('DE')).toBe('done')
    const { german, french } = traders()
    expect([(await german.quote(buy)).status, (await french.quote(buy)).status]).toEqual([200, 409])
    expect(await state()).toMatchObject({ isOpen: false, countries: [{ country: 'DE', isOpen: true }] })
    await close('all')
    await later()
    expect(await german.quote(buy)).toMatchObject(closedToAll)
  })

  test('takes two in the database, too, which forgets and changes nothing', async () => {
    await close('DE')
    const alone = sql`
      insert into product_switches (product, country, is_open, asker, reason, at)
      values ('swap', 'DE', true, ${olga.id}, 'alone', now())`
    await expect(alone.execute(house.db)).rejects.toThrow('two_persons_open')
    await expect(sql`update product_switches set is_open = true`.execute(house.db)).rejects.toThrow()
    await expect(sql`delete from product_switches`.execute(house.db)).rejects.toThrow()
  })
})

test('whatever is done at a quote, or without, names its product, and says that it may be closed', () => {
  const deals = allEndpoints.filter(({ errors }) => errors.includes('DayLimitReached'))
  // What only ends what is there cannot be closed.
  expect(deals.filter(({ product }) => !product).map(({ name }) => name)).toEqual([
    'quoteTermination',
    'reserveTermination',
    'terminate',
    'partialTerminate',
    'requestGcaTerminate',
  ])
  const named = allEndpoints.filter(({ product }) => product)
  expect(named.filter(({ errors, gate }) => !errors.includes('ProductClosed') || gate !== 'verified')).toEqual([])
})

/** As a product will have it in which nothing can be ended by the same call. */
const begin = endpoint({
  ...{ name: 'begin', method: 'POST', path: '/test/begin', summary: 'Begins something.', gate: 'verified' },
  product: 'swap',
  reply: data(z.string()),
  errors: ['ProductClosed'],
  fallback: 'Failed',
  onFailure: 'raise',
})

test('a call that only makes something new is refused at the door', async () => {
  let begun = 0
  const withBegin = (deps: ServerDeps) => {
    const { endpoints, bindings } = allFeatures(deps)
    const own = bind(begin, async () => ({ data: `begun ${++begun}` }))
    return { endpoints: [...endpoints, begin], bindings: [...bindings, own] }
  }
  const people = await createPeople({ features: withBegin })
  const client = await people.newCustomer('ida', { verified: true })
  expect((await client.post('/test/begin')).body).toEqual({ data: 'begun 1' })
  await people.newCustomer('otto', { operator: true })
  await insertTestClosing(people.db, { product: 'swap', country: 'all' }, people.now())
  people.passTime(1000)
  expect(await client.post('/test/begin')).toMatchObject(closedToAll)
  expect(begun).toBe(1)
  await people.close()
})

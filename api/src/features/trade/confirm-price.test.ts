import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { goodPassword, minute } from '../identity/test-people.ts'
import { confirmPrice, describePrice, type Proof, readPriceState } from './confirm-price.ts'
import { createMarket, hundredAGram, type Trader } from './test-market.ts'

let market: Awaited<ReturnType<typeof createMarket>>
let trader: Trader
let operators: Record<'anna' | 'bert', { code: () => string; client: Awaited<ReturnType<typeof operator>>['client'] }>

const operator = async (username: string) => {
  const client = await market.newCustomer(username, { operator: true })
  return { client, ...(await market.enrol(client)) }
}
beforeEach(async () => {
  market = await createMarket()
  await market.setPrice(hundredAGram)
  operators = { anna: await operator('anna'), bert: await operator('bert') }
  market.nextCode()
  trader = await market.newTrader('trader')
  market.second.failWith(undefined)
  market.passTime(11 * minute)
  await market.setFeed('2800')
})
afterEach(() => market.close())

const from = { address: '127.0.0.1', agent: 'command:test' }
const proof = (name: string, more: object = {}) => ({
  email: `${name}@example.com`,
  password: goodPassword,
  code: operators[name as 'anna']?.code() ?? '123456',
  ...more,
})
const shownNow = async () => {
  const { doubt } = await readPriceState(market.db, market.now())
  if (!doubt) throw new Error('nothing is doubted')
  return doubt
}
const confirm = async (
  proofs: [Proof, Proof] = [proof('anna'), proof('bert')],
  shown?: { round: bigint; price: string },
) => confirmPrice(market.identity, shown ?? (await shownNow()), proofs, from)
const price = async () => {
  market.passTime(2000)
  return (await market.newClient().get('/price')).body.data
}
const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '100', of: 'pay' }

test('two operators confirm a jump: it is the price at once, and what follows is judged by it', async () => {
  expect(describePrice(await readPriceState(market.db, market.now())).join('\n')).toMatch(
    /nothing is traded: it is too far from the last price that was believed\.\n {2}doubted +2800 USD for an ounce.+\n {2}believed +3110\.34768 USD.+\n {2}second +3110\.34768 USD/,
  )
  expect(await price()).toMatchObject({ state: 'suspect', perOunce: hundredAGram })
  await confirm()
  expect(await price()).toMatchObject({ state: 'open', perOunce: '2800' })
  expect((await trader.quote(buy)).status).toBe(200)
  await market.readFeed()
  expect(await price()).toMatchObject({ state: 'open', perOunce: '2800' })
  await market.setFeed('2810')
  expect(await price()).toMatchObject({ state: 'open', perOunce: '2810' })
  await market.setFeed(hundredAGram)
  expect(await price()).toMatchObject({ state: 'suspect', perOunce: '2810' })
  const { rows } =
    await sql`select cardinality(confirmed_by) as operators from price_doubts where ended_at is not null`.execute(
      market.db,
    )
  expect(rows).toEqual([{ operators: 2 }])
  for (const { client } of Object.values(operators))
    expect(await market.activityOf(client)).toContain('price-confirmed')
  const approvals = await sql`
    select a.action, a.state, k.username as asker, d.username as decider
    from approvals a join customers k on k.id = a.asker join customers d on d.id = a.decider`.execute(market.db)
  expect(approvals.rows).toEqual([{ action: 'confirm-price', state: 'done', asker: 'anna', decider: 'bert' }])
})

test('one operator is not two, a customer is none, and without 2FA nobody is one', async () => {
  await expect(confirm([proof('anna'), proof('anna')])).rejects.toThrow(
    'It takes two operators, and these are the same one.',
  )
  await expect(confirm([proof('anna'), proof('trader')])).rejects.toThrow(
    'Second operator: trader@example.com is not an operator.',
  )
  await market.newCustomer('sven', { operator: ['Support'] })
  await expect(confirm([proof('anna'), proof('sven')])).rejects.toThrow(
    'Second operator: sven@example.com has no role that may confirm a price.',
  )
  await market.newCustomer('carl', { operator: true })
  await expect(confirm([proof('carl'), proof('bert')])).rejects.toThrow('has not set up two-factor authentication')
  expect(await price()).toMatchObject({ state: 'suspect' })
})

test('a wrong password or code confirms nothing, is counted and recorded, and a code works once', async () => {
  const wrong: [Proof, Proof] = [proof('anna'), proof('bert', { password: 'not this one' })]
  await expect(confirm(wrong)).rejects.toThrow('Second operator: Wrong e-mail, username or password. Please try again.')
  await expect(confirm([proof('anna'), proof('bert', { code: '000000' })])).rejects.toThrow(
    'Second operator: Incorrect 2FA code.',
  )
  // The first operator's code was right, and is used up.
  await expect(confirm()).rejects.toThrow('First operator: Incorrect 2FA code.')
  expect(await market.activityOf(operators.bert.client)).toEqual(
    expect.arrayContaining(['2fa-refused', 'sign-in-refused']),
  )
  for (let n = 0; n < 10; n++) await confirm(wrong).catch(() => undefined)
  await expect(confirm(wrong)).rejects.toThrow('Too many attempts.')
  expect(await price()).toMatchObject({ state: 'suspect' })
})

test('only what was shown is confirmed', async () => {
  const shown = await shownNow()
  await expect(confirm(undefined, { ...shown, price: '2801' })).rejects.toThrow('Another round is in doubt by now')
  market.nextCode()
  await market.setFeed('2500')
  await expect(confirm(undefined, shown)).rejects.toThrow('Another round is in doubt by now, at 2500 USD for an ounce.')
  await market.setSecond('2500')
  market.nextCode()
  await expect(confirm(undefined, shown)).rejects.toThrow('No price is in doubt any more')
  expect(await price()).toMatchObject({ state: 'open', perOunce: '2500' })
  expect((await sql`select from approvals`.execute(market.db)).rows).toEqual([])
})

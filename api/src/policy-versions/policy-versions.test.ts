import { openTestWorker } from '@ingot/db/test-jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Operator, withOperators } from '../approvals/test-approvals.ts'
import { day, minute } from '../features/identity/test-people.ts'
import { createMarket, hundredAGram, type Trader } from '../features/trade/test-market.ts'
import { policyJobs } from './jobs.ts'
import { insertTestVersion } from './test-versions.ts'

const createHouse = async () => withOperators(await createMarket())

let house: Awaited<ReturnType<typeof createHouse>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
let olga: Operator
let carl: Operator
let trader: Trader
let names = 0
beforeAll(async () => {
  house = await createHouse()
  worker = await openTestWorker(house.databaseUrl, policyJobs(house))
  await house.fillVault('5000')
  await house.fillTreasury('QMGT', '2000')
  await house.fillTreasury('USDT', '500000')
})
beforeEach(async () => {
  await house.setPrice(hundredAGram)
  // Sessions end with the time that passes in these tests.
  olga = await house.newOperator(`olga${++names}`, ['Owner'])
  carl = await house.newOperator(`carl${names}`, ['Compliance'])
  trader = await house.newTrader(`trader${names}`, { USDT: '100000', QMGT: '50' })
})
afterAll(async () => {
  await worker.close()
  await house.close()
})

const fee = 'trade.pairs.QMGT/USDT.fee'
const buy = { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' }

const ask = (thing: string, value: string, from: Date | '' = '') =>
  house.ask(olga, {
    action: 'change-policy',
    thing,
    given: { value, from: from === '' ? '' : from.toISOString() },
  })
const change = async (thing: string, value: string, from: Date | '' = '') => {
  const asked = await ask(thing, value, from)
  expect(asked).toMatchObject({ status: 200 })
  return house.decide(carl, 'approve', asked.body.data.id)
}
const inDays = (days: number) => new Date(house.now().getTime() + days * day)
const numberOf = async (name: string) =>
  (await olga.client.get('/operator/policy')).body.data.numbers.find((each: { name: string }) => each.name === name)

describe('a change', () => {
  test('takes two operators, is seen in the next quote and not in one from before, and stands in the history', async () => {
    const old = (await trader.quote(buy)).body.data
    const asked = await ask(fee, '20')
    expect(asked.body.data).toMatchObject({ told: null, before: [{ value: '25 basis points (0.25 %)' }] })
    expect((await numberOf(fee)).now).toBe('25')
    expect((await house.decide(carl, 'approve', asked.body.data.id)).body.data.state).toBe('done')

    const fresh = (await trader.quote(buy)).body.data
    expect([old.feeBasisPoints, fresh.feeBasisPoints]).toEqual([25, 20])
    const done = (await trader.swap(old.id)).body.data
    expect([done.feeBasisPoints, done.fee.amount, done.receive]).toEqual([25, '2.5', old.receive])
    expect((await trader.swap(fresh.id)).body.data.fee.amount).toBe('2')
    const { rows } = await sql<{ policy_version: string }>`
      select policy_version from deal_quotes where customer = ${trader.id} order by policy_version`.execute(house.db)
    const [before, after] = rows.map((row) => Number(row.policy_version))
    expect(after).toBe(Number(before) + 1)
    expect(await numberOf(fee)).toMatchObject({
      now: '20',
      next: null,
      isFee: true,
      history: [
        { value: '20', asker: olga.username, approver: carl.username, reason: 'the customer called' },
        { value: '25', asker: null, approver: null, reason: null },
      ],
    })
  })

  test('of another process is in the very next quote and in a sale without one, whatever this one has in memory', async () => {
    await trader.quote(buy)
    const at = house.now()
    await insertTestVersion(house.db, { name: 'trade.pairs.QMGT/USDT.spread', value: '40', from: at })
    await insertTestVersion(house.db, { name: fee, value: '15', from: at })
    expect((await trader.quote(buy)).body.data).toMatchObject({ price: '100.4', feeBasisPoints: 15 })
    await insertTestVersion(house.db, { name: fee, value: '10', from: at })
    expect((await trader.sell({ amount: '1' })).body.data).toMatchObject({ price: '99.6', feeBasisPoints: 10 })
    // What is only shown is at most a second behind.
    house.passTime(1000)
    expect((await trader.client.get('/price')).body.data.sell).toBe('99.6')
  })

  test('while many ask for quotes gives each the numbers of the version that it names', async () => {
    const at = house.now()
    // From here on the process has what it needs in memory.
    await trader.quote(buy)
    const quotes = Array.from({ length: 40 }, () => trader.quote(buy))
    for (const value of ['11', '12', '13']) await insertTestVersion(house.db, { name: fee, value, from: at })
    const made = await Promise.all([...quotes, ...Array.from({ length: 15 }, () => trader.quote(buy))])
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(made.slice(40).map(({ body }) => body.data.feeBasisPoints)).toEqual(made.slice(40).map(() => 13))
    const { rows } = await sql<{ wrong: string }>`
      select count(*) as wrong from deal_quotes q where customer = ${trader.id} and shown->>'feeBasisPoints' <>
        (select value from policy_versions where name = ${fee} and id <= q.policy_version order by id desc limit 1)
    `.execute(house.db)
    expect(rows[0]?.wrong).toBe('0')
    await insertTestVersion(house.db, { name: fee, value: '10', from: at })
  })

  test('that is planned comes into force at its moment and not before', async () => {
    expect((await change('deals.quoteSeconds', '60', new Date(house.now().getTime() + minute / 2))).status).toBe(200)
    expect((await numberOf('deals.quoteSeconds')).next).toMatchObject({ value: '60' })
    house.passTime(minute / 2 - 1)
    expect((await trader.quote(buy)).body.data.expiresInSeconds).toBe(30)
    house.passTime(1)
    expect((await trader.quote(buy)).body.data.expiresInSeconds).toBe(60)
    expect(await numberOf('deals.quoteSeconds')).toMatchObject({ now: '60', next: null })
  })

  test('of limits leaves a quote that was given before as it was', async () => {
    const old = (await trader.quote(buy)).body.data
    await change('deals.mostPerDayUsd', '500')
    await change('deals.reserveSeconds', '20')
    const refused = await trader.quote(buy)
    expect(refused.body.error).toMatchObject({ name: 'DayLimitReached', details: { mostPerDayUsd: '500' } })
    expect((await trader.reserve(old.id)).body.data.expiresInSeconds).toBeGreaterThan(40)
    expect((await trader.swap(old.id)).status).toBe(200)
    await change('deals.mostPerDayUsd', '100000')
    expect((await trader.quote(buy)).status).toBe(200)
  })

  test('is not approved by whoever asked, and not asked for by those who may not', async () => {
    const asked = await ask('deals.quotesPerMinute', '70')
    expect((await house.decide(olga, 'approve', asked.body.data.id)).status).toBe(403)
    const given = { value: '80', from: '' }
    expect((await house.ask(carl, { action: 'change-policy', thing: 'trade.mostUsd', given })).status).toBe(403)
    expect((await numberOf('deals.quotesPerMinute')).now).toBe('60')
  })

  test.each([
    ['a number beyond its bounds', fee, '501', ''],
    ['a number below them', 'trade.mostUsd', '99', ''],
    ['something that is no number', fee, 'NaN', ''],
    ['the number that it is', 'trade.mostUsd', '50000', ''],
    ['a moment that has passed', 'trade.mostUsd', '60000', '2020-01-01T00:00:00.000Z'],
    ['a moment that nobody plans for', 'trade.mostUsd', '60000', '2036-01-01T00:00:00.000Z'],
    ['a moment that is none', 'trade.mostUsd', '60000', 'tomorrow'],
  ])('to %s is refused', async (_, thing, value, from) => {
    const { status, body } = await house.ask(olga, { action: 'change-policy', thing, given: { value, from } })
    expect([status, body.error.name]).toEqual([400, 'InvalidInput'])
  })

  test.each(['price.lastBasisPoints', 'deals', 'constructor'])('of %s is not known', async (thing) => {
    expect((await ask(thing, '1')).status).toBe(404)
  })

  test('stays as it was written: nobody changes or removes it', async () => {
    await expect(sql`update policy_versions set value = '1'`.execute(house.db)).rejects.toThrow('permission denied')
    await expect(sql`delete from policy_versions`.execute(house.db)).rejects.toThrow('permission denied')
  })
})

describe('what customers pay', () => {
  test('rises 30 days after they were told at the earliest, also by the time it is approved', async () => {
    const name = 'trade.pairs.USDAU/USDT.fee'
    for (const from of ['', inDays(29.9)] as const)
      expect((await ask(name, '12', from)).body.error.message).toContain('30 days')
    const asked = await ask(name, '12', inDays(30.01))
    house.passTime(30 * minute)
    for (const operator of [olga, carl]) await house.logInAgain(operator)
    const late = await house.decide(carl, 'approve', asked.body.data.id)
    expect([late.status, (await numberOf(name)).next]).toEqual([409, null])
  })

  test('is told to each customer once, wherever telling them stopped', async () => {
    for (const each of ['ann', 'ben', 'cid']) await house.newCustomer(each)
    await sql`update customers set email = 'erased-9@erased.invalid', password_hash = '' where username = 'cid'`.execute(
      house.db,
    )
    const name = 'trade.pairs.QMGT/USDAU.fee'
    expect((await change(name, '35', inDays(31))).status).toBe(200)
    await worker.run()
    // The same job again, as after a process that died before it could say that it was done.
    const { rows } = await sql<{ version: string }>`select max(version) as version from policy_notices`.execute(
      house.db,
    )
    await policyJobs(house)[0]?.handle({ version: rows[0]?.version }, 'again')
    await worker.run()
    const told = house.inbox.filter(({ subject }) => subject === 'A fee is going up')
    const { rows: customers } = await sql<{ email: string }>`
      select email from customers where role = 'customer' and username <> 'cid'`.execute(house.db)
    expect(told.map(({ to }) => to).toSorted()).toEqual(customers.map(({ email }) => email).toSorted())
    expect(told[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'the fee for trading QMGT and USDAU will be 0.35 % instead of 0.2 %.',
    )
    expect((await trader.quote({ ...buy, pair: 'QMGT/USDAU' })).body.data.feeBasisPoints).toBe(20)
  })

  test('falls at once, and nobody is told', async () => {
    const before = house.inbox.length
    expect((await change('trade.pairs.USDAU/USDT.spread', '5')).status).toBe(200)
    await worker.run()
    expect(house.inbox.length).toBe(before)
  })
})

test('only operators read the policy', async () => {
  expect((await trader.client.get('/operator/policy')).status).toBe(403)
  const auditor = await house.newOperator('ada', ['Auditor'])
  const { status, body } = await auditor.client.get('/operator/policy')
  expect(status).toBe(200)
  expect(body.data.fixed).toContainEqual({
    name: 'price.lastBasisPoints',
    value: '200',
    why: expect.stringContaining('price'),
  })
})

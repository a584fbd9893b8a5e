import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlanHouse, type PlanHouse } from './test-plans.ts'

let house: PlanHouse
beforeAll(async () => {
  house = await createPlanHouse()
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

/** So that none is left for the test behind it. */
const endAll = async () => {
  const { rows } = await sql<{ id: string; username: string }>`
    select p.id, c.username from plans p join customers c on c.id = p.customer where state <> 'Ended'`.execute(house.db)
  for (const { id, username } of rows) {
    const client = await house.signInAgain(username)
    await client.post(`/plans/${id}/end`, {}, { 'idempotency-key': `ending-${id}` })
  }
}

const fees = async () => formatAmount(await balanceOf(house.db, houseAccount('USDT', 'fees')))

describe('without money', () => {
  test('it is tried again after 24 and 72 hours, skipped with a mail, and costs nothing', async () => {
    await house.goTo('2026-11-02T12:00:00Z')
    const ann = await house.newPlanner('ann', { USDT: '19.99' })
    const { id } = (await ann.make()).body.data
    const before = await fees()
    expect(await house.runAt('2026-11-04T09:00:00Z')).toMatchObject({ missed: 1 })
    expect((await ann.plan(id)).next).toMatchObject({
      ...{ on: '2026-11-04', state: 'Retrying', reason: 'no-money', tryAt: '2026-11-05T09:00:00.000Z' },
    })
    expect(await house.runAt('2026-11-05T08:59:00Z')).toMatchObject({ missed: 0 })
    expect(await house.runAt('2026-11-05T09:00:00Z')).toMatchObject({ missed: 1 })
    // 72 hours after the first time is a Saturday: it is tried when the market opens.
    expect(await house.runAt('2026-11-07T09:00:00Z')).toMatchObject({ waiting: 1 })
    expect((await ann.plan(id)).next).toMatchObject({ state: 'Retrying', tryAt: '2026-11-08T23:00:00.000Z' })
    expect(await house.mailed('ann')).toEqual(['Your weekly GAE plan is about to begin'])
    expect(await house.runAt('2026-11-08T23:00:00Z')).toMatchObject({ skipped: 1 })
    expect(await ann.plan(id)).toMatchObject({
      state: 'Active',
      next: { on: '2026-11-11', state: 'Due', reason: null },
      last: { on: '2026-11-04', state: 'Skipped', reason: 'no-money', movement: null, grams: null, price: null },
      booked: { times: 0 },
    })
    expect((await house.mailed('ann')).at(-1)).toBe('Your weekly GAE plan could not buy')
    expect(house.inbox.at(-1)?.text).toContain('There was not enough in your wallet.')
    expect(house.inbox.at(-1)?.text).not.toContain('19.99')
    expect(await house.balance(ann, 'USDT')).toBe('19.99')
    expect(await fees()).toBe(before)
    expect((await ann.client.get('/dashboard')).body.data.attention).toEqual([
      { kind: 'plan-missed', id, at: '2026-11-08T23:00:00.000Z' },
    ])
    await endAll()
  })

  test('a retry that finds money books the date, and the skips are forgotten', async () => {
    await house.goTo('2026-11-16T12:00:00Z')
    const ben = await house.newPlanner('ben', { USDT: '5' })
    const { id } = (await ben.make()).body.data
    await house.runAt('2026-11-18T09:00:00Z')
    expect((await ben.client.get('/plans')).status).toBe(401)
    await ben.awake()
    expect((await ben.client.get('/dashboard')).body.data.attention).toMatchObject([{ kind: 'plan-missed', id }])
    await house.give(ben.id, 'USDT', '15')
    expect(await house.runAt('2026-11-19T09:00:00Z')).toMatchObject({ booked: 1 })
    expect(await ben.plan(id)).toMatchObject({
      last: { on: '2026-11-18', state: 'Booked', reason: null },
      next: { on: '2026-11-25' },
    })
    expect(await house.balance(ben, 'USDT')).toBe('0')
    expect((await ben.client.get('/dashboard')).body.data.attention).toEqual([])
    await endAll()
  })

  test('a daily plan is not tried again, and the third miss pauses it with a mail', async () => {
    await house.goTo('2026-11-23T12:00:00Z')
    const cat = await house.newPlanner('cat')
    const { id } = (await cat.make({ every: 'day', on: undefined })).body.data
    expect(await house.mailed('cat')).toEqual(['Your daily GAE plan is about to begin'])
    expect(await house.runAt('2026-11-24T09:00:00Z')).toMatchObject({ skipped: 1 })
    expect(await house.runAt('2026-11-25T09:00:00Z')).toMatchObject({ skipped: 1 })
    expect(await house.runAt('2026-11-26T09:00:00Z')).toMatchObject({ paused: 1 })
    expect(await house.runAt('2026-11-27T09:00:00Z')).toMatchObject({ skipped: 0, paused: 0 })
    expect(await cat.plan(id)).toMatchObject({ state: 'Paused', reason: 'skipped', next: null, dates: [] })
    expect((await cat.dues(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ...[
        ['Skipped', 'no-money'],
        ['Skipped', 'no-money'],
        ['Skipped', 'no-money'],
      ],
    ])
    expect((await house.mailed('cat')).slice(1)).toEqual([
      ...['Your daily GAE plan could not buy', 'Your daily GAE plan could not buy', 'Your daily GAE plan is paused'],
    ])
    expect((await cat.client.get('/dashboard')).body.data.attention).toMatchObject([{ kind: 'plan-paused', id }])
    // Going on makes up for nothing, and counts anew.
    await house.give(cat.id, 'USDT', '100')
    expect((await cat.resume(id)).body.data).toMatchObject({ state: 'Active', next: { on: '2026-11-28' } })
    expect(await house.balance(cat, 'USDT')).toBe('100')
    await endAll()
  })

  test('a skip of the customer’s own is not counted among the three', async () => {
    await house.goTo('2026-11-30T12:00:00Z')
    const dan = await house.newPlanner('dan')
    const { id, next } = (await dan.make({ every: 'day', on: undefined })).body.data
    expect((await dan.skip(id, next.id)).body.data).toMatchObject({
      next: { on: '2026-12-02' },
      last: { on: '2026-12-01', state: 'Skipped', reason: 'customer' },
    })
    // The same once more is about a date that is over.
    expect(await dan.skip(id, next.id)).toMatchObject({ status: 409, body: { error: { name: 'StateChanged' } } })
    await house.runAt('2026-12-02T09:00:00Z')
    await house.runAt('2026-12-03T09:00:00Z')
    expect(await dan.plan(id)).toMatchObject({ state: 'Active' })
    await house.runAt('2026-12-04T09:00:00Z')
    expect(await dan.plan(id)).toMatchObject({ state: 'Paused' })
    await endAll()
  })
})

describe('what else stands in the way', () => {
  const begin = async (username: string, monday: string, more: object = {}, balances = { USDT: '200' }) => {
    await house.goTo(`${monday}T12:00:00Z`)
    const planner = await house.newPlanner(username, balances)
    const { id } = (await planner.make(more)).body.data
    return { planner, id }
  }

  test('a price above the ceiling, spread included', async () => {
    const { planner, id } = await begin('eve', '2026-12-07', { ceiling: '100.49' })
    await house.runAt('2026-12-09T09:00:00Z')
    expect((await planner.plan(id)).next).toMatchObject({ state: 'Retrying', reason: 'above-ceiling' })
    // At most is at most.
    expect((await planner.change(id, { ceiling: '100.5' })).body.data.next).toMatchObject({ state: 'Retrying' })
    expect(await house.runAt('2026-12-10T09:00:00Z')).toMatchObject({ booked: 1 })
    await endAll()
  })

  test('a frozen account', async () => {
    const { planner, id } = await begin('fay', '2026-12-14')
    await sql`insert into wallet_senders (customer, frozen_at) values (${planner.id}, now())
      on conflict (customer) do update set frozen_at = now()`.execute(house.db)
    await house.runAt('2026-12-16T09:00:00Z')
    expect((await planner.plan(id)).next).toMatchObject({ state: 'Retrying', reason: 'frozen' })
    await sql`update wallet_senders set frozen_at = null where customer = ${planner.id}`.execute(house.db)
    expect(await house.runAt('2026-12-17T09:00:00Z')).toMatchObject({ booked: 1 })
    await endAll()
  })

  test('a day on which enough was dealt', async () => {
    const { planner, id } = await begin('gus', '2027-01-04', { product: 'QMGT', amount: '5000' }, { USDT: '200000' })
    await sql`insert into deal_days (customer, day, usd_units, gram_units)
      values (${planner.id}, '2027-01-06', 99000::numeric * 1000000000000000000, 0)`.execute(house.db)
    await house.runAt('2027-01-06T09:00:00Z')
    expect((await planner.plan(id)).next).toMatchObject({ state: 'Retrying', reason: 'day-limit' })
    expect(await house.runAt('2027-01-07T09:00:00Z')).toMatchObject({ booked: 1 })
    expect((await planner.plan(id)).last).toMatchObject({ state: 'Booked', movement: { type: 'buy' } })
    await endAll()
  })

  test('a verification that is lost pauses the plan, and only who is verified lets it go on', async () => {
    const { planner, id } = await begin('hal', '2027-01-11')
    const setKyc = (status: string) =>
      sql`update customers set kyc_status = ${status} where id = ${planner.id}`.execute(house.db)
    await setKyc('Rejected')
    expect(await house.runAt('2027-01-13T09:00:00Z')).toMatchObject({ paused: 1 })
    expect(await planner.plan(id)).toMatchObject({
      ...{ state: 'Paused', reason: 'verification', last: { state: 'Skipped', reason: 'paused' } },
    })
    expect((await house.mailed('hal')).at(-1)).toBe('Your weekly GAE plan is paused')
    expect((await planner.resume(id)).status).toBe(403)
    await setKyc('Verified')
    expect((await planner.resume(id)).body.data).toMatchObject({ state: 'Active', next: { on: '2027-01-20' } })
    await endAll()
  })

  test('no free gold: nobody is charged, and operators are told', async () => {
    const { planner, id } = await begin('joe', '2027-01-18', { amount: '100' })
    await house.leave('GAE', '0.5')
    await house.runAt('2027-01-20T09:00:00Z')
    expect((await planner.plan(id)).next).toMatchObject({ state: 'Retrying', reason: 'no-gold' })
    expect(await house.balance(planner, 'USDT')).toBe('200')
    await house.issue('GAE', '10')
    expect(await house.runAt('2027-01-21T09:00:00Z')).toMatchObject({ booked: 1 })
    await endAll()
  })

  test('a product that is switched off pauses the plan, and none is made, changed or let go on', async () => {
    const { planner, id } = await begin('ida', '2027-01-25')
    await sql`insert into product_switches (product, country, is_open, asker, reason, at)
      values ('gae', 'all', false, ${planner.id}, 'test', ${house.now()})`.execute(house.db)
    expect(await house.runAt('2027-01-27T09:00:00Z')).toMatchObject({ paused: 1 })
    expect(await planner.plan(id)).toMatchObject({ state: 'Paused', reason: 'product' })
    const closed = { status: 409, body: { error: { name: 'ProductClosed' } } }
    expect(await planner.make()).toMatchObject(closed)
    expect(await planner.change(id, { amount: '30' })).toMatchObject(closed)
    expect(await planner.resume(id)).toMatchObject(closed)
    // The other product is another switch.
    expect((await planner.make({ product: 'QMGT' })).status).toBe(200)
    expect((await planner.end(id)).status).toBe(200)
    await endAll()
  })
})

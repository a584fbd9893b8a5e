import { inTransaction } from '@ingot/db/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findByEmail } from '../identity/store.ts'
import { nextDates } from './history.ts'
import { closePlans } from './plans.ts'
import { createPlanHouse, type PlanHouse } from './test-plans.ts'

let house: PlanHouse
beforeAll(async () => {
  house = await createPlanHouse()
})
afterAll(() => house.close())

const onlyDays = (dues: readonly { on: string; state: string }[]) => dues.map(({ on, state }) => `${on} ${state}`)

test('a change of the day gives no two in a month, and no two in a week', async () => {
  const ann = await house.newPlanner('ann', { USDT: '1000' })
  const { id } = (await ann.make({ every: 'month', on: 5 })).body.data
  expect(await house.runAt('2026-11-05T09:00:00Z')).toMatchObject({ booked: 1 })
  const day = (on: number, more: object = {}) => ann.change(id, { every: 'month', on, ...more })
  expect((await day(20)).body.data.next).toMatchObject({ on: '2026-12-20', state: 'Due' })
  expect((await day(4)).body.data.next).toMatchObject({ on: '2026-12-04' })
  expect((await day(6, { amount: '33' })).body.data).toMatchObject({
    amount: '33',
    next: { on: '2026-12-06', amount: '33' },
  })
  // Another amount alone moves no date.
  expect((await day(6, { amount: '34' })).body.data.next).toMatchObject({ on: '2026-12-06', amount: '34' })
  // Weeks: the one of the fifth is over on Sunday.
  expect((await ann.change(id, { every: 'week', on: 7 })).body.data.next).toMatchObject({ on: '2026-11-15' })
  expect((await ann.change(id, { every: 'week', on: 1 })).body.data.next).toMatchObject({ on: '2026-11-09' })
  expect(await house.runAt('2026-11-09T09:00:00Z')).toMatchObject({ booked: 1 })
  expect((await ann.change(id, { every: 'week', on: 3 })).body.data.next).toMatchObject({ on: '2026-11-18' })
  expect((await day(30)).body.data.next).toMatchObject({ on: '2026-12-30' })
  expect(onlyDays(await ann.dues(id))).toEqual(['2026-11-05 Booked', '2026-12-30 Due', '2026-11-09 Booked'].toSorted())
  await ann.end(id)
})

test('a date that was tried before is over with a change of the day, and stays with a change of the amount', async () => {
  await house.goTo('2026-11-16T12:00:00Z')
  const ben = await house.newPlanner('ben', { USDT: '15' })
  const { id } = (await ben.make({ every: 'month', on: 17 })).body.data
  await house.runAt('2026-11-17T09:00:00Z')
  expect((await ben.plan(id)).next).toMatchObject({ state: 'Retrying' })
  const changed = await ben.change(id, { every: 'month', on: 20 })
  expect(changed.body.data).toMatchObject({
    last: { on: '2026-11-17', state: 'Skipped', reason: 'customer' },
    next: { on: '2026-11-20', state: 'Due' },
  })
  await house.runAt('2026-11-20T09:00:00Z')
  expect((await ben.change(id, { every: 'month', on: 20, amount: '12' })).body.data.next).toMatchObject({
    ...{ on: '2026-11-20', state: 'Retrying', amount: '12' },
  })
  expect(await house.runAt('2026-11-23T09:00:00Z')).toMatchObject({ booked: 1 })
  expect(await house.balance(ben, 'USDT')).toBe('3')
  await ben.end(id)
})

test('one that waits for the market is put on another day, and keeps its place otherwise', async () => {
  await house.goTo('2026-11-27T12:00:00Z')
  const cat = await house.newPlanner('cat', { USDT: '100' })
  const { id } = (await cat.make({ every: 'month', on: 28 })).body.data
  await house.runAt('2026-11-28T09:00:00Z')
  expect((await cat.change(id, { every: 'month', on: 28, amount: '25' })).body.data.next).toMatchObject({
    ...{ state: 'Waiting', on: '2026-11-28', amount: '25' },
  })
  expect((await cat.change(id, { every: 'month', on: 30 })).body.data.next).toMatchObject({
    ...{ state: 'Due', on: '2026-11-30', tryAt: '2026-11-30T09:00:00.000Z' },
  })
  expect(await house.runAt('2026-11-29T23:00:00Z')).toMatchObject({ booked: 0 })
  expect(await house.runAt('2026-11-30T09:00:00Z')).toMatchObject({ booked: 1 })
  await cat.end(id)
})

test('a pause skips what was coming, and going on makes up for nothing', async () => {
  await house.goTo('2026-12-07T12:00:00Z')
  const dan = await house.newPlanner('dan', { USDT: '100' })
  const { id } = (await dan.make()).body.data
  expect((await dan.pause(id)).body.data).toMatchObject({
    ...{
      state: 'Paused',
      reason: 'customer',
      next: null,
      last: { on: '2026-12-09', state: 'Skipped', reason: 'paused' },
    },
  })
  expect((await dan.client.get('/dashboard')).body.data.attention).toEqual([])
  // At once again: that date was skipped and stays so.
  expect((await dan.resume(id)).body.data.next).toMatchObject({ on: '2026-12-16' })
  await dan.pause(id)
  for (const wednesday of ['2026-12-16', '2026-12-23']) await house.runAt(`${wednesday}T09:00:00Z`)
  await house.goTo('2026-12-28T12:00:00Z')
  expect((await dan.resume(id)).body.data.next).toMatchObject({ on: '2026-12-30' })
  expect(await house.balance(dan, 'USDT')).toBe('100')
  expect(await house.runAt('2026-12-30T09:00:00Z')).toMatchObject({ booked: 1 })
  expect(await house.balance(dan, 'USDT')).toBe('80')
  expect(onlyDays(await dan.dues(id))).toEqual([
    ...['2026-12-09 Skipped', '2026-12-16 Skipped', '2026-12-30 Booked', '2027-01-06 Due'],
  ])
  await dan.end(id)
})

test('a date that was skipped never comes again, whatever is changed, and nothing fails over it', async () => {
  await house.goTo('2027-01-04T12:00:00Z')
  const eve = await house.newPlanner('eve', { USDT: '100' })
  const { id, next } = (await eve.make({ every: 'month', on: 8 })).body.data
  expect((await eve.skip(id, next.id)).body.data.next).toMatchObject({ on: '2027-02-08' })
  // By the day the eighth would come between: it is left out.
  expect((await eve.change(id, { every: 'day', on: undefined })).body.data.next).toMatchObject({ on: '2027-01-05' })
  for (const day of ['05', '06', '07'])
    expect(await house.runAt(`2027-01-${day}T09:00:00Z`)).toMatchObject({ booked: 1, failed: 0 })
  expect((await eve.plan(id)).next).toMatchObject({ on: '2027-01-09' })
  await eve.end(id)
})

test('with its last day a plan is ended, and nothing is bought after it', async () => {
  await house.goTo('2027-01-11T12:00:00Z')
  const fay = await house.newPlanner('fay', { USDT: '25' })
  const { id, dates } = (await fay.make({ endsOn: '2027-01-20' })).body.data
  expect(dates).toEqual(['2027-01-20'])
  expect(await house.runAt('2027-01-13T09:00:00Z')).toMatchObject({ booked: 1 })
  // No money, and tomorrow would be too late.
  expect(await house.runAt('2027-01-20T09:00:00Z')).toMatchObject({ skipped: 1 })
  expect(await fay.plan(id)).toMatchObject({ state: 'Ended', reason: 'end', next: null, booked: { times: 1 } })
  expect(await fay.resume(id)).toMatchObject({ status: 409, body: { error: { name: 'StateChanged' } } })

  // The last one is on a Saturday, and the market opens after it.
  const other = (await fay.make({ every: 'month', on: 23, endsOn: '2027-01-23', amount: '10' })).body.data.id
  expect(await house.runAt('2027-01-23T09:00:00Z')).toMatchObject({ skipped: 1 })
  expect(await fay.plan(other)).toMatchObject({ state: 'Ended', last: { state: 'Skipped', reason: 'market-shut' } })

  // Booked for the last time: ended in the same breath.
  const last = (await fay.make({ amount: '5', endsOn: '2027-01-27' })).body
  expect(last.error.name).toBe('AmountTooSmall')
  await house.give(fay.id, 'USDT', '20')
  const third = (await fay.make({ amount: '10', endsOn: '2027-01-27' })).body.data.id
  expect(await house.runAt('2027-01-27T09:00:00Z')).toMatchObject({ booked: 1 })
  expect(await fay.plan(third)).toMatchObject({ state: 'Ended', reason: 'end', booked: { times: 1 } })
  expect((await fay.make({ endsOn: '2027-01-27' })).body.error.name).toBe('PlanNeverDue')
})

test('the next dates are soonest first, and a mail comes a day before the first', async () => {
  await house.goTo('2027-02-01T12:00:00Z')
  const gus = await house.newPlanner('gus', { USDT: '100' })
  const [late, soon] = [
    (await gus.make({ on: 5 })).body.data.id,
    (await gus.make({ product: 'QMGT', payWith: 'USDT' })).body.data.id,
  ]
  expect(await nextDates(house.db, gus.id, 1)).toEqual([
    { plan: soon, product: 'QMGT', on: '2027-02-03', tryAt: '2027-02-03T09:00:00.000Z', amount: '20' },
  ])
  expect((await gus.client.get('/dashboard')).body.data.next.map(({ plan }: { plan: string }) => plan)).toEqual([
    soon,
    late,
  ])
  expect(await house.mailed('gus')).toEqual([])
  await house.runAt('2027-02-02T08:59:00Z')
  expect(await house.mailed('gus')).toEqual([])
  await house.runAt('2027-02-02T09:00:00Z')
  await house.run()
  expect(await house.mailed('gus')).toEqual(['Your weekly QMGT plan is about to begin'])
  expect(house.inbox.at(-1)?.text).toContain('20.00 USDT')
  expect(house.inbox.at(-1)?.text).toContain(`/plans/${soon}`)
  for (const id of [late, soon]) await gus.end(id)
})

test('whoever leaves buys nothing more', async () => {
  await house.goTo('2027-02-08T12:00:00Z')
  const hal = await house.newPlanner('hal', { USDT: '100' })
  const [one, other] = [(await hal.make()).body.data.id, (await hal.make()).body.data.id]
  await hal.pause(other)
  const customer = await findByEmail(house.db, 'hal@example.com')
  await inTransaction(house.db, (tx) => closePlans(tx, customer?.id ?? '', house.now()))
  expect(await house.runAt('2027-02-10T09:00:00Z')).toMatchObject({ booked: 0 })
  for (const id of [one, other])
    expect(await hal.plan(id)).toMatchObject({ state: 'Ended', reason: 'closed', next: null })
})

test('dates of plans that are late are an alarm while the market is open', async () => {
  await house.goTo('2027-02-15T12:00:00Z')
  const ida = await house.newPlanner('ida', { USDT: '100' })
  const { id } = (await ida.make()).body.data
  const part = async () =>
    (await house.newClient().get('/health')).body.data.parts?.find(({ name }: { name: string }) => name === 'plans')
  await house.goTo('2027-02-17T10:00:00Z')
  expect(await part()).toBeUndefined()
  await house.goTo('2027-02-17T10:01:00Z')
  expect(await part()).toMatchObject({ ok: false })
  await house.run()
  expect(await part()).toBeUndefined()
  await ida.end(id)
})

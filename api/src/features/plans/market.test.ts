import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlanHouse, type PlanHouse } from './test-plans.ts'

let house: PlanHouse
beforeAll(async () => {
  house = await createPlanHouse()
})
afterAll(() => house.close())

/** The market shuts on Friday at 22:00 and opens on Sunday at 23:00 by UTC, in winter. */
test('a date on a weekend waits for the opening, and is booked at the narrow spread', async () => {
  const ann = await house.newPlanner('ann', { USDT: '100' })
  const { id } = (await ann.make({ every: 'week', on: 6 })).body.data
  expect(await house.runAt('2026-11-07T09:00:00Z')).toMatchObject({ waiting: 1, booked: 0 })
  expect((await ann.plan(id)).next).toMatchObject({
    on: '2026-11-07',
    state: 'Waiting',
    reason: null,
    tryAt: '2026-11-08T23:00:00.000Z',
  })
  expect(await house.runAt('2026-11-08T22:59:00Z')).toMatchObject({ waiting: 0, booked: 0 })
  expect(await house.runAt('2026-11-08T23:00:00Z')).toMatchObject({ booked: 1 })
  // At 100 dollars a gram: half a percent above, not one and a half.
  expect((await ann.plan(id)).last).toMatchObject({ on: '2026-11-07', state: 'Booked', price: '100.5' })
  expect(await ann.plan(id)).toMatchObject({ next: { on: '2026-11-14' } })
  await ann.end(id)
})

test('a holiday is waited for as well, and a daily plan does each day once', async () => {
  await house.goTo('2026-12-24T12:00:00Z')
  const ben = await house.newPlanner('ben', { USDT: '100' })
  const { id } = (await ben.make({ every: 'day', on: undefined })).body.data
  // Christmas is a Friday, so the market opens on Sunday evening.
  await house.runAt('2026-12-25T09:00:00Z')
  expect((await ben.plan(id)).next).toMatchObject({ state: 'Waiting', tryAt: '2026-12-27T23:00:00.000Z' })
  for (const moment of ['2026-12-27T23:00:00Z', '2026-12-27T23:01:00Z', '2026-12-27T23:02:00Z', '2026-12-28T09:00:00Z'])
    await house.runAt(moment)
  expect((await ben.dues(id)).map(({ on, state }) => [on, state])).toEqual([
    ['2026-12-25', 'Booked'],
    ['2026-12-26', 'Booked'],
    ['2026-12-27', 'Booked'],
    ['2026-12-28', 'Booked'],
    ['2026-12-29', 'Due'],
  ])
  expect(await house.balance(ben, 'USDT')).toBe('20')
  await ben.end(id)
})

test('without a price that is fresh it is looked for every five minutes', async () => {
  await house.goTo('2027-01-04T12:00:00Z')
  const cat = await house.newPlanner('cat', { USDT: '100' })
  const { id } = (await cat.make()).body.data
  house.passTime(new Date('2027-01-06T09:00:00Z').getTime() - house.now().getTime())
  expect(await house.run()).toMatchObject({ waiting: 1 })
  expect((await cat.plan(id)).next).toMatchObject({ state: 'Waiting', tryAt: '2027-01-06T09:05:00.000Z' })
  house.passTime(5 * 60_000)
  expect(await house.run()).toMatchObject({ waiting: 1 })
  expect(await house.runAt('2027-01-06T09:10:00Z')).toMatchObject({ booked: 1 })
  await cat.end(id)
})

test('after four days without a price it is missed, and then tried again as whatever was missed', async () => {
  await house.goTo('2027-02-01T12:00:00Z')
  const dan = await house.newPlanner('dan', { USDT: '100' })
  const { id } = (await dan.make({ every: 'month', on: 2 })).body.data
  const runWithoutPrice = (at: string) => {
    house.passTime(new Date(at).getTime() - house.now().getTime())
    return house.run()
  }
  expect(await runWithoutPrice('2027-02-02T09:00:00Z')).toMatchObject({ waiting: 1 })
  expect(await runWithoutPrice('2027-02-05T09:00:00Z')).toMatchObject({ waiting: 1 })
  expect(await runWithoutPrice('2027-02-08T09:00:00Z')).toMatchObject({ missed: 1 })
  expect((await dan.plan(id)).next).toMatchObject({
    ...{ state: 'Retrying', reason: 'market-shut', tryAt: '2027-02-09T09:00:00.000Z' },
  })
  expect(await house.runAt('2027-02-09T09:00:00Z')).toMatchObject({ booked: 1 })
  await dan.end(id)
})

test('over months by the clock of a zone: clamped, at nine, and never two in a month', async () => {
  await house.goTo('2027-02-10T12:00:00Z')
  const eve = await house.newPlanner('eve', { USDT: '200' })
  const { id } = (await eve.make({ every: 'month', on: 31, zone: 'Europe/Zurich' })).body.data
  // A Sunday in winter; a Wednesday in summer; a Friday.
  for (const [shut, open] of [
    ['2027-02-28T08:00:00Z', '2027-02-28T23:00:00Z'],
    ['2027-03-31T06:59:00Z', '2027-03-31T07:00:00Z'],
    ['2027-04-30T06:59:00Z', '2027-04-30T07:00:00Z'],
  ] as const) {
    expect(await house.runAt(shut)).toMatchObject({ booked: 0 })
    expect(await house.runAt(open)).toMatchObject({ booked: 1 })
  }
  expect((await eve.dues(id)).map(({ on, state }) => [on, state])).toEqual([
    ['2027-02-28', 'Booked'],
    ['2027-03-31', 'Booked'],
    ['2027-04-30', 'Booked'],
    ['2027-05-31', 'Due'],
  ])
  const { rows } = await sql<{ reference: string }>`
    select reference from ledger_entries where reference like ${`plan:${id}:%`} order by id`.execute(house.db)
  expect(rows.map(({ reference }) => reference.slice(-10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  await eve.end(id)
})

import { verifyLedger } from '@ingot/ledger/verify'
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

/** The clock begins on Monday, 2 November 2026, at nine. At 100 dollars a gram a gram costs 100.5. */
describe('a plan', () => {
  test('buys on its day as a holding of its own, and has its next date at once', async () => {
    const ann = await house.newPlanner('ann', { USDT: '100' })
    const made = await ann.make()
    expect(made).toMatchObject({ status: 200 })
    const { id } = made.body.data
    expect(made.body.data).toMatchObject({
      product: 'GAE',
      state: 'Active',
      reason: null,
      amount: '20',
      every: 'week',
      on: 3,
      next: { on: '2026-11-04', tryAt: '2026-11-04T09:00:00.000Z', state: 'Due', amount: '20' },
      dates: ['2026-11-11', '2026-11-18', '2026-11-25', '2026-12-02', '2026-12-09'],
      last: null,
      booked: { times: 0, paid: '0', grams: '0' },
    })
    expect(await house.runAt('2026-11-04T08:59:59Z')).toMatchObject({ booked: 0 })
    expect(await house.runAt('2026-11-04T09:00:00Z')).toMatchObject({ booked: 1 })
    expect(await house.run()).toMatchObject({ booked: 0, failed: 0 })
    expect(await house.balance(ann, 'USDT')).toBe('80')
    const plan = await ann.plan(id)
    expect(plan).toMatchObject({
      next: { on: '2026-11-11', state: 'Due' },
      last: { on: '2026-11-04', state: 'Booked', price: '100.5', movement: { type: 'gae' } },
      booked: { times: 1, paid: '20' },
    })
    const [holding] = await ann.holdings()
    expect(holding).toMatchObject({ product: 'GAE', cost: '20', movement: { id: plan.last?.movement?.id } })
    expect(holding.units).toBe(plan.booked.grams)
  })
})

import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPlans } from './running.ts'
import { createPlanHouse, type PlanHouse } from './test-plans.ts'

let house: PlanHouse
beforeAll(async () => {
  house = await createPlanHouse()
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

const entriesOf = async (plan: string): Promise<number> => {
  const { rows } = await sql`select from ledger_entries where reference like ${`plan:${plan}:%`}`.execute(house.db)
  return rows.length
}

/** Another process has another memory of its own. */
const anotherWorker = () => runPlans({ ...house.deps })

test('run twice, or by several at once, a date is booked once and missed once', async () => {
  const ann = await house.newPlanner('ann', { USDT: '1000' })
  const plans = []
  for (let count = 0; count < 10; count++) plans.push((await ann.make({ amount: '10' })).body.data.id)
  const poor = await house.newPlanner('poor')
  const { id } = (await poor.make()).body.data
  await house.goTo('2026-11-04T09:00:00Z')
  const runs = await Promise.all([house.run(), anotherWorker(), anotherWorker(), house.run()])
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0, 0])
  expect(runs.reduce((sum, { missed }) => sum + missed, 0)).toBe(1)
  expect(await house.run()).toMatchObject({ booked: 0, missed: 0 })
  for (const plan of plans) {
    expect(await entriesOf(plan)).toBe(1)
    expect(await ann.plan(plan)).toMatchObject({ booked: { times: 1, paid: '10' }, next: { on: '2026-11-11' } })
    await ann.end(plan)
  }
  expect(await house.balance(ann, 'USDT')).toBe('900')
  expect((await poor.plan(id)).next).toMatchObject({ state: 'Retrying', tryAt: '2026-11-05T09:00:00.000Z' })
  await poor.end(id)
})

test('a pause, a change, a skip or an end that races with the booking comes before or after it, never with it', async () => {
  const bea = await house.newPlanner('bea', { USDT: '1000' })
  let [wednesday, paid] = [new Date('2026-11-11T09:00:00Z'), 0]
  for (const call of ['pause', 'change', 'skip', 'end'] as const)
    for (let round = 0; round < 3; round++) {
      await house.goTo(new Date(wednesday.getTime() - 24 * 3600_000).toISOString())
      const { id, next } = (await bea.make({ amount: '10' })).body.data
      await house.goTo(wednesday.toISOString())
      await bea.awake()
      const act = {
        pause: () => bea.pause(id),
        end: () => bea.end(id),
        skip: () => bea.skip(id, next.id),
        change: () => bea.change(id, { amount: '30', on: 5 }),
      }[call]
      const [answer, run] = await Promise.all([act(), house.run()])
      expect(run.failed).toBe(0)
      expect([200, 409]).toContain(answer.status)
      const [plan, dues] = [await bea.plan(id), await bea.dues(id)]
      const [first] = dues
      const entries = await entriesOf(id)
      expect(entries).toBe(plan.booked.times)
      expect(dues.filter(({ state }) => state === 'Booked')).toHaveLength(entries)
      expect(dues.filter(({ tryAt }) => tryAt !== null)).toHaveLength(plan.state === 'Active' ? 1 : 0)
      // Booked for the old amount, or not at all.
      if (entries > 0) expect(first).toMatchObject({ state: 'Booked', amount: '10' })
      paid += entries * 10
      await bea.end(id)
      wednesday = new Date(wednesday.getTime() + 7 * 24 * 3600_000)
    }
  expect(await house.balance(bea, 'USDT')).toBe(String(1000 - paid))
})

test('many calls for the same at once do it once', async () => {
  await house.goTo('2027-02-15T12:00:00Z')
  const cat = await house.newPlanner('cat')
  const { id, next } = (await cat.make()).body.data
  const skips = await Promise.all(Array.from({ length: 20 }, () => cat.skip(id, next.id)))
  expect(skips.filter(({ status }) => status === 200)).toHaveLength(1)
  const pauses = await Promise.all(Array.from({ length: 20 }, () => cat.pause(id)))
  expect(pauses.filter(({ status }) => status === 200)).toHaveLength(1)
  const resumes = await Promise.all(Array.from({ length: 20 }, () => cat.resume(id)))
  expect(resumes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await cat.dues(id)).filter(({ tryAt }) => tryAt !== null)).toHaveLength(1)
  await cat.end(id)
})

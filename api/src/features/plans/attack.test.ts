import { randomUUID } from 'node:crypto'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dueMoves, planMoves } from './rules.ts'
import { createPlanHouse, type PlanHouse, type Planner } from './test-plans.ts'

let house: PlanHouse
let ann: Planner
beforeAll(async () => {
  house = await createPlanHouse()
  ann = await house.newPlanner('ann', { USDT: '1000', USDAU: '1000' })
})
afterAll(async () => {
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await house.close()
})

const named = (status: number, name: string) => ({ status, body: { error: { name } } })

describe('what is sent', () => {
  test.each([
    [{ amount: '9.999999999999999999' }, 409, 'AmountTooSmall'],
    [{ amount: '5000.000000000000000001' }, 409, 'AmountTooLarge'],
    [{ amount: '99999999999999999999' }, 409, 'AmountTooLarge'],
    [{ amount: '999999999999999999999' }, 400, 'InvalidInput'],
    [{ amount: '0' }, 400, 'InvalidInput'],
    [{ amount: '-20' }, 400, 'InvalidInput'],
    [{ amount: '1e3' }, 400, 'InvalidInput'],
    [{ amount: 20 }, 400, 'InvalidInput'],
    [{ zone: 'Mars/Olympus' }, 400, 'InvalidInput'],
    [{ zone: '+01:00' }, 400, 'InvalidInput'],
    [{ zone: `A${'a'.repeat(64)}` }, 400, 'InvalidInput'],
    [{ zone: '../../etc/passwd' }, 400, 'InvalidInput'],
    [{ zone: 'Etc/../UTC' }, 400, 'InvalidInput'],
    [{ zone: '' }, 400, 'InvalidInput'],
    [{ on: 0 }, 400, 'InvalidInput'],
    [{ on: 8 }, 400, 'InvalidInput'],
    [{ on: 1.5 }, 400, 'InvalidInput'],
    [{ on: undefined }, 400, 'InvalidInput'],
    [{ every: 'month', on: 32 }, 400, 'InvalidInput'],
    [{ every: 'month', on: -1 }, 400, 'InvalidInput'],
    [{ every: 'day', on: 3 }, 400, 'InvalidInput'],
    [{ every: 'year', on: 3 }, 400, 'InvalidInput'],
    [{ ceiling: '0' }, 400, 'InvalidInput'],
    [{ ceiling: '999999999999999999999' }, 400, 'InvalidInput'],
    [{ ceiling: 'NaN' }, 400, 'InvalidInput'],
    [{ endsOn: '2026-11-01' }, 409, 'PlanNeverDue'],
    [{ endsOn: '2026-11-03' }, 409, 'PlanNeverDue'],
    [{ endsOn: '0001-01-01' }, 409, 'PlanNeverDue'],
    [{ endsOn: '2026-02-30' }, 400, 'InvalidInput'],
    [{ endsOn: '12026-01-01' }, 400, 'InvalidInput'],
    [{ endsOn: 'never' }, 400, 'InvalidInput'],
    [{ product: 'GCA' }, 400, 'InvalidInput'],
    [{ product: 'GAEX' }, 400, 'InvalidInput'],
    [{ payWith: 'QMGT' }, 400, 'InvalidInput'],
    [{ customer: randomUUID() }, 400, 'InvalidInput'],
    [{ state: 'Ended' }, 400, 'InvalidInput'],
  ])('%j is refused as %i %s', async (more, status, name) => {
    expect(await ann.make(more)).toMatchObject(named(status, name))
  })

  test.each([
    { amount: '10', every: 'day', on: undefined, zone: 'Etc/GMT+12' },
    { amount: '5000', every: 'month', on: 31, zone: 'Pacific/Kiritimati', endsOn: '7026-11-02' },
    { amount: '12.345678901234567891', product: 'QMGT', payWith: 'USDAU', ceiling: '0.000000000000000001' },
    { endsOn: '9999-12-31', ceiling: '99999999999999999999.999999999999999999' },
    { endsOn: '2026-11-04' },
  ])('%j is a plan', async (more) => {
    const made = await ann.make(more)
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({ state: 'Active', next: { state: 'Due' } })
    expect((await ann.change(made.body.data.id, { amount: '5001' })).body.error.name).toBe('AmountTooLarge')
    expect((await ann.end(made.body.data.id)).body.data).toMatchObject({
      state: 'Ended',
      reason: 'customer',
      next: null,
    })
  })

  test('dates are told for whatever could be made, and nothing else is an error of ours', async () => {
    const dates = (query: string) => ann.client.get(`/plans/dates?${query}`)
    expect((await dates('every=month&on=31&zone=UTC')).body.data.slice(0, 3)).toEqual([
      { on: '2026-11-30', at: '2026-11-30T09:00:00.000Z' },
      { on: '2026-12-31', at: '2026-12-31T09:00:00.000Z' },
      { on: '2027-01-31', at: '2027-01-31T09:00:00.000Z' },
    ])
    expect((await dates('every=day&zone=UTC&endsOn=2026-11-01')).body.data).toEqual([])
    expect((await dates('every=day&zone=UTC&endsOn=0000-01-01')).status).toBeLessThan(500)
    for (const query of [
      'every=month&on=32&zone=UTC',
      'every=week&on=0&zone=UTC',
      'every=week&zone=UTC',
      'every=day&on=1&zone=UTC',
      'every=day&zone=No/Where',
      'every=day&zone=UTC&x=1',
    ])
      expect((await dates(query)).status).toBe(400)
  })

  test('without the PIN nothing is made or changed, and one proof is for one request', async () => {
    const body = { product: 'GAE', payWith: 'USDT', amount: '20', every: 'week', on: 3, zone: 'UTC' }
    expect(await ann.client.post('/plans', body, { 'idempotency-key': randomUUID() })).toMatchObject(
      named(403, 'StepUpRequired'),
    )
    const key = randomUUID()
    const [one, again] = [await ann.make({}, key), await ann.make({}, key)]
    expect(again.body).toEqual(one.body)
    const { data } = (await ann.client.get('/plans?state=Active')).body
    expect(data).toHaveLength(1)
    await ann.end(one.body.data.id)
  })
})

test('at most ten, even if fifty are made at once', async () => {
  const bea = await house.newPlanner('bea')
  const made = await Promise.all(Array.from({ length: 50 }, () => bea.make()))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(made.filter(({ status }) => status !== 200).every(({ body }) => body.error.name === 'TooManyPlans')).toBe(true)
  const { data } = (await bea.client.get('/plans')).body
  expect(data).toHaveLength(10)
  // A paused one counts, an ended one does not.
  await bea.pause(data[0].id)
  expect(await bea.make()).toMatchObject(named(409, 'TooManyPlans'))
  await bea.end(data[0].id)
  expect((await bea.make()).status).toBe(200)
  for (const { id } of (await bea.client.get('/plans?state=Active')).body.data) await bea.end(id)
})

test('somebody else’s plan is not there on any call', async () => {
  const [cat, eve] = [await house.newPlanner('cat'), await house.newPlanner('eve')]
  const { id, next } = (await cat.make()).body.data
  const missing = named(404, 'NotFound')
  expect(await eve.change(id)).toMatchObject(missing)
  expect(await eve.pause(id)).toMatchObject(missing)
  expect(await eve.resume(id)).toMatchObject(missing)
  expect(await eve.skip(id, next.id)).toMatchObject(missing)
  expect(await eve.end(id)).toMatchObject(missing)
  expect(await eve.client.get(`/plans/${id}`)).toMatchObject(missing)
  expect(await eve.client.get(`/plans/${id}/dues`)).toMatchObject(missing)
  expect((await eve.client.get(`/plans/${id}/dues.csv`)).status).toBe(404)
  expect((await eve.client.get('/plans')).body.data).toEqual([])
  expect(await cat.plan(id)).toMatchObject({ state: 'Active', next: { id: next.id } })
  // Nor does the date of another plan of one's own move this one.
  const other = (await cat.make()).body.data
  expect(await cat.skip(id, other.next.id)).toMatchObject(named(409, 'StateChanged'))
  await cat.end(id)
  await cat.end(other.id)
})

describe('states', () => {
  const states = ['Active', 'Paused', 'Ended'] as const
  const calls = ['pause', 'resume', 'end', 'change', 'skip'] as const
  const allowed: Record<string, string | undefined> = {
    ...{ 'Active pause': 'Paused', 'Active end': 'Ended', 'Active change': 'Active', 'Active skip': 'Active' },
    ...{ 'Paused resume': 'Active', 'Paused end': 'Ended', 'Paused change': 'Paused' },
  }
  test.each(states.flatMap((state) => calls.map((call) => [state, call] as const)))('%s: %s', async (state, call) => {
    const { id, next } = (await ann.make()).body.data
    if (state === 'Paused') await ann.pause(id)
    if (state === 'Ended') await ann.end(id)
    const answer = await (call === 'skip' ? ann.skip(id, next.id) : ann[call](id))
    const becomes = allowed[`${state} ${call}`]
    if (becomes) expect(answer).toMatchObject({ status: 200, body: { data: { state: becomes } } })
    else expect(answer).toMatchObject(named(409, 'StateChanged'))
    await ann.end(id)
  })

  test('the database refuses every move that is not in the table', async () => {
    const { id, next } = (await ann.make()).body.data
    const owner = asOwner(house.databaseUrl)
    const force = (table: string, row: string, state: string) =>
      runAsOwner(owner, `update ${table} set state = '${state}' where id = '${row}'`)
    await expect(force('plan_dues', next.id, 'Booked')).rejects.toThrow()
    await expect(runAsOwner(owner, `update plan_dues set amount_units = 0 where id = '${next.id}'`)).rejects.toThrow()
    // An active plan keeps its one date.
    await expect(
      runAsOwner(
        owner,
        `update plan_dues set state = 'Skipped', reason = 'customer', try_at = null, done_at = now() where id = '${next.id}'`,
      ),
    ).rejects.toThrow(/active without a date/)
    await expect(
      runAsOwner(
        owner,
        `insert into plan_dues (id, plan, customer, due_on, due_at, try_at, amount_units)
        values (gen_random_uuid(), '${id}', '${ann.id}', '2027-05-05', now(), now(), 1)`,
      ),
    ).rejects.toThrow(/plan_dues_one_open/)
    await expect(
      runAsOwner(owner, `update plans set customer = gen_random_uuid() where id = '${id}'`),
    ).rejects.toThrow()
    await expect(runAsOwner(owner, `delete from plans where id = '${id}'`)).rejects.toThrow()
    await ann.end(id)
    await expect(force('plans', id, 'Active')).rejects.toThrow()
    await expect(force('plans', id, 'Paused')).rejects.toThrow()
    await expect(runAsOwner(owner, `update plan_dues set reason = 'paused' where id = '${next.id}'`)).rejects.toThrow()
  })

  test('the table is the one of the code', async () => {
    const { rows } = await sql<{ thing: string; from_state: string; to_state: string }>`
      select thing, from_state, to_state from state_moves where thing in ('plan', 'plan-due')`.execute(house.db)
    const coded = [planMoves, dueMoves].flatMap(({ name, moves }) =>
      Object.entries<readonly string[]>(moves).flatMap(([from, to]) => to.map((each) => `${name} ${from} ${each}`)),
    )
    expect(rows.map((row) => `${row.thing} ${row.from_state} ${row.to_state}`).sort()).toEqual(coded.sort())
  })
})

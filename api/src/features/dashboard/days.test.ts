import { type HoldingProduct, holdingProducts } from '@ingot/endpoints/holding-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letLeave } from '../holdings/test-departures.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { day, hour, minute } from '../identity/test-people.ts'
import { rebuildDays } from './days.ts'
import { daysHealth } from './health.ts'
import { dashboardJobs } from './jobs.ts'
import { daysBetween, thinned } from './rules.ts'
import { createHistory, type History } from './test-history.ts'
import { bidOf, createRandom, seed, shown, standOf, unitsOf, worthOf } from './test-model.ts'

const random = createRandom(seed + 1)

let house: Awaited<ReturnType<typeof createHouse>>
const people: History[] = []
beforeAll(async () => {
  house = await createHouse()
  const balances = { USDT: '20000', USDAU: '20000', QMGT: '150' }
  for (const name of ['dora', 'emil']) people.push(createHistory(house, await house.newSaver(name, balances), random))
})
afterAll(() => house.close())

/** As if the hour of the job had come. */
const strike = async () => {
  for (const { handle } of dashboardJobs(house)) await handle({}, '')
}

type Row = { customer: string; product: HoldingProduct; day: string; open: string; cost: string; value: string | null }

const readRows = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select customer, product, day::text, open_units as open, cost_units as cost, value_units as value
    from holding_days order by day, customer, product`.execute(house.db)
  return rows
}

/** What has to be there, as each day ended. */
const expected: Row[] = []
let prices = { perOunce: '', spread: 50n as 50n | 150n }

/** Of each customer and product, by which a change is seen. */
const standing = () =>
  new Map(
    people.flatMap(({ saver, model }) =>
      holdingProducts.map((product) => {
        const lots = model.lots.filter((lot) => lot.product === product)
        return [saver.id + product, lots.map(({ open }) => open).join(' ')] as const
      }),
    ),
  )

/** A product has a row of each day on which something is open or has changed. */
const noteDay = (on: string, before: ReadonlyMap<string, string>) => {
  const after = standing()
  const bid = bidOf(prices.perOunce, prices.spread)
  for (const { saver, model } of people)
    for (const product of holdingProducts) {
      const { open, cost } = standOf(model)[product]
      const key = saver.id + product
      if (open === 0n && before.get(key) === after.get(key)) continue
      const figures = { open: String(open), cost: String(cost), value: String(worthOf(open, bid)) }
      expected.push({ customer: saver.id, product, day: on, ...figures })
    }
  return after
}

const inOrder = (rows: readonly Row[]) => {
  const key = (row: Row) => row.day + row.customer + row.product
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** Later, when the price has come again as it was if the market is open. */
const goTo = async (at: string, isOpen = true) => {
  house.passTime(Date.parse(at) - house.now().getTime())
  if (isOpen) await house.setPrice(prices.perOunce)
  else await house.readFeed()
  for (const { saver } of people) await saver.client.signIn(saver.username)
}

/** By UTC: whether the market was open as the day ended. Monday the 2nd is the first. */
const days = [
  { on: '2026-11-02', spread: 50n, strikes: true },
  { on: '2026-11-03', spread: 50n, strikes: true },
  // The worker is down for two nights.
  { on: '2026-11-04', spread: 50n, strikes: false },
  { on: '2026-11-05', spread: 50n, strikes: false },
  // Over the weekend the market is shut, and the price is Friday’s.
  { on: '2026-11-06', spread: 150n, strikes: true },
  { on: '2026-11-07', spread: 150n, strikes: true },
] as const

test(`the rows of days are what the books and prices of midnight say, however late they are made (seed ${seed})`, async () => {
  let before = standing()
  for (const { on, spread, strikes } of days) {
    const isOpen = on < '2026-11-07'
    if (isOpen) prices.perOunce = `${3050 + random(100)}.${1 + random(98)}1`
    prices = { ...prices, spread }
    await goTo(`${on}T14:00:00Z`, isOpen)
    for (let step = 0; step < 4; step++) for (const one of people) if (random(3) > 0) await one.act()
    // A last one in the very last moment of the day, and the first of the next before the job has come.
    await goTo(`${on}T23:59:50Z`, isOpen)
    for (const one of people) await one.act()
    before = noteDay(on, before)
    house.passTime(10_000)
    for (const one of people) await one.act()
    house.passTime(10 * minute)
    if (strikes) await strike()
    if (strikes) expect(await readRows()).toEqual(inOrder(expected))
  }
  expect(expected.length).toBeGreaterThan(20)
})

test('a job that comes twice changes nothing, and all made anew is the same', async () => {
  await strike()
  expect(await readRows()).toEqual(inOrder(expected))
  expect(await rebuildDays(house)).toBe(days.length)
  expect(await readRows()).toEqual(inOrder(expected))
  await Promise.all([strike(), rebuildDays(house), strike(), rebuildDays(house)])
  expect(await readRows()).toEqual(inOrder(expected))
})

test('what was tampered with or lost is mended when all is made anew', async () => {
  await sql`update holding_days set cost_units = cost_units + 1 where day = '2026-11-04'`.execute(house.db)
  await sql`delete from holding_days where day = '2026-11-05'`.execute(house.db)
  expect(await readRows()).not.toEqual(inOrder(expected))
  await rebuildDays(house)
  expect(await readRows()).toEqual(inOrder(expected))
})

test('a customer sees each day with what was his, and now as the last one', async () => {
  for (const { saver, model } of people) {
    const { range, points } = (await saver.client.get('/dashboard/worth')).body.data
    expect(range).toBe('3M')
    const own = (on: string, part: 'cost' | 'value') =>
      shown(
        expected
          .filter((row) => row.customer === saver.id && row.day === on)
          .reduce((sum, row) => sum + BigInt(row[part] ?? '0'), 0n),
      )
    const past = points.slice(0, -1)
    expect(past.map(({ on, cost, value }: Record<string, string>) => ({ on, cost, value }))).toEqual(
      days.map(({ on }) => ({ on, cost: own(on, 'cost'), value: own(on, 'value') })).slice(-past.length),
    )
    const stand = Object.values(standOf(model))
    const bid = bidOf(prices.perOunce, 150n)
    expect(points.at(-1)).toMatchObject({
      on: '2026-11-08',
      cost: shown(stand.reduce((sum, { cost }) => sum + cost, 0n)),
      value: shown(stand.reduce((sum, { open }) => sum + worthOf(open, bid), 0n)),
    })
    const { points: ofGca } = (await saver.client.get('/dashboard/worth?product=GCA&range=1M')).body.data
    expect(ofGca.at(-1).cost).toBe(shown(standOf(model).GCA.cost))
  }
})

test('what was delivered or passed on is told with the first point after it, and what was taken back is not', async () => {
  await house.readFeed()
  const saver = await house.newSaver('mover', { USDT: '5000' })
  const { holding } = (await saver.buy('GAE', 'USDT', '1000')).body.data
  const leave = (kind: 'delivered' | 'passed' | 'reversed', units: string) =>
    letLeave(house.db, { customer: saver.id, holding, kind, units: unitsOf(units), at: house.now() })
  await leave('delivered', '1')
  await leave('reversed', '2')
  house.passTime(day)
  await house.readFeed()
  await saver.client.signIn('mover')
  await strike()
  await leave('passed', '0.5')
  await leave('delivered', '0.25')
  const { points } = (await saver.client.get('/dashboard/worth?range=ALL')).body.data
  expect(points.map(({ moved }: { moved: string | null }) => moved)).toEqual(['1', '0.75'])
})

test('days of which no price is known have no value, and nobody’s is nothing', async () => {
  const other = await house.newSaver('newcomer')
  expect((await other.client.get('/dashboard/worth?range=1Y')).body.data).toEqual({ range: '1Y', points: [] })
  expect((await other.client.get('/dashboard/worth?range=2Y')).status).toBe(400)
  // Nobody read a price for longer than one holds, and the worker was down.
  house.passTime(120 * hour)
  expect(await daysHealth(house)).toMatchObject([{ ok: false, problem: 'not written down since 2026-11-08' }])
  await strike()
  expect(await daysHealth(house)).toEqual([])
  const rows = await readRows()
  const last = rows.filter((row) => row.day === '2026-11-13')
  expect(last.length).toBeGreaterThan(0)
  expect(last.filter(({ open }) => open !== '0').map(({ value }) => value)).toEqual(
    last.filter(({ open }) => open !== '0').map(() => null),
  )
  const [{ saver }] = people as [History]
  await saver.client.signIn(saver.username)
  const { points } = (await saver.client.get('/dashboard/worth?range=1M')).body.data
  expect(points.find(({ on }: { on: string }) => on === '2026-11-13').value).toBe(null)
  await rebuildDays(house)
  expect(await readRows()).toEqual(rows)
})

test('a long time is told by one of every few days, the last of them always', () => {
  const all = daysBetween('2025-01-01', '2026-11-07')
  expect(all.length).toBe(676)
  const few = thinned(all, 130)
  expect(few.length).toBeLessThanOrEqual(130)
  expect(few.length).toBeGreaterThan(100)
  expect(few.at(-1)).toBe('2026-11-07')
  expect(thinned(all.slice(-31), 130)).toEqual(all.slice(-31))
  expect(thinned([], 130)).toEqual([])
})

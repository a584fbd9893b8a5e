import { randomUUID } from 'node:crypto'
import { createHouse } from '@ingot/api/features/holdings/test-holdings'
import { formOf, goodPin } from '@ingot/api/features/identity/test-people'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { Holding } from '@ingot/endpoints/holding-fields'
import * as calls from '@ingot/endpoints/plans'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBacking } from './test-backing.ts'
import { textOf, unitsOf } from './test-holding-model.ts'
import { type MortalRun, openMortals } from './test-mortal.ts'
import {
  boughtBy,
  changeDay,
  day,
  hour,
  type ModelPlan,
  type ModelTerms,
  newPlan,
  nineIn,
  openDue,
  type Purse,
  resume,
  runModel,
} from './test-plan-model.ts'
import { createRandom, type Random, seed, soakMinutes } from './test-random.ts'

/** Three months, and in a soak a year and a half if there is time for it. */
const length = (soakMinutes ? 540 : 92) * day
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : Number.POSITIVE_INFINITY
/** On the first dates every statement is one to die at, until there were so many; after that any statement, now and then. */
const mostKills = soakMinutes ? { thorough: 400, all: Number.POSITIVE_INFINITY } : { thorough: 24, all: 32 }
const oneDeathIn = soakMinutes ? 2 : 4
const mostStatements = 16
/** What came meanwhile is done by the run after, and what waited by the one after that. */
const mostRuns = 10

/** Three months in which clocks are set forwards in Europe and America, and three in which they are set back. */
const beginnings = ['2027-02-22T12:00:00Z', '2027-09-20T12:00:00Z']

let house: Awaited<ReturnType<typeof createHouse>>
let workers: ReturnType<typeof openMortals<MortalRun>>
let cents = 311_034n

beforeAll(async () => {
  house = await createHouse()
  workers = openMortals('test-job-worker.ts', { DATABASE_URL: house.databaseUrl, TEST_JOB: 'run-plans' })
})
afterAll(async () => {
  await workers?.close()
  await house?.close()
})

/** Somebody with plans, and what must be left. */
type Planner = { id: string; username: string; purse: Purse; plans: ModelPlan[] }

const goTo = async (at: number, random: Random) => {
  house.passTime(at - house.now().getTime())
  cents += BigInt(random(1_001) - 500)
  await house.setPrice(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
}

const signedIn = async ({ username }: Planner) => {
  const client = await house.signInAgain(username)
  const post = async (endpoint: Endpoint, body: object, params: Record<string, string> = {}) => {
    const key = randomUUID()
    if (endpoint.stepUp)
      await client.post('/verify-pin', formOf({ pin: goodPin, ...(await aimOf(endpoint, key, { params, body })) }))
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')
    const { status, body: reply } = await client.post(path, body, { 'idempotency-key': key })
    expect([status, reply.error?.name]).toEqual([200, undefined])
    return reply.data
  }
  const all = async <T>(path: string): Promise<T[]> => {
    const rows: T[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await client.get(`${path}${cursor && `?cursor=${cursor}`}`)
      rows.push(...body.data)
      cursor = body.meta.cursor
    }
    return rows
  }
  return { post, all }
}

const termsOf = ({ amount, product, ...terms }: ModelTerms) => ({ ...terms, amount: textOf(amount) })

const openPlanner = async (username: string, purse: Partial<Purse>, wanted: ModelTerms[]): Promise<Planner> => {
  const { id } = await house.newTrader(username)
  const planner: Planner = { id, username, purse: { USDT: 0n, USDAU: 0n }, plans: [] }
  for (const asset of ['USDT', 'USDAU'] as const) await payIn(planner, asset, purse[asset] ?? 0n)
  const { post } = await signedIn(planner)
  for (const terms of wanted) {
    const made = await post(calls.makePlan, { product: terms.product, ...termsOf(terms) })
    planner.plans.push(newPlan(made.id, terms, house.now().getTime()))
  }
  return planner
}

const payIn = async ({ id, purse }: Planner, asset: 'USDT' | 'USDAU', units: bigint) => {
  if (units > 0n) await house.give(id, asset, textOf(units))
  purse[asset] += units
}

/** What happens besides what plans do. */
type Happening = { at: number; act: () => Promise<unknown> }

const usd = (text: string) => unitsOf(text)

/** Everybody differs in what is bought, how often, where, and in when the money is short. */
const openPlanners = async (random: Random, begin: number) => {
  const some = (from: number, to: number) => usd(`${from + random(to - from)}.${10 + random(90)}`)
  const gae = { product: 'GAE', payWith: 'USDT' } as const
  const ann = await openPlanner('ann', { USDT: usd('20000'), USDAU: usd('9000') }, [
    { ...gae, amount: some(50, 400), every: 'month', on: 31, zone: 'UTC' },
    { product: 'QMGT', payWith: 'USDAU', amount: some(10, 90), every: 'week', on: 5, zone: 'America/New_York' },
    { product: 'QMGT', payWith: 'USDT', amount: some(10, 90), every: 'week', on: 6, zone: 'Europe/Berlin' },
  ])
  const amount = some(100, 300)
  // Enough for the first month; for the second it comes between the first try and the next; for the third it never does.
  const short = await openPlanner('ben', { USDT: amount + amount / 2n }, [
    { ...gae, amount, every: 'month', on: 3 + random(15), zone: 'Europe/Berlin' },
  ])
  const daily = some(20, 60)
  const endsOn = new Date(begin + 16 * day).toISOString().slice(0, 10)
  const often = await openPlanner('cleo', { USDT: daily * 6n }, [
    { product: 'QMGT', payWith: 'USDT', amount: daily, every: 'day', zone: 'Asia/Kolkata', endsOn },
  ])
  const mover = await openPlanner('dan', { USDT: usd('20000') }, [
    { ...gae, amount: some(50, 400), every: 'month', on: 5 + random(5), zone: 'UTC' },
    { ...gae, amount: some(20, 100), every: 'week', on: 1 + random(5), zone: 'Europe/Berlin' },
  ])
  const planners = [ann, short, often, mover]
  const happenings: Happening[] = [
    ...(await shortOfMoney(short, amount)),
    { at: begin + 12 * day, act: () => goOn(often, daily * 20n) },
    { at: begin + 21 * day, act: () => moveDay(mover, 0, 20 + random(9)) },
    { at: begin + 45 * day, act: () => moveDay(mover, 1, 1 + random(5)) },
  ]
  return { planners, happenings: happenings.toSorted((one, other) => one.at - other.at) }
}

/** Thirty hours after the second month's date: it was missed once, and is there for the third try. */
const shortOfMoney = async (planner: Planner, amount: bigint): Promise<Happening[]> => {
  const [plan] = planner.plans
  const first = new Date(plan?.dues[0]?.on ?? '')
  const second = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, first.getUTCDate()))
  const at = nineIn(plan?.zone ?? '', second.toISOString().slice(0, 10)) + 66 * hour
  return [{ at, act: () => payIn(planner, 'USDT', amount) }]
}

/** Somebody whose plan was paused for lack of money pays in, and lets it go on. */
const goOn = async (planner: Planner, units: bigint) => {
  await payIn(planner, 'USDT', units)
  const { post } = await signedIn(planner)
  for (const plan of planner.plans) {
    if (plan.state !== 'Paused') continue
    await post(calls.resumePlan, {}, { id: plan.id })
    resume(plan, house.now().getTime())
  }
}

const moveDay = async (planner: Planner, which: number, on: number) => {
  const plan = planner.plans[which]
  if (!plan) return
  const { post } = await signedIn(planner)
  const { payWith, amount, every, zone } = plan
  await post(calls.changePlan, { payWith, amount: textOf(amount), every, on, zone }, { id: plan.id })
  changeDay(plan, on, house.now().getTime())
}

const count = { killed: 0, runs: 0 }

/** Runs what is due, and kills whoever does it: at each statement in turn, or at any. In the end somebody gets through, or two at once. */
const runUntilDone = async (random: Random) => {
  const at = house.now().getTime()
  const isThorough = () => count.killed < mostKills.thorough
  for (let dieAt = 1; count.killed < mostKills.all && (isThorough() || random(oneDeathIn) === 0); dieAt++) {
    count.runs += 1
    const during = random(2) === 0
    const ran = await workers.run({ at, dieAt: isThorough() ? dieAt : 1 + random(mostStatements), during })
    if (ran !== 'killed') break
    count.killed += 1
  }
  for (let tries = 0; (await countDue(at)) > 0; tries++) {
    expect(tries, 'a date is due and is not done').toBeLessThan(mostRuns)
    const several = Array.from({ length: 1 + random(2) }, () => workers.run({ at }))
    count.runs += several.length
    await Promise.all(several)
  }
}

const countDue = async (at: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from plan_dues where try_at <= ${new Date(at)}`.execute(house.db)
  return rows[0]?.count ?? 0
}

const nextTry = (planners: Planner[]): number =>
  Math.min(...planners.flatMap(({ plans }) => plans.map((plan) => openDue(plan)?.tryAt ?? Number.POSITIVE_INFINITY)))

/** Goes from one moment at which something happens to the next. */
const live = async (random: Random, planners: Planner[], happenings: Happening[], until: number) => {
  for (;;) {
    const [next, due] = [happenings[0]?.at ?? Number.POSITIVE_INFINITY, nextTry(planners)]
    if (Math.min(next, due) > until || Date.now() > deadline) return
    if (next <= due) {
      await goTo(next, random)
      await happenings.shift()?.act()
      continue
    }
    // The worker looks once a minute, and not on the second.
    await goTo(Math.max(due, house.now().getTime()) + random(50) * 1000, random)
    const now = house.now().getTime()
    for (const { plans, purse } of planners) runModel(plans, purse, now, cents)
    await runUntilDone(random)
  }
}

const shownDue = (plan: ModelPlan, due: ModelPlan['dues'][number]) => {
  const bought = due.cents === undefined ? undefined : boughtBy(plan, due.cents)
  return {
    on: due.on,
    state: due.state,
    reason: due.reason,
    tryAt: due.tryAt === null ? null : new Date(due.tryAt).toISOString(),
    doneAt: due.doneAt === undefined ? null : new Date(due.doneAt).toISOString(),
    amount: textOf(plan.amount),
    grams: bought ? textOf(bought.grams) : null,
    price: bought ? textOf(bought.price) : null,
  }
}

const bookedOf = (plan: ModelPlan) =>
  plan.dues.flatMap((due) => (due.cents === undefined ? [] : [{ ...due, ...boughtBy(plan, due.cents) }]))

const expectPlanner = async (planner: Planner) => {
  const { all } = await signedIn(planner)
  const lots: { at: number; units: string; cost: string }[] = []
  let qmgt = 0n
  const listed = await all<calls.Plan>('/plans')
  for (const plan of planner.plans) {
    const [shown, dues] = [listed.find(({ id }) => id === plan.id), await all<calls.PlanDue>(`/plans/${plan.id}/dues`)]
    expect(dues).toMatchObject(plan.dues.map((due) => shownDue(plan, due)).toReversed())
    const booked = bookedOf(plan)
    const grams = booked.reduce((sum, each) => sum + each.grams, 0n)
    expect(shown).toMatchObject({
      state: plan.state,
      reason: plan.reason,
      booked: { times: booked.length, paid: textOf(plan.amount * BigInt(booked.length)), grams: textOf(grams) },
    })
    expect(new Set(dues.map(({ on }) => on)).size).toBe(dues.length)
    if (plan.product === 'QMGT') qmgt += grams
    else
      for (const each of booked)
        lots.push({ at: each.doneAt ?? 0, units: textOf(each.grams), cost: textOf(plan.amount) })
  }
  const holdings = await all<Holding>('/holdings')
  const byTime = (one: { at: number; units: string }, other: { at: number; units: string }) =>
    one.at - other.at || one.units.localeCompare(other.units)
  const found = holdings.map(({ bookedAt, units, cost }) => ({ at: Date.parse(bookedAt), units, cost }))
  expect(found.toSorted(byTime)).toEqual(lots.toSorted(byTime))
  expect(await house.balance(planner, 'USDT')).toBe(textOf(planner.purse.USDT))
  expect(await house.balance(planner, 'USDAU')).toBe(textOf(planner.purse.USDAU))
  expect(await house.balance(planner, 'QMGT')).toBe(textOf(qmgt))
}

/** One entry for each date that was booked, under its name, and the fees in the house's account. */
const expectBooks = async (planners: Planner[]) => {
  const { rows } = await sql<{ reference: string }>`
    select reference from ledger_entries where reference like 'plan:%' order by reference`.execute(house.db)
  const plans = planners.flatMap((planner) => planner.plans)
  const named = plans.flatMap((plan) => bookedOf(plan).map(({ on }) => `plan:${plan.id}:${on}`))
  expect(rows.map(({ reference }) => reference)).toEqual(named.toSorted())
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  await expectBacking(house.db)
}

const tally = (planners: Planner[]) => {
  const states = planners.flatMap(({ plans }) => plans.flatMap(({ dues }) => dues.map(({ state }) => state)))
  return Object.fromEntries(['Booked', 'Skipped'].map((name) => [name, states.filter((each) => each === name).length]))
}

test(`plans of three months, whoever runs them killed at each step: every date once, as a calendar and a purse have it (INGOT_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const begin = Date.parse(beginnings[seed % beginnings.length] ?? '')
  await goTo(begin, random)
  const { planners, happenings } = await openPlanners(random, begin)
  await live(random, planners, happenings, begin + length)
  for (const planner of planners) await expectPlanner(planner)
  await expectBooks(planners)
  const [, short] = planners
  expect(short?.plans[0]?.dues.map(({ state }) => state).slice(0, 3)).toEqual(['Booked', 'Booked', 'Skipped'])
  expect(count.killed).toBeGreaterThan(20)
  console.log(`${JSON.stringify({ ...tally(planners), ...count })} (INGOT_SEED=${seed})`)
})

import { createHouse } from '@ingot/api/features/holdings/test-holdings'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { takeInBars } from '@ingot/ledger/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBacking } from './test-backing.ts'
import { feesOf } from './test-customers.ts'
import { openMortals } from './test-mortal.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'
import { createModel, fineOf, type Model, type ModelBar, type ModelWithdrawal } from './test-withdrawal-model.ts'
import type { WithdrawalRun } from './test-withdrawal-worker.ts'

const people = 4
/** Without a soak: how many things happen. */
const steps = 34
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : 0
/** One in so many steps dies on the way, at one of its first statements. */
const killOneIn = 4
const mostStatements = 24
const sizes = ['1', '5', '10', '20'] as const
const barsOfSize = soakMinutes ? 400 : 12
const feeCents = 3600n
const perCent = 10n ** 16n

let house: Awaited<ReturnType<typeof createHouse>>
let db: Db
let workers: ReturnType<typeof openMortals<WithdrawalRun>>
beforeAll(async () => {
  house = await createHouse()
  db = house.db
  workers = openMortals('test-withdrawal-worker.ts', { DATABASE_URL: house.databaseUrl })
}, 120_000)
afterAll(async () => {
  await workers?.close()
  await house?.close()
})

const readNewBars = async (after: string): Promise<ModelBar[]> => {
  const { rows } = await sql<{ id: string; serial: string; size: string; fine: string }>`
    select id, serial, trim_scale(gross_grams)::text as size, fine_units as fine from vault_bars where id > ${after}::bigint
    order by id`.execute(db)
  return rows.map(({ fine, ...bar }) => ({ ...bar, fine: BigInt(fine), isIn: true, keptFor: null }))
}

const lastBar = async () => {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from vault_bars`.execute(db)
  return rows[0]?.id ?? '0'
}

/** Bars of two finenesses, so that what takes the place of another seldom weighs quite the same. */
const fillRegister = async (model: Model) => {
  const after = await lastBar()
  const made = sizes.flatMap((grossGrams) =>
    Array.from({ length: barsOfSize }, (_, number) => ({
      ...{ refiner: 'Testra', serial: `${grossGrams}-${number}`, grossGrams },
      fineness: number % 3 === 0 ? '999' : '999.9',
    })),
  )
  await inTransaction(db, (tx) => takeInBars(tx, made, { causedBy: 'test' }))
  model.bars.push(...(await readNewBars(after)))
}

const lies = (customer: string, asset: 'QMGT' | 'USDT' | 'GAE', purpose: 'available' | 'withdrawing') =>
  balanceOf<'QMGT' | 'USDT' | 'GAE'>(db, customerAccount(customer, asset, purpose)).then(({ units }) => units)

const admit = async (model: Model, number: number) => {
  const balances = soakMinutes ? { USDT: '90000', QMGT: '300' } : { USDT: '12000', QMGT: '150' }
  const saver = await house.newSaver(`taker${number}`, balances)
  expect((await saver.buy('GAE', 'USDT', '100', 'receive')).status).toBe(200)
  const [{ id: holding }] = await saver.holdings()
  const free = { gold: await lies(saver.id, 'QMGT', 'available'), dollars: await lies(saver.id, 'USDT', 'available') }
  model.customers.push({
    id: saver.id,
    gold: { free: free.gold, withdrawing: 0n },
    dollars: { free: free.dollars, withdrawing: 0n },
    holding: { id: holding, free: await lies(saver.id, 'GAE', 'available'), withdrawing: 0n, delivered: 0n },
  })
}

const stateOf = async (id: string): Promise<WithdrawalState | undefined> => {
  const { rows } = await sql<{ state: WithdrawalState }>`select state from withdrawals where id = ${id}`.execute(db)
  return rows[0]?.state
}

let killed = 0
/** Does it in a process of its own, which may die of it. Whether it was done is then read in the books. */
const act = async (random: Random, name: WithdrawalRun['act'], given: unknown[]): Promise<string | undefined> => {
  const order: WithdrawalRun = { at: house.now().getTime(), act: name, given }
  const isDeadly = random(killOneIn) === 0
  const ran = await workers.run(
    isDeadly ? { ...order, dieAt: 1 + random(mostStatements), during: random(2) === 0 } : order,
  )
  if (ran !== 'killed') return ran.problem
  killed += 1
  return 'killed'
}

const count = (outcomes: Map<string, number>, name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1)

type World = { model: Model; random: Random; outcomes: Map<string, number> }

/** A few bars in one parcel or two, of QMGT or of a holding, by somebody who may have too little. */
const request = async ({ model, random, outcomes }: World) => {
  const [customer, free] = [oneOf(random, model.customers), model.free()]
  const chosen = Array.from({ length: 1 + random(3) }, () => oneOf(random, free)).filter(
    (bar, index, all) => bar && all.indexOf(bar) === index,
  )
  const [first, ...rest] = chosen
  if (!first) return
  const isOfHolding = random(2) === 0
  const parcels = rest.length > 0 && random(2) === 0 ? [[first], rest] : [chosen]
  const source = isOfHolding ? customer.holding : customer.gold
  const fee = feeCents * perCent
  const isShort = source.free < fineOf(chosen) || customer.dollars.free < fee * BigInt(parcels.length)
  const given = {
    ...{ customer: customer.id, parcels: parcels.map((parcel) => parcel.map(({ id }) => id)), feeCents: undefined },
    ...(isOfHolding && { holding: customer.holding.id, asset: 'GAE' }),
  }
  const problem = await act(random, 'request', [given])
  const { rows } = await sql<{ id: string; bars: string[] }>`
    select w.id, array(select bar::text from withdrawal_bars where withdrawal = w.id) as bars from withdrawals w
    where w.customer = ${customer.id} and not w.id = any(${model.withdrawals.map(({ id }) => id)}::uuid[])
    order by w.number`.execute(db)
  // What was only chosen is given up, so that somebody else can choose it.
  await sql`delete from bar_reservations where withdrawal is null`.execute(db)
  await sql`update withdrawal_choices set released_at = now() where order_id is null and released_at is null`.execute(
    db,
  )
  count(outcomes, rows.length > 0 ? 'requested' : (problem ?? 'nothing'))
  if (isShort) expect(rows, 'what nobody has was set aside').toEqual([])
  if (isShort && problem !== 'killed') expect(problem).toBe('BalanceTooLow')
  if (!isShort && problem === undefined) expect(rows).toHaveLength(parcels.length)
  expect([0, parcels.length]).toContain(rows.length)
  for (const { id, bars } of rows)
    model.request({ id, customer, isOfHolding, fee, bars: chosen.filter((bar) => bars.includes(bar.id)) })
}

const inState = ({ model, random }: World, ...states: WithdrawalState[]): ModelWithdrawal | undefined =>
  oneOf(
    random,
    model.withdrawals.filter(({ state }) => states.includes(state)),
  )

/** Moves one on, and says whether that happened. */
const moved = async (world: World, found: ModelWithdrawal, name: WithdrawalRun['act'], given: unknown[]) => {
  const problem = await act(world.random, name, given)
  const after = await stateOf(found.id)
  const isDone = after !== found.state
  count(world.outcomes, isDone ? (after ?? '') : (problem ?? 'nothing'))
  if (problem === undefined) expect(isDone, `${name} of ${found.state}`).toBe(true)
  if (problem !== undefined && problem !== 'killed') throw new Error(`${name} of ${found.state}: ${problem}`)
  return isDone
}

const approve = async (world: World) => {
  const found = inState(world, 'Requested')
  if (found && (await moved(world, found, 'approve', [found.id]))) found.state = 'Approved'
}

const end = async (world: World) => {
  const found = inState(world, 'Requested', 'Approved')
  const to = oneOf(world.random, ['Cancelled', 'Refused'] as const)
  if (found && (await moved(world, found, 'end', [found.id, to]))) world.model.giveBack(found, to)
}

const pack = async (world: World) => {
  const found = inState(world, 'Approved')
  if (found && (await moved(world, found, 'pack', [found.id]))) world.model.pack(found)
}

/** Whoever packs and whoever calls it off at the same time: one of them does it. */
const race = async ({ model, outcomes }: World) => {
  const found = model.withdrawals.find(({ state }) => state === 'Approved')
  if (!found) return
  const at = house.now().getTime()
  await Promise.all([
    workers.run({ at, act: 'pack', given: [found.id] }),
    workers.run({ at, act: 'end', given: [found.id, 'Cancelled'] }),
    workers.run({ at, act: 'pack', given: [found.id] }),
  ])
  const after = await stateOf(found.id)
  count(outcomes, `race: ${after}`)
  expect(['Packed', 'Cancelled']).toContain(after)
  if (after === 'Packed') model.pack(found)
  else model.giveBack(found, 'Cancelled')
}

/** On its way, and what came of that, step by step. */
const send = async (world: World) => {
  const found = inState(world, 'Packed')
  if (!found) return
  const then = oneOf(world.random, ['Delivered', 'Lost', 'Returned', 'Lost', 'Returned'] as const)
  const problem = await act(world.random, 'send', [found.id, then])
  const after = (await stateOf(found.id)) ?? 'Packed'
  if (problem === undefined) expect(after).toBe(then)
  found.state = after
  count(world.outcomes, after)
}

/** What was killed on its way is found and moved on. */
const arrive = async (world: World) => {
  const found = inState(world, 'Sent')
  const then = oneOf(world.random, ['Delivered', 'Lost', 'Returned'] as const)
  if (found && (await moved(world, found, 'moveOn', [found.id, then]))) found.state = then
}

const makeGood = async (world: World) => {
  const { model, random } = world
  const found = inState(world, 'Lost', 'Returned')
  // It comes out of the treasury, which a long run empties.
  if (!found || model.house.treasury < 2n * fineOf(found.bars)) return
  const others: ModelBar[] = []
  for (const { size } of found.bars) {
    const bar = model.free().find((each) => each.size === size && !others.includes(each))
    if (bar) others.push(bar)
  }
  if (found.state === 'Lost' && random(2) === 0 && others.length === found.bars.length) {
    const isDone = await moved(world, found, 'replace', [found.id, others.map(({ id }) => id)])
    const { rows } = await sql<{ id: string }>`select id from withdrawals where replaces = ${found.id}`.execute(db)
    expect(rows).toHaveLength(isDone ? 1 : 0)
    if (rows[0]) model.replace(found, rows[0].id, others)
    return
  }
  const isLost = found.state === 'Lost'
  const after = await lastBar()
  const assayed = found.bars.map(({ serial, size, fine }) => ({
    ...{ refiner: 'Testra', serial, grossGrams: size },
    fineness: fine * 1000n === BigInt(size) * 10n ** 18n * 999n ? '999' : '999.9',
  }))
  if (await moved(world, found, 'credit', [found.id, isLost, isLost ? [] : assayed]))
    model.credit(found, isLost, await readNewBars(after))
  else expect(await readNewBars(after)).toEqual([])
}

/** Vault, register, books and model agree. */
const expectAll = async ({ model }: World) => {
  for (const { id, gold, dollars, holding } of model.customers) {
    expect(await lies(id, 'QMGT', 'available')).toBe(gold.free)
    expect(await lies(id, 'QMGT', 'withdrawing')).toBe(gold.withdrawing)
    expect(await lies(id, 'USDT', 'available')).toBe(dollars.free)
    expect(await lies(id, 'USDT', 'withdrawing')).toBe(dollars.withdrawing)
    expect(await lies(id, 'GAE', 'available')).toBe(holding.free)
    expect(await lies(id, 'GAE', 'withdrawing')).toBe(holding.withdrawing)
  }
  expect((await balanceOf(db, houseAccount('QMGT', 'treasury'))).units).toBe(model.house.treasury)
  const { rows } = await sql<{ id: string }>`
    select id from vault_bars b where refiner = 'Testra' and not exists (select from vault_departures d where d.bar = b.id)
    order by id`.execute(db)
  const wanted = model.bars.filter(({ isIn }) => isIn).map(({ id }) => id)
  expect(rows.map(({ id }) => id)).toEqual(wanted.toSorted((one, other) => Number(one) - Number(other)))
  await expectBacking(db)
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
}

const acts = [request, request, approve, approve, pack, pack, end, send, arrive, makeGood, makeGood, race]

test(
  `bars, books and what everybody has agree after every step, whatever dies on the way (INGOT_SEED=${seed})`,
  async () => {
    const random = createRandom(seed)
    const start = createModel(0n, 0n)
    await fillRegister(start)
    for (let number = 0; number < people; number++) await admit(start, number)
    start.house.treasury = (await balanceOf(db, houseAccount('QMGT', 'treasury'))).units
    const before = (await feesOf(db, ['USDT'])).USDT
    const world: World = { model: start, random, outcomes: new Map() }
    const happened = () => [...world.outcomes.values()].reduce((sum, times) => sum + times, 0)
    for (let step = 0; step < steps || Date.now() < deadline; step++) {
      if (step % 7 === 0) await house.setPrice(`${3000 + random(300)}.${10 + random(90)}`)
      const already = happened()
      for (let tries = 0; happened() === already && tries < 50; tries++) await oneOf(random, acts)(world)
      await expectAll(world)
    }
    const paid = (await feesOf(db, ['USDT'])).USDT - before
    const back = await sql<{ units: string }>`
    select coalesce(sum(m.units), 0) as units from ledger_moves m join ledger_accounts s on s.id = m.source
    where s.purpose = 'fees' and m.asset = 'USDT'`.execute(db)
    expect(paid - BigInt(back.rows[0]?.units ?? 0)).toBe(start.house.fees)
    const told = JSON.stringify(Object.fromEntries(world.outcomes))
    console.log(`${told}, killed ${killed} times (INGOT_SEED=${seed})`)
    expect(killed).toBeGreaterThan(0)
    for (const name of ['requested', 'Approved']) expect(world.outcomes.get(name), name).toBeGreaterThan(0)
  },
  600_000 + soakMinutes * 60_000,
)

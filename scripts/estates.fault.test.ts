import { createEstateBooks } from '@ingot/api/features/estates/test-estate-books'
import { createStakeHouse } from '@ingot/api/features/staking/test-staking'
import type { Db } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBacking } from './test-backing.ts'
import {
  type ModelEstate,
  type ModelHeir,
  type ModelThing,
  nothing,
  pass,
  setAside,
  things,
} from './test-estate-model.ts'
import type { EstateRun } from './test-estate-worker.ts'
import { openMortals } from './test-mortal.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'

/** Without a soak: how many things happen. */
const steps = 14
const dead = 2
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : 0
/** One in so many steps dies on the way, at one of its first statements. */
const killOneIn = 4
const mostStatements = 40

let house: Awaited<ReturnType<typeof createStakeHouse>>
let db: Db
let workers: ReturnType<typeof openMortals<EstateRun>>
beforeAll(async () => {
  house = await createStakeHouse()
  db = house.db
  workers = openMortals('test-estate-worker.ts', { DATABASE_URL: house.databaseUrl })
}, 120_000)
afterAll(async () => {
  await workers?.close()
  await house?.close()
})

type World = { random: Random; estates: ModelEstate[]; outcomes: Map<string, number> }

const lies = async (customer: string, asset: ModelThing, purpose: 'available' | 'estate') =>
  (await balanceOf<ModelThing>(db, customerAccount(customer, asset, purpose))).units

/** Shares that are 10,000 together. */
const sharesOf = (random: Random, count: number): number[] => {
  const first = Array.from({ length: count - 1 }, () => 1 + random(3000))
  return [...first, 10_000 - first.reduce((sum, each) => sum + each, 0)]
}

/** Somebody with everything: dollars, QMGT that was bought and that was not, holdings, and stakes of which one is left. */
const admit = async ({ random, estates }: World, number: number) => {
  const who = await house.newStaker(`dead${number}`, `${100 + random(100)}.00000000000000${1000 + random(9000)}`)
  await house.give(who.id, 'USDT', `${2000 + random(900)}.00000000000000${1000 + random(9000)}`)
  for (let lot = 0; lot < 1 + random(3); lot++)
    expect((await who.buy('GAE', 'USDT', `${101 + random(150)}.${10 + random(90)}`)).status).toBe(200)
  await who.trade({ pair: 'QMGT/USDT', side: 'buy', amount: String(100 + random(100)), of: 'pay' })
  const stakes = [await who.begun(String(20 + random(20))), await who.begun(String(10 + random(20)), { term: 365 })]
  if (random(2) === 0) expect((await who.leave(stakes[1]?.id ?? '')).status).toBe(200)
  const { rows } = await sql<{ units: string }>`
    select available_units as units from holdings where customer = ${who.id}`.execute(db)
  const promised = await sql<{ units: string }>`
    select sum(units + reward_units) as units from stakes where customer = ${who.id}`.execute(db)
  const shares = sharesOf(random, 1 + random(4))
  const made = await createEstateBooks(house).insert(who.id, shares)
  const heirs: ModelHeir[] = []
  for (const [index, share] of shares.entries()) {
    const heir = await house.newSaver(`heir${number}x${index}`)
    heirs.push({
      beneficiary: made.beneficiaries[index] ?? '',
      customer: heir.id,
      share,
      waits: nothing(),
      has: nothing(),
    })
  }
  estates.push({
    ...{ id: made.estate, customer: who.id, isOpen: false, heirs, lots: rows.map(({ units }) => BigInt(units)) },
    free: {
      USDT: await lies(who.id, 'USDT', 'available'),
      QMGT: (await lies(who.id, 'QMGT', 'available')) + BigInt(promised.rows[0]?.units ?? 0),
      GAE: 0n,
    },
  })
}

let killed = 0
/** Does it in a process of its own, which may die of it. Whether it was done is then read in the books. */
const act = async (random: Random, name: EstateRun['act'], given: unknown[]): Promise<string | undefined> => {
  const order: EstateRun = { at: house.now().getTime(), act: name, given }
  const isDeadly = random(killOneIn) === 0
  const ran = await workers.run(
    isDeadly ? { ...order, dieAt: 1 + random(mostStatements), during: random(2) === 0 } : order,
  )
  if (ran !== 'killed') return ran.problem
  killed += 1
  return 'killed'
}

const count = (outcomes: Map<string, number>, name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1)

const roundsOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ round: number }>`
    select coalesce(max(round), 0)::int as round from estate_parts where estate = ${id}`.execute(db)
  return rows[0]?.round ?? 0
}

/** Opens it, or sets aside what has come in since. */
const open = async ({ random, estates, outcomes }: World) => {
  const estate = oneOf(random, estates)
  const before = await roundsOf(estate.id)
  const isAnything = things.some((thing) => estate.free[thing] > 0n)
  const problem = await act(random, estate.isOpen ? 'sweep' : 'open', [estate.id])
  const isDone = (await roundsOf(estate.id)) > before
  if (problem === undefined) expect(isDone).toBe(isAnything)
  if (problem !== undefined && problem !== 'killed') throw new Error(problem)
  if (isDone) {
    setAside(estate)
    estate.isOpen = true
  }
  count(outcomes, isDone ? 'set aside' : (problem ?? 'nothing'))
}

const credit = async ({ random, estates, outcomes }: World) => {
  const estate = oneOf(random, estates)
  const asset = oneOf(random, ['USDT', 'QMGT'] as const)
  const units = random(3) === 0 ? BigInt(1 + random(7)) : BigInt(1 + random(1_000_000)) * 10n ** 12n + 1n
  await house.give(estate.customer, asset, formatAmount(amountOf(asset, units)))
  estate.free[asset] += units
  count(outcomes, 'credited')
}

const isPassed = async ({ beneficiary }: ModelHeir): Promise<boolean> => {
  const { rows } = await sql`
    select from estate_parts where beneficiary = ${beneficiary} and passed_entry is null`.execute(db)
  return rows.length === 0
}

/** Once, or by three at once of whom one may die. */
const claim = async ({ random, estates, outcomes }: World) => {
  const estate = oneOf(
    random,
    estates.filter(({ isOpen }) => isOpen),
  )
  if (!estate) return
  const heir = oneOf(random, estate.heirs)
  const given = [estate.id, heir.beneficiary, heir.customer]
  const times = random(3) === 0 ? 3 : 1
  const problems = await Promise.all(Array.from({ length: times }, () => act(random, 'pass', given)))
  for (const problem of problems) if (problem !== undefined && problem !== 'killed') throw new Error(problem)
  const isDone = await isPassed(heir)
  if (problems.includes(undefined)) expect(isDone).toBe(true)
  if (isDone) pass(heir)
  count(outcomes, isDone ? 'passed on' : 'killed')
}

/** Books and model agree, to the last unit. */
const expectAll = async ({ estates }: World) => {
  for (const { customer, isOpen, heirs, free } of estates) {
    for (const thing of things) {
      const waits = heirs.reduce((sum, heir) => sum + heir.waits[thing], 0n)
      expect(await lies(customer, thing, 'estate'), `${thing} waits`).toBe(waits)
      if (isOpen) expect(await lies(customer, thing, 'available'), `${thing} is free`).toBe(free[thing])
      for (const heir of heirs)
        expect(await lies(heir.customer, thing, 'available'), `${thing} received`).toBe(heir.has[thing])
    }
  }
  await expectBacking(db)
  expect(await verifyLedger(db, undefined)).toMatchObject({ ok: true })
}

const needed = ['set aside', 'passed on']
const acts = [open, open, claim, claim, claim, credit]

test(
  `whatever somebody leaves reaches whoever receives, once and to the last unit, whatever dies on the way (INGOT_SEED=${seed})`,
  async () => {
    const world: World = { random: createRandom(seed), estates: [], outcomes: new Map() }
    for (let number = 0; number < dead; number++) await admit(world, number)
    const happened = () => [...world.outcomes.values()].reduce((sum, times) => sum + times, 0)
    // Chance decides what happens, so a short run is longer until there was something of each.
    const isMissing = () => killed === 0 || needed.some((name) => !world.outcomes.has(name))
    for (let step = 0; step < steps || Date.now() < deadline || (isMissing() && step < 5 * steps); step++) {
      const already = happened()
      for (let tries = 0; happened() === already && tries < 50; tries++) await oneOf(world.random, acts)(world)
      await expectAll(world)
    }
    console.log(`${JSON.stringify(Object.fromEntries(world.outcomes))}, killed ${killed} times (INGOT_SEED=${seed})`)
    expect(killed).toBeGreaterThan(0)
    for (const name of needed) expect(world.outcomes.get(name), name).toBeGreaterThan(0)
  },
  600_000 + soakMinutes * 60_000,
)

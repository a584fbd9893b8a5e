import { isMarketOpen } from '@ingot/api/features/trade/market'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBacking } from './test-backing.ts'
import { settleFromCredits } from './test-bank-model.ts'
import { centsText } from './test-bank-world.ts'
import { acts, lateActs, misbehave, type Story } from './test-cards-acts.ts'
import * as model from './test-cards-model.ts'
import type { CardRun } from './test-cards-worker.ts'
import { type CardWorld, openCardWorld, type Payer, readCards, readDollars, readPurse } from './test-cards-world.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'

const rounds = soakMinutes ? 10_000 : 7
/** In a soak somebody dies so much more often. */
const rarely = soakMinutes ? 1 : 3
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : Number.POSITIVE_INFINITY
const [minute, day] = [60_000, 24 * 3600_000]
/** All that is done later and by the clock, in the order in which nothing is left over. */
const steps = ['sent', 'read-payment-events', 'send-card-refunds', 'book-payments', 'look-at-payments', 'sent']
const after = ['clear-payments', 'settle-debts']

let world: CardWorld
let ounce = 311_034n
const books = model.newCards()
const people: Payer[] = []
const count = { killed: 0, runs: 0, hard: 0, refunded: 0, disputed: 0, ours: 0, terminated: 0, refused: 0, wrong: 0 }
const deaths = new Map<string, number>()
/** How many statements a step took at most. */
const statements = new Map<string, number>()

beforeAll(async () => {
  world = await openCardWorld()
})
afterAll(() => world?.close())

const now = () => world.house.now().getTime()

/** A price is believed for two minutes. */
const tellPrice = () => world.house.setPrice(centsText(ounce))

const goTo = async (at: number, random: Random) => {
  world.house.passTime(at - now())
  ounce += BigInt(random(4_001) - 2_000)
  await tellPrice()
}

type Wish = Omit<CardRun, 'at' | 'dieAt' | 'during'>

/** Lets somebody die of it, at any statement; says whether somebody did. */
const die = async (random: Random, wish: Wish): Promise<boolean> => {
  count.runs += 1
  const dieAt = 1 + random((statements.get(wish.step) ?? 12) + 1)
  const ran = await world.workers.run({ at: now(), ...wish, dieAt, during: random(2) === 0 })
  if (ran !== 'killed') return false
  count.killed += 1
  deaths.set(wish.step, (deaths.get(wish.step) ?? 0) + 1)
  return true
}

/** Somebody gets through; says what was refused. */
const run = async (wish: Wish): Promise<string | undefined> => {
  count.runs += 1
  const ran = await world.workers.run({ at: now(), ...wish })
  if (ran === 'killed') return expect.fail(`${wish.step} did not get through`)
  statements.set(wish.step, Math.max(ran.statements, statements.get(wish.step) ?? 0))
  return ran.problem
}

/** The processor's messages go astray, and so do its answers. */
const disturb = async (random: Random) => {
  const fault = oneOf(random, ['twice', 'lose', 'disorder', 'slow', 'none', 'never'] as const)
  await world.cards.setDesk({ webhooks: fault === 'never' ? 'never' : 'at-once' })
  if (fault === 'slow') await world.control.set('cards', { fault, delayMs: 30_000, on: 'webhook' })
  else if (fault !== 'none' && fault !== 'never') await world.control.set('cards', { fault, on: 'webhook' })
}

/** Whoever follows the processor dies on the way, is not answered, and gets through in the end. */
const hear = async (random: Random) => {
  await tellPrice()
  await world.cards.settled()
  await world.control.clear('cards')
  for (const step of steps) {
    if (random(3 * rarely) === 0) await die(random, { step })
    if (random(8) === 0) {
      await world.control.set('cards', { fault: oneOf(random, ['lose', 'drop'] as const), on: 'request', times: 1 })
      count.hard += 1
    }
    await run({ step })
    await world.control.clear('cards')
  }
  for (const { id, state } of await readCards(world.db)) {
    if (model.isOver(state)) continue
    const wish = { step: 'follow-payment', given: { payment: id } }
    if (random(15 * rarely) === 0) await die(random, wish)
    expect(await run(wish)).toBe(undefined)
  }
  for (const step of after) {
    if (random(3 * rarely) === 0) await die(random, { step })
    expect(await run({ step })).toBe(undefined)
  }
  const truth = new Map((await world.cards.payments()).map((each) => [each.payment, each]))
  for (const card of books.cards.values()) model.hear(books, card, truth.get(card.id), now(), ounce)
  for (const { model: customer } of people) settleFromCredits(customer)
  await expectAgreement()
}

/** Processor, books, payments, holdings and debts say the same, to the cent. */
const expectAgreement = async () => {
  const found = await readCards(world.db)
  const shown = found.map(({ id, state, refunded, lost, grams, free, bound }) => [
    id,
    { state, refunded, lost, grams, free, bound },
  ])
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries([...books.cards].map(([id, card]) => [id, model.shownOf(card)])),
  )
  for (const { model: customer } of people)
    expect(await readPurse(world.db, customer.id)).toEqual(model.purseOf(books, customer))
  const dollars = await readDollars(world.db)
  expect(dollars).toEqual(model.dollarsOf(books))
  const truth = await world.cards.payments()
  const there = truth.reduce((sum, { charged, refunded, disputes }) => {
    const lost = disputes.reduce((total, { cents, status }) => (status === 'lost' ? total + cents : total), 0)
    return sum + BigInt(charged - refunded - lost)
  }, 0n)
  const held = truth.filter(({ payment }) => books.cards.get(payment ?? '')?.state === 'Held')
  const heldCents = held.reduce((sum, { charged, refunded }) => sum + BigInt(charged - refunded), 0n)
  expect(dollars.processor + dollars.fees + heldCents).toBe(there)
}

test(`card payments, whoever follows them killed at any step: processor, books and holdings agree to the cent (INGOT_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const operators = [await world.newOperator('fin-a'), await world.newOperator('fin-b')]
  for (const username of ['anna', 'boris', 'chloe', 'dario']) people.push(await world.newPayer(username, 50n))
  // The market is open on each of these days: prices are wider while it is not.
  let at = Date.parse('2026-11-09T15:00:00Z')
  for (let round = 0; round < rounds && Date.now() < deadline; round++) {
    await goTo(at, random)
    await disturb(random)
    const story = (payer: Payer): Omit<Story, 'acting'> => ({
      ...{ world, books, random, payer, count, ounce: () => ounce, die, run },
    })
    for (const payer of people) {
      const acting = await world.signIn(payer)
      await tellPrice()
      for (let act = 0; act < 3; act++) await oneOf(random, acts)({ ...story(payer), acting })
    }
    const heard = new Set<string>()
    await misbehave({ world, books, random, count, operators, heard })
    if (random(2) === 0) {
      await hear(random)
      heard.clear()
      await disturb(random)
    }
    await goTo(now() + (25 + random(6)) * minute, random)
    for (const payer of people) for (const act of lateActs) await act(story(payer))
    await misbehave({ world, books, random, count, operators: [], heard })
    await goTo(now() + 8 * minute, random)
    await hear(random)
    do at += day * (3 + random(5))
    while (!isMarketOpen(new Date(at)) || !isMarketOpen(new Date(at + 120 * minute)))
  }
  expect(await verifyLedger(world.db, undefined)).toMatchObject({ ok: true })
  await expectBacking(world.db)
  const states = [...books.cards.values()].map(({ state }) => state)
  const tally = Object.fromEntries(
    [...new Set(states)].map((name) => [name, states.filter((each) => each === name).length]),
  )
  const more = { late: books.late, debts: books.debts, deaths: Object.fromEntries(deaths) }
  console.log(`${JSON.stringify({ ...tally, ...count, ...more })} (INGOT_SEED=${seed})`)
  expect(count.killed).toBeGreaterThanOrEqual(4)
  expect(states.length).toBeGreaterThan(8)
})

import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBacking } from './test-backing.ts'
import { type Asked, acts, firstActs, type Story } from './test-bank-acts.ts'
import { readFound, readUsd } from './test-bank-found.ts'
import * as model from './test-bank-model.ts'
import { type Acting, type BankWorld, centsText, openBankWorld, type Remitter } from './test-bank-world.ts'
import { textOf, unitsOf } from './test-holding-model.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'

const rounds = soakMinutes ? 10_000 : 9
const deadline = soakMinutes ? Date.now() + soakMinutes * 60_000 : Number.POSITIVE_INFINITY
/** In a soak every statement of every step is one to die at, until there were so many; else each step is in every other round, at any. */
const thoroughKills = 400
const stepsToDieAt = ['follow', 'book-remittances', 'settle-debts', 'end-remittances', 'stop-payouts']
const mostDeaths = soakMinutes ? 5 : 1

let world: BankWorld
let ounce = 311_034n
const books = model.newModel()
/** What was sent, by the bank's name of it. */
const credits = new Map<string, model.ModelCredit>()
const payouts = new Map<string, Asked>()
const count = {
  killed: 0,
  runs: 0,
  refused: 0,
  reversed: 0,
  returned: 0,
  rejected: 0,
  matched: 0,
  unexplained: 0,
  debts: 0,
}

beforeAll(async () => {
  world = await openBankWorld()
})
afterAll(() => world?.close())

const now = () => world.house.now().getTime()

/** A price is believed for two minutes. */
const tellPrice = () => world.house.setPrice(centsText(ounce))

const goTo = async (at: number, random: Random) => {
  world.house.passTime(at - now())
  ounce += BigInt(random(1_001) - 500)
  await tellPrice()
}

const isPlain = ({ undoes, returnCode }: { undoes: string | null; returnCode: string | null }) =>
  undoes === null && returnCode === null

/** What the bank does of its own accord: takes credits back, and lets payments come back. */
const misbehave = async (random: Random) => {
  const all = await world.bank.bank.movements()
  const undone = new Set(all.map(({ undoes }) => undoes))
  const booked = all.filter((each) => each.state === 'booked' && isPlain(each) && !undone.has(each.bankReference))
  // Mostly one whose grams are gone, in part or whole: then something is owed.
  const gone = new Set([...books.remittances.values()].flatMap((each) => (each.open < each.grams ? [each.credit] : [])))
  const came = booked.filter(({ direction }) => direction === 'in')
  const credit =
    oneOf(
      random,
      came.filter((each) => gone.has(each.bankReference)),
    ) ?? oneOf(random, came)
  if (credit && random(2) === 0) {
    await world.bank.bank.reverse(credit.bankReference)
    count.reversed += 1
  }
  const paid = oneOf(
    random,
    booked.filter(({ direction }) => direction === 'out'),
  )
  if (!paid || random(4) > 0) return
  const less = random(2) === 0 && unitsOf(paid.amount) > 10n * 100n * model.perCent
  const amount = less ? textOf(unitsOf(paid.amount) - 500n * model.perCent) : undefined
  await world.bank.bank.giveBack(paid.bankReference, { code: 'AC04', ...(amount && { amount }) })
  count.returned += 1
}

/** How many statements a step took at most, and how often somebody died in it. */
const statements = new Map<string, number>()
const deaths = new Map<string, number>()
let round = 0

const isToDie = (step: string, times: number): boolean => {
  if (soakMinutes && count.killed < thoroughKills) return true
  return times < mostDeaths && (stepsToDieAt.indexOf(step) + round) % 2 === 0
}

/** Does a step, and kills whoever does it: at each statement in turn, or at any. In the end somebody gets through. */
const run = async (random: Random, step: string) => {
  const at = now()
  const isThorough = soakMinutes > 0 && count.killed < thoroughKills
  for (let times = 0; isToDie(step, times); times++) {
    count.runs += 1
    const dieAt = isThorough ? times + 1 : 1 + random(statements.get(step) ?? 10)
    if ((await world.workers.run({ at, step, dieAt, during: random(2) === 0 })) !== 'killed') break
    count.killed += 1
    deaths.set(step, (deaths.get(step) ?? 0) + 1)
  }
  count.runs += 1
  const ran = await world.workers.run({ at, step })
  if (ran === 'killed') return expect.fail(`${step} did not get through`)
  statements.set(step, Math.max(ran.statements, statements.get(step) ?? 0))
}

/** What a statement tells, one after the other. */
const applyStatement = (sequence: number) => {
  const at = now()
  for (const movement of world.bank.desk.findDay(sequence).entries.flat()) {
    const cents = unitsOf(movement.amount) / model.perCent
    const { endToEndId, bankReference, undoes } = movement
    if (movement.isReversal) model.takeReversal(books, undoes ?? '', cents, ounce)
    else if (movement.returnCode !== null) model.takeReturned(books, endToEndId ?? '', cents)
    else if (movement.direction === 'out') model.takePaid(books, endToEndId ?? '')
    else model.takeCredit(books, credits.get(bankReference) ?? expect.fail('nobody sent it'), at)
  }
  model.returnOld(books, at)
}

/** The bank closes its day, sometimes with a file that has to be refused; whoever follows it is killed on the way. */
const closeDay = async (random: Random) => {
  const versions = ['02', '04', '06', '08', '10', '13'] as const
  const wrong = [{}, {}, {}, { wrongSum: true }, { skipNumber: true }][random(5)]
  const { sequence } = await world.bank.bank.close({
    version: oneOf(random, versions),
    batch: random(2) === 0,
    ...wrong,
  })
  if (wrong && Object.keys(wrong).length > 0) {
    await run(random, 'follow')
    await world.bank.bank.mend(sequence, { batch: random(2) === 0 })
    count.refused += 1
  } else if (random(4) === 0) await world.bank.bank.sendAgain(sequence)
  await run(random, 'follow')
  applyStatement(sequence)
  await expectAgreement('after the statement')
  const { order } = await readFound(world.db)
  model.bookAll(books, order, ounce)
  await run(random, 'book-remittances')
  await run(random, 'settle-debts')
  for (const { model: customer } of people) model.settleFromCredits(customer)
  model.endOver(books, now())
  await run(random, 'end-remittances')
  await stopPayouts(random)
  await expectAgreement('after the jobs')
}

/** Nothing leaves while something is owed, and nothing goes to an account that sent something back. */
const stopPayouts = async (random: Random) => {
  for (const [id, { remitter, account, cents }] of payouts) {
    if (model.owedBy(remitter.model) === 0n && account === remitter.account) continue
    remitter.model.usdt += cents * model.perCent
    payouts.delete(id)
  }
  await run(random, 'stop-payouts')
}

const people: Remitter[] = []
const operators: Awaited<ReturnType<BankWorld['newOperator']>>[] = []

const together = async (askers: Acting[], action: string, thing: string, given: object = {}) => {
  const [one, other] = askers
  const reason = 'compared with what the bank says'
  const asked = await one?.prove('/operator/approvals', { action, thing, given, reason })
  expect([asked?.status, asked?.message]).toEqual([200, undefined])
  const done = await other?.prove(`/operator/approvals/${asked?.data.id}/approve`, { note: 'so do I' })
  expect([done?.status, done?.message]).toEqual([200, undefined])
}

/** Two of them decide what waits, and the third puts what is to be paid into a file and takes it to the bank. */
const operate = async (random: Random) => {
  const found = await readFound(world.db)
  const waiting = [...books.remittances.values()].filter(({ needsOperator }) => needsOperator)
  const lines = [...books.suspense.values()].filter(
    ({ state, credit }) => state === 'Suspense' && credit.whose === 'own',
  )
  const failed = [...books.payments].filter(([, { state }]) => state === 'Rejected')
  const acting: Acting[] = []
  for (const operator of operators) acting.push(await world.signIn(operator))
  for (const [name] of failed) {
    await together(acting, 'fail-payment', `payment:${found.paymentOf(name).id}`)
    model.takeReturned(books, name, books.payments.get(name)?.cents ?? 0n)
  }
  for (const each of waiting.filter(() => random(2) === 0)) {
    const isBooked = each.whose === 'own' && random(3) > 0
    await together(acting, isBooked ? 'book-remittance' : 'return-remittance', `remittance:${found.idOf(each.key).id}`)
    if (isBooked) Object.assign(each, { isToBook: true, needsOperator: false })
    else model.sendBack(each)
  }
  for (const line of lines) {
    const remittance = [...books.remittances.values()].find(
      (each) => each.customer === line.credit.customer && each.state === 'Announced',
    )
    if (!remittance || random(2) === 0) continue
    await together(acting, 'match-line', `line:${found.lineOf(line.credit.name)}`, {
      remittance: found.idOf(remittance.key).id,
    })
    model.matchCredit(books, line, remittance, now())
    count.matched += 1
  }
  for (const { id } of payable()) {
    const body = { action: 'approve-payout-alone', reason: 'as it should be' }
    const { status, body: reply } =
      (await acting[0]?.client.post(`/operator/queues/payouts/payout:${id}/decide`, body)) ?? {}
    expect([status, reply?.error?.message]).toEqual([200, undefined])
  }
  await exportAll(random, acting)
}

/** Nothing goes to an account that has sent something back meanwhile. */
const payable = () => [...payouts.values()].filter(({ account, remitter }) => account === remitter.account)

const exportAll = async (random: Random, acting: Acting[]) => {
  const made = await acting[2]?.prove('/operator/bank/files', { reason: 'the day is over' })
  if (made?.error === 'NothingToSend') return expect(payable()).toEqual([])
  expect([made?.status, made?.message]).toEqual([200, undefined])
  const { raw } = (await acting[2]?.client.get(`/operator/bank/files/${made?.data.id}`)) ?? {}
  const found = await readFound(world.db)
  for (const { endToEndId } of await world.bank.bank.pay(raw?.toString() ?? '')) {
    const name = endToEndId ?? ''
    books.payments.set(name, paymentOf(found, name))
    const outcome = oneOf(random, ['pay', 'pay', 'pay', 'pay', 'return', 'reject'] as const)
    if (outcome !== 'pay') await world.bank.bank.decide(name, outcome)
    if (outcome === 'reject') Object.assign(books.payments.get(name) ?? {}, { state: 'Rejected' })
    if (outcome === 'reject') count.rejected += 1
  }
}

const paymentOf = (found: Awaited<ReturnType<typeof readFound>>, name: string): model.ModelPayment => {
  const { kind, subject, cents } = found.paymentOf(name)
  const line = [...books.suspense.values()].find(({ credit }) => `line:${found.lineOf(credit.name)}` === subject)
  if (line) return { of: 'line', line, cents, state: 'Sent' }
  const remittance = [...books.remittances.values()].find(({ key }) => found.idOf(key).id === subject)
  if (remittance) return { of: 'remittance', remittance, cents, state: 'Sent' }
  const asked = payouts.get(subject) ?? expect.fail(`a ${kind} that nobody asked for`)
  payouts.delete(subject)
  const { remitter, account, net } = asked
  expect(cents).toBe(net)
  const onReturn = () => {
    if (remitter.account === account) remitter.account = ''
  }
  return { of: 'payout', customer: remitter.model, net: net * model.perCent, cents, state: 'Sent', onReturn }
}

/** Bank, books, remittances, debts and holdings say the same, to the cent. */
const expectAgreement = async (when: string) => {
  const found = await readFound(world.db)
  const shown = Object.fromEntries([...books.remittances].map(([key, each]) => [key, model.shownOf(each)]))
  expect(found.remittances, when).toEqual(shown)
  const lines = [...books.suspense].map(([name, { state }]) => [name, state])
  expect(Object.fromEntries(lines.map(([name]) => [name, found.states.get(name ?? '')])), when).toEqual(
    Object.fromEntries(lines),
  )
  for (const { model: customer } of people)
    expect(await readUsd(world.db, customer.id), when).toEqual(model.purseOf(books, customer))
  const { balance } = await world.bank.bank.state()
  expect(centsText(await found.atBank()), when).toBe(balance)
}

test(`money by bank, whoever follows it killed at each step: bank, books and holdings agree to the cent (INGOT_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  for (const username of ['fin-a', 'fin-b', 'fin-c']) operators.push(await world.newOperator(username))
  for (const [first, last] of [
    ['Anna', 'Keller'],
    ['Boris', 'Maier'],
    ['Chloe', 'Dubois'],
    ['Dario', 'Rossi'],
  ] as const)
    people.push(await world.newRemitter(first, last, 500n))
  await run(random, 'follow')
  // Nothing leaves for two days after 2FA was set up; and the market is open.
  let at = Date.parse('2026-11-09T15:00:00Z')
  for (; round < rounds && Date.now() < deadline; round++) {
    await goTo(at, random)
    for (const remitter of people) {
      if (remitter.account === '') Object.assign(remitter, await world.addAccount(remitter.model.id, remitter))
      const acting = await world.signIn(remitter)
      await tellPrice()
      const story: Story = { world, books, credits, payouts, random, remitter, ...acting }
      for (let act = 0; act < 3; act++) await oneOf(random, round === 0 ? firstActs : acts)(story)
    }
    await misbehave(random)
    await tellPrice()
    await closeDay(random)
    await operate(random)
    await expectAgreement('after the operators')
    do at += model.day * (1 + random(4))
    while ([0, 6].includes(new Date(at).getUTCDay()))
  }
  expect(await verifyLedger(world.db, undefined)).toMatchObject({ ok: true })
  await expectBacking(world.db)
  count.unexplained = Number(books.unexplained)
  count.debts = books.debts
  const states = [...books.remittances.values()].map(({ state }) => state)
  const tally = Object.fromEntries(
    [...new Set(states)].map((name) => [name, states.filter((each) => each === name).length]),
  )
  console.log(`${JSON.stringify({ ...tally, ...count, deaths: Object.fromEntries(deaths) })} (INGOT_SEED=${seed})`)
  expect(count.killed).toBeGreaterThanOrEqual(8)
  expect([...books.remittances.values()].filter(({ whose, booked }) => whose !== 'own' && booked > 0n)).toEqual([])
  expect(tally.Booked).toBeGreaterThan(3)
})

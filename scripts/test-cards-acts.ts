import { randomUUID } from 'node:crypto'
import { requestGcaTerminate } from '@ingot/endpoints/holdings'
import { cancelPayment } from '@ingot/endpoints/payments'
import { expect } from 'vitest'
import { centsText } from './test-bank-world.ts'
import * as model from './test-cards-model.ts'
import type { CardRun } from './test-cards-worker.ts'
import { type Acting, type CardWorld, type Payer, readCards } from './test-cards-world.ts'
import { textOf, unitsOf } from './test-holding-model.ts'
import { oneOf, type Random } from './test-random.ts'

// What customers do with cards, and what cardholders, their banks and operators do about it.

type Count = Record<'refunded' | 'disputed' | 'ours' | 'terminated' | 'refused' | 'wrong', number>
type Wish = Omit<CardRun, 'at' | 'dieAt' | 'during'>

/** One customer who is signed in, and everything that is noted of what is done. */
export type Story = {
  world: CardWorld
  books: model.Cards
  random: Random
  payer: Payer
  acting: Acting
  count: Count
  ounce: () => bigint
  die: (random: Random, wish: Wish) => Promise<boolean>
  run: (wish: Wish) => Promise<string | undefined>
}
type Act = (story: Story) => Promise<unknown>

const ownCards = ({ books, payer }: Pick<Story, 'books' | 'payer'>) =>
  [...books.cards.values()].filter(({ customer }) => customer === payer.model)

/** Somebody begins one. Whoever does it for him may die, and then he asks again, or never comes back. */
const begin: Act = async ({ world, books, random, payer, count, ounce, die, run }) => {
  const cents = BigInt(1_000 + random(24_000))
  const at = world.house.now().getTime()
  const expected = model.refusalOf(books, payer.model, cents, at)
  const begins = { customer: payer.model.id, amount: centsText(cents), key: randomUUID() }
  const wish = { step: 'begin', begins }
  const isDead = random(6) === 0 && (await die(random, wish))
  if (!isDead || random(3) > 0) expect(await run(wish)).toBe(expected)
  if (expected) count.refused += 1
  const found = (await readCards(world.db)).filter(({ id }) => !books.cards.has(id))
  expect(found.length).toBeLessThanOrEqual(expected ? 0 : 1)
  for (const { id, createdAt } of found) {
    model.begin(books, { id, customer: payer.model, cents, createdAt: createdAt.getTime() }, ounce())
    if (!isDead) Object.assign(books.cards.get(id) ?? {}, { state: 'Open' })
  }
}

const plain = '4242424242424242'
const pays = [plain, plain, plain, '4000002500003155', '4000000000000259']
const others = ['4000000000009995', '4000000000007775', '4000000000008880']

/** Enters a card at a page that is open. */
const payOne = async ({ world, books, random, payer, count }: Omit<Story, 'acting'>) => {
  const open = (await world.cards.payments()).filter(
    ({ status, payment }) => status === 'open' && books.cards.get(payment ?? '')?.customer === payer.model,
  )
  const chosen = oneOf(random, open)
  const card = books.cards.get(chosen?.payment ?? '')
  if (!chosen || !card) return
  const isWrong = random(15) === 0
  if (isWrong) count.wrong += 1
  const more = isWrong ? { cents: Number(card.cents) - 100 } : {}
  await world.cards.pay(chosen.session, { card: isWrong ? plain : oneOf(random, pays), ...more })
}

/** A card that fails, or pays or fails later: a later one pays within this round or the next. */
const tryOther: Act = async ({ world, books, random, payer }) => {
  const open = (await world.cards.payments()).filter(
    ({ status, payment }) => status === 'open' && books.cards.get(payment ?? '')?.customer === payer.model,
  )
  const chosen = oneOf(random, open)
  if (chosen) await world.cards.pay(chosen.session, { card: oneOf(random, others) })
}

/** What was to pay later does, or does not. */
const settleLater = async ({ world, books, random, payer }: Omit<Story, 'acting'>) => {
  const waiting = (await world.cards.payments()).filter(({ intentStatus }) => intentStatus === 'processing')
  for (const { session, payment } of waiting) {
    if (books.cards.get(payment ?? '')?.customer !== payer.model) continue
    await world.cards.settleLater(session, oneOf(random, ['paid', 'failed'] as const))
  }
}

const cancel: Act = async (story) => {
  const card = oneOf(
    story.random,
    ownCards(story).filter(({ state }) => state === 'Open'),
  )
  if (!card || story.random(3) > 0) return
  const truth = (await story.world.cards.payments()).find(({ payment }) => payment === card.id)
  const { error } = await story.acting.post(cancelPayment, {}, { id: card.id })
  expect(error).toBe(undefined)
  if (truth?.status === 'open') card.state = 'Expired'
}

/** Ends what is free, or tries to end what is bound, which nobody can. */
const terminate: Act = async (story) => {
  const { world, books, random, payer, acting, count } = story
  const there = ownCards(story).filter(({ free, bound }) => free + bound > 0n)
  const free = there.filter((each) => each.free > 0n)
  const lot = oneOf(random, free.length > 0 ? free : there)
  if (!lot) return
  const holding = (await readCards(world.db)).find(({ id }) => id === lot.id)?.holding
  const isBound = lot.free === 0n
  const all = isBound ? lot.bound : lot.free
  const units = random(2) === 0 || all < 10n ** 17n ? all : all / 2n
  const body = { currency: 'USDT', trId: holding, partialAmount: textOf(units) }
  const { data, error } = await acting.post(requestGcaTerminate, body)
  if (isBound) return expect(error).toBeDefined()
  expect(error).toBe(undefined)
  const left = books.cards.get(lot.id)
  if (left) left.free -= units
  payer.model.usdt += unitsOf(data.receive.amount)
  count.terminated += 1
}

export const acts: readonly Act[] = [
  begin,
  begin,
  payOne,
  payOne,
  payOne,
  tryOther,
  cancel,
  terminate,
  terminate,
  terminate,
]
export const lateActs = [settleLater, payOne]

type Desk = Pick<Story, 'world' | 'books' | 'random'> & {
  count: Count
  operators: readonly Awaited<ReturnType<CardWorld['newOperator']>>[]
  /** Those of which something went back that nobody has heard of. */
  heard: Set<string>
}

/** Two operators send some of a booked payment back. */
const refundOurs = async ({ world, random, operators }: Desk, card: model.ModelCard) => {
  const [one, other] = [operators[0], operators[1]]
  if (!one || !other) return
  const left = card.cents - card.refunded - card.lost
  const given = random(2) === 0 ? {} : { amount: centsText(1n + BigInt(random(Number(left) - 1))) }
  const [asker, approver] = [await world.signIn(one), await world.signIn(other)]
  const reason = 'the customer asked for it'
  const wish = { action: 'refund-payment', thing: `payment:${card.id}`, given, reason }
  const asked = await asker.prove('/operator/approvals', wish)
  expect([asked.status, asked.message]).toEqual([200, undefined])
  const done = await approver.prove(`/operator/approvals/${asked.data.id}/approve`, { note: 'so do I' })
  expect([done.status, done.message]).toEqual([200, undefined])
}

/** What cardholders, their banks and operators do: of each payment at most one thing goes back until somebody has heard of it. */
export const misbehave = async (desk: Desk) => {
  const { world, books, random, count, operators, heard } = desk
  for (const truth of await world.cards.payments()) {
    const card = books.cards.get(truth.payment ?? '')
    if (!card || truth.intent === null || truth.charged === 0) continue
    // Mostly one whose grams are gone, in part or whole: then something is owed.
    const isGone = card.free + card.bound < card.grams - (card.grams * (card.refunded + card.lost)) / card.cents
    if (random(isGone || truth.disputed > 0 ? 2 : 10) > 0) continue
    const isWrong = truth.charged !== truth.asked
    const open = truth.disputes.find(({ status }) => status === 'needs_response')
    const goes = () => heard.add(card.id)
    if (open && !heard.has(card.id) && random(2) === 0) {
      await world.cards.close(open.id, oneOf(random, ['won', 'lost', 'lost'] as const))
      goes()
    } else if (open || truth.left === 0 || heard.has(card.id)) continue
    else if (
      operators.length > 0 &&
      card.state === 'Booked' &&
      random(2) === 0 &&
      truth.left === truth.charged &&
      truth.disputes.length === 0
    ) {
      await refundOurs(desk, card)
      count.ours += 1
      goes()
    } else if (isWrong || random(3) === 0) {
      const isWhole = isWrong || random(2) === 0
      await world.cards.refund(truth.intent, isWhole ? {} : { cents: 1 + random(truth.left) })
      count.refunded += 1
      goes()
    } else {
      await world.cards.dispute(truth.intent, random(2) === 0 ? {} : { cents: 1 + random(truth.left) })
      count.disputed += 1
    }
  }
}

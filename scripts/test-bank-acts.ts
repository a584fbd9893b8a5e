import { settleDebt } from '@ingot/endpoints/debts'
import { requestGcaTerminate } from '@ingot/endpoints/holdings'
import { cancelPayout, requestPayout } from '@ingot/endpoints/payouts'
import { announceRemittance, cancelRemittance, returnRemittance } from '@ingot/endpoints/remittances'
import { expect } from 'vitest'
import { readFound } from './test-bank-found.ts'
import * as model from './test-bank-model.ts'
import { type Acting, type BankWorld, centsText, type Remitter } from './test-bank-world.ts'
import { textOf, unitsOf } from './test-holding-model.ts'
import { oneOf, type Random } from './test-random.ts'

// What customers do: announce, send rightly and wrongly, terminate, have themselves paid, and settle.

/** What was asked for, and is in no file yet. */
export type Asked = { id: string; remitter: Remitter; account: string; cents: bigint; net: bigint }

/** One customer who is signed in, and everything that is noted of what is done. */
export type Story = Acting & {
  world: BankWorld
  books: model.Model
  credits: Map<string, model.ModelCredit>
  payouts: Map<string, Asked>
  random: Random
  remitter: Remitter
}
type Act = (story: Story) => Promise<unknown>

const own = ({ books, remitter: { model: customer } }: Story, ...states: string[]) =>
  [...books.remittances.values()].filter(
    (each) => each.customer === customer && (states.length === 0 || states.includes(each.state)),
  )

const announce: Act = async (story) => {
  const { world, books, random, remitter, post } = story
  if (own(story, 'Announced').length >= 4) return
  const cents = BigInt(10_000 + random(240_000))
  const { data, error } = await post(announceRemittance, { amount: centsText(cents), account: remitter.account })
  expect(error).toBe(undefined)
  const reference = data.instructions.reference.replaceAll(' ', '')
  model.announce(books, remitter.model, reference, cents, world.house.now().getTime())
}

const namesOf = ({ first, last }: Remitter) => ({
  own: [`${first} ${last}`, `${last.toUpperCase()}, ${first.toUpperCase()}`, `Dr. ${first} ${last}`],
  other: [
    'Bert Stranger',
    `Bert Stranger for ${first} ${last}`,
    `${first} ${last} and Bert Stranger`,
    `${last} Trading Ltd`,
  ],
})

/** Sends rightly, wrongly, twice, late, or under another name. */
const send: Act = async (story) => {
  const { world, credits, random, remitter } = story
  const named = oneOf(
    random,
    own(story).filter(({ announced }) => announced !== null),
  )
  if (!named) return
  const whose = oneOf(random, ['own', 'own', 'own', 'own', 'own', 'other', 'other', 'other'] as const)
  const isHidden = random(2) === 0
  const near = (named.announced ?? 0n) + BigInt(random(2_000)) * BigInt(random(2))
  const isLost = random(5) === 0
  const way = random(10)
  const names = namesOf(remitter)
  const transfer = {
    name: oneOf(random, names[isHidden ? 'own' : whose]),
    ...(isHidden && { ultimateName: oneOf(random, names[whose]) }),
    account: remitter.iban,
    amount: centsText(way === 0 ? BigInt(5_000 + random(4_000)) : near),
    ...(way % 2 ? { reference: named.key } : { text: `gold ${named.key.replace(/(.{4})/g, '$1 ')}` }),
    ...(isLost && (random(2) === 0 ? { dropReference: true, text: 'for gold' } : { cutTo: 12 })),
    ...(way === 1 && { split: true }),
    ...(way === 2 && { pending: 1 }),
  }
  const times = way === 3 ? 2 : 1
  for (let time = 0; time < times; time++)
    for (const { bankReference: name, amount } of await world.bank.bank.send(transfer))
      credits.set(name, {
        name,
        cents: unitsOf(amount) / model.perCent,
        reference: isLost ? null : named.key,
        whose,
        customer: remitter.model,
      })
}

const cancel: Act = async (story) => {
  const { world, random, post } = story
  const named = oneOf(random, own(story, 'Announced'))
  if (!named || random(3) > 0) return
  const { id } = (await readFound(world.db)).idOf(named.key)
  expect((await post(cancelRemittance, {}, { id })).error).toBe(undefined)
  named.state = 'Cancelled'
}

/** What came and waits for an operator can be asked back. */
const askBack: Act = async (story) => {
  const { world, random, remitter, post } = story
  const waiting = oneOf(
    random,
    own(story, 'Received').filter(({ isToBook }) => !isToBook),
  )
  if (!waiting || random(3) > 0) return
  const { id } = (await readFound(world.db)).idOf(waiting.key)
  const owed = model.owedBy(remitter.model) > 0n
  expect((await post(returnRemittance, {}, { id })).error).toBe(owed ? 'DebtOpen' : undefined)
  if (!owed) model.sendBack(waiting)
}

const terminate: Act = async (story) => {
  const { world, random, remitter, post } = story
  const lot = oneOf(
    random,
    own(story).filter(({ open }) => open > 0n),
  )
  if (!lot) return
  const { holding } = (await readFound(world.db)).idOf(lot.key)
  const units = random(2) === 0 || lot.open < 10n ** 17n ? lot.open : lot.open / 2n
  const body = { currency: 'USDT', trId: holding, partialAmount: textOf(units) }
  const { data, error } = await post(requestGcaTerminate, body)
  expect(error).toBe(undefined)
  lot.open -= units
  remitter.model.usdt += unitsOf(data.receive.amount)
}

const askPayout: Act = async (story) => {
  const { payouts, random, remitter, post } = story
  const most = remitter.model.usdt / model.perCent
  const cents = most > 20_000n ? BigInt(2_000 + random(Number(most) - 15_000)) : most
  if (cents < 2_000n) return
  const net = cents - 100n - (cents * 20n + 9_999n) / 10_000n
  const body = { asset: 'USDT', amount: centsText(cents), account: remitter.account, receive: centsText(net) }
  const { data, error } = await post(requestPayout, body)
  const isOwing = model.owedBy(remitter.model) > 0n
  expect(error).toBe(isOwing ? 'DebtOpen' : undefined)
  if (isOwing) return
  remitter.model.usdt -= cents * model.perCent
  if (random(4) > 0) return void payouts.set(data.id, { id: data.id, remitter, account: remitter.account, cents, net })
  expect((await post(cancelPayout, {}, { id: data.id })).error).toBe(undefined)
  remitter.model.usdt += cents * model.perCent
}

const settle: Act = async (story) => {
  const {
    random,
    remitter: { model: customer },
    post,
  } = story
  const [owed, has] = [model.owedBy(customer), customer.usdt / model.perCent]
  if (owed === 0n || has === 0n || random(3) > 0) return
  const cents = model.min(owed, has)
  expect((await post(settleDebt, { asset: 'USDT', amount: centsText(cents) })).error).toBe(undefined)
  model.settleWith(customer, cents)
}

export const firstActs: Act[] = [announce, send]
export const acts: Act[] = [announce, announce, send, send, send, cancel, askBack, terminate, askPayout, settle]

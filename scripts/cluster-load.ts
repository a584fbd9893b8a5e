import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setPin } from '@ingot/endpoints/credentials'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { readPrice } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { askForAccount, type Customer, enter, openFirstMail, Refused } from './front-door.ts'

const pin = '274915'
const deposit = '50000'
const pays = '10'
/** Also on a machine that is busy with other things. */
const patience = 240_000
/** Nobody may ask for more than so many quotes in a minute. */
const pause = 1_050

/** What a customer asked for under one key, and how it ended as far as the customer knows. */
export type Operation = {
  quote: string
  /** The trade that was acknowledged; none while nobody knows. */
  trade?: string
  at?: number
}

export type Load = {
  usernames: string[]
  operations: Operation[]
  /** How often each answer came that was not what was asked for. */
  answers: Map<string, number>
  stop: () => Promise<void>
}

export const until = async (what: string, holds: () => Promise<boolean>, limit = patience) => {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(250))
    if (await holds().catch(() => false)) return
  throw new Error(`${what} did not come within ${limit / 1000} s`)
}

/** The database is away, an api has just died, or what was written in its last moment is gone and is asked for anew. */
const isWorthAnother = (name: string) => /^(50[234] |4(01|29) |TypeError|403 StepUpRequired)/.test(name)

export const personOf = (username: string): Person => ({
  email: `${username}@people.example`,
  username,
  password: 'blue kettle walks home',
})

type World = { portal: string; sandbox: string }
type Person = { email: string; username: string; password: string }

/** Somebody who registers through the front door, is verified, and has dollars to trade. */
export const openTrader = async ({ portal, sandbox }: World, person: Person, amount = deposit): Promise<Customer> => {
  await askForAccount(portal, person)
  await until('the first mail', () => openFirstMail(portal, sandbox, person).then(() => true))
  const customer = await enter(portal, person)
  await customer.call(setPin, { body: { password: person.password, pin } })
  await customer.handIn(sandbox)
  await until('verification', async () => (await customer.call(readKycStatus)).data.kycVerified === 'Verified')
  await until('a price', async () => (await customer.call(readPrice)).data?.tradable === true)
  await sandboxClient(sandbox).chain.faucet({ address: await customer.wallet(), asset: 'USDT', amount })
  const dollars = async () => (await customer.call(readBalances)).data.find(({ asset }) => asset === 'USDT')?.available
  await until('the deposit', async () => (await dollars()) === amount)
  return customer
}

/** Asks, and gives the name of what came instead of an answer. */
const ask = async <T>(answers: Map<string, number>, question: () => Promise<T>): Promise<T | string> => {
  try {
    return await question()
  } catch (error) {
    const name = error instanceof Refused ? `${error.status} ${error.reason}` : String(error)
    answers.set(name, (answers.get(name) ?? 0) + 1)
    return name
  }
}

/** Trades again and again, each with the same key until it is known how it ended. */
const trade = async (portal: string, person: Person, first: Customer, load: Load, isOver: () => boolean) => {
  let customer = first
  for (; !isOver(); await sleep(pause)) {
    const quote = await ask(load.answers, () =>
      customer.quote({ pair: 'QMGT/USDT', side: 'buy', amount: pays, of: 'pay' }),
    )
    if (typeof quote === 'string') {
      if (quote.startsWith('401 ')) customer = await enter(portal, person).catch(() => customer)
      continue
    }
    const operation: Operation = { quote: quote.id }
    load.operations.push(operation)
    const key = randomUUID()
    for (let over = false; !over; await sleep(20)) {
      const outcome = await ask(load.answers, () => customer.swap(pin, quote.id, key))
      if (typeof outcome !== 'string') Object.assign(operation, { trade: outcome.id, at: Date.now() })
      else if (outcome.startsWith('401 ')) customer = await enter(portal, person).catch(() => customer)
      over = typeof outcome !== 'string' || !isWorthAnother(outcome)
    }
  }
}

/** So many customers who trade at the same time, until it is stopped. */
export const startLoad = async (world: World, count: number, name = 'cluster'): Promise<Load> => {
  const people = Array.from({ length: count }, (_, number) => personOf(`${name}${number}`))
  const traders = await Promise.all(people.map((person) => openTrader(world, person)))
  let over = false
  const load: Load = {
    usernames: people.map(({ username }) => username),
    operations: [],
    answers: new Map(),
    stop: async () => undefined,
  }
  const trading = Promise.all(
    traders.map((customer, index) => trade(world.portal, people[index] as Person, customer, load, () => over)),
  )
  load.stop = async () => {
    over = true
    await trading
  }
  return load
}

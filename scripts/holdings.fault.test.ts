import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDeployed, tokenOf } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect, type Db } from '@ingot/db/connect'
import { reportActivity } from '@ingot/endpoints/account'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  type Converted,
  type Holding,
  type HoldingProduct,
  holdingProducts,
  type Purchased,
  payAssets,
  payoutAssets,
  purchasedProducts,
  type Terminated,
} from '@ingot/endpoints/holding-fields'
import {
  convert,
  listHoldings,
  partialTerminate,
  purchase,
  quoteConvert,
  quotePurchase,
  quoteTermination,
  readHoldingPositions,
  requestGcaTerminate,
  terminate,
} from '@ingot/endpoints/holdings'
import { pairs, readPosition, sides } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { sql } from 'kysely'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Customer } from './front-door.ts'
import { seedHouse } from './seed-house.ts'
import { expectBacking } from './test-backing.ts'
import { takeBarsOut } from './test-bars-on-chain.ts'
import { answered, feesOf, killParts, moveThePrice, openCustomer, outcomeOf, patience, pin } from './test-customers.ts'
import {
  applyConvert,
  applyPurchase,
  applyTermination,
  applyTrade,
  type Ending,
  expectBook,
  expectHoldings,
  expectPositions,
  leastPart,
  type Model,
  modelAssets,
  newModel,
  noSums,
  oldestFirst,
  type Sums,
  textOf,
  unitsOf,
} from './test-holding-model.ts'
import { openKillableStack } from './test-killable-stack.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'
import { expectRest } from './test-rest.ts'

const customers = 8
/** Without a soak: how many times each of them does something. */
const steps = 18
const deposit = '2500'
/** In a soak spreads and fees eat up what there is, and a day has a limit. */
const stepsPerDeposit = 40
const mostLots = 250

let stack: Awaited<ReturnType<typeof openKillableStack>>
let db: Db

beforeAll(async () => {
  stack = await openKillableStack()
  await stack.start()
  db = connect(stack.databaseUrl(), { part: 'test', max: 4 })
  await seedHouse({ databaseUrl: stack.databaseUrl(), chain: await stack.chain(), sandbox: stack.sandbox })
}, 300_000)

afterAll(async () => {
  await db?.destroy()
  stack?.remove()
})

/** Somebody who saves gold, and what must be his by the answers that he got. */
type Saver = { customer: Customer; model: Model; outcomes: Map<string, number> }

const openSaver = async (number: number): Promise<Saver> => {
  const saver = { customer: await openCustomer(stack, `saver${number}`), model: newModel(), outcomes: new Map() }
  await payIn(saver)
  return saver
}

const payIn = async ({ customer, model }: Saver) => {
  const address = await answered(customer.wallet)
  await sandboxClient(stack.sandbox).chain.faucet({ address, asset: 'USDT', amount: deposit })
  model.has.USDT += unitsOf(deposit)
  await expect.poll(() => answered(() => balancesOf(customer)), patience).toEqual(model.has)
}

const balancesOf = async ({ call }: Customer): Promise<Sums> => {
  const { data } = await call(readBalances)
  const of = (asset: string) => unitsOf(data.find((balance) => balance.asset === asset)?.available ?? '0')
  return Object.fromEntries(modelAssets.map((asset) => [asset, of(asset)])) as Sums
}

const count = ({ outcomes }: Saver, name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1)

/** A quote may be over by the time that a server which was killed is back. */
const late = ['QuoteExpired', 'QuoteUsed']

/** What was done, under its name, or undefined: then it was refused as it had to be. */
const doneOf = <T>(saver: Saver, what: string, outcome: T | string, refusal?: string): T | undefined => {
  count(saver, typeof outcome === 'string' ? outcome : what)
  if (typeof outcome !== 'string') expect(refusal, 'what had to be refused was done').toBe(undefined)
  else expect([refusal, ...late]).toContain(outcome)
  return typeof outcome === 'string' ? undefined : outcome
}

const isShort = ({ model }: Saver, { pay }: { pay: { asset: 'USDT' | 'USDAU' | 'QMGT'; amount: string } }) =>
  model.has[pay.asset] < unitsOf(pay.amount) ? 'BalanceTooLow' : undefined

const hasGae = ({ model }: Saver) =>
  [...model.lots.values()].some(({ product, open }) => product === 'GAE' && open > 0n)

const dollars = (random: Random, from: number) => `${from + random(120)}.${10 + random(90)}`
const grams = (random: Random) => `0.${20 + random(780)}`

/** Books GAE, or GAE Extra beside one. */
const book = (random: Random, saver: Saver, keys = [randomUUID()]) => {
  const product = oneOf(random, purchasedProducts)
  const of = oneOf(random, ['pay', 'receive'] as const)
  const amount = of === 'pay' ? dollars(random, product === 'GAE' ? 51 : 11) : `1.${10 + random(90)}`
  return bookFor(saver, { product, payWith: oneOf(random, payAssets), amount, of }, keys)
}

const bookFor = async (saver: Saver, body: BodyOf<typeof quotePurchase>, keys = [randomUUID()]) => {
  const [{ customer, model }, { product, amount, of }] = [saver, body]
  const missing = product === 'GAEX' && !hasGae(saver) ? 'GaeMissing' : undefined
  const quote = await outcomeOf(async () => (await customer.call(quotePurchase, { body })).data)
  if (typeof quote === 'string') return doneOf(saver, 'book', quote, missing)
  const wanted = missing ?? isShort(saver, quote)
  const asked = keys.map((key) =>
    outcomeOf(
      async (): Promise<Purchased> =>
        (await customer.withPin(purchase, pin, { body: { quoteId: quote.id } }, key)).data,
    ),
  )
  const [outcome = '', ...again] = await Promise.all(asked)
  for (const other of again) expect(other).toEqual(outcome)
  const done = doneOf(saver, product, outcome, wanted)
  if (done) applyPurchase(model, done, { amount, of })
}

/** At a quote, or at the price of the moment. */
const convertSome = async (random: Random, saver: Saver) => {
  const { customer, model } = saver
  const [amount, key] = [grams(random), randomUUID()]
  const wanted = isShort(saver, { pay: { asset: 'QMGT', amount } })
  const quoted = random(2) === 0 && {
    quoteId: (await answered(() => customer.call(quoteConvert, { body: { amount } }))).data.id,
  }
  const body = { amount, ...quoted }
  const outcome = await outcomeOf(
    async (): Promise<Converted> => (await customer.withPin(convert, pin, { body }, key)).data,
  )
  const done = doneOf(saver, 'GCA', outcome, wanted)
  if (done) applyConvert(model, done, amount)
}

/** What may not be: more than there is, too little, or what leaves too little behind. */
const refusalOf = (units: bigint, open: bigint): string | undefined => {
  if (units > open) return 'TooFewUnits'
  return units !== open && (units < leastPart || open - units < leastPart) ? 'PartTooSmall' : undefined
}

/** Some of it, all of it, or what must be refused. */
const someOf = (random: Random, open: bigint): bigint =>
  [
    () => open,
    () => (open * BigInt(1 + random(99))) / 100n,
    () => open / 2n + 1n,
    () => open + 1n,
    () => leastPart / 2n,
    () => (open > leastPart ? open - leastPart / 3n : open),
  ][random(6)]?.() ?? open

const openLots = ({ model }: Saver) => [...model.lots].filter(([, { open }]) => open > 0n)

const endCall = {
  GAE: async ({ withPin }: Customer, id: string, body: { currency: string; units: string }, key: string) =>
    (await withPin(partialTerminate, pin, { params: { id }, body }, key)).data,
  GCA: async ({ withPin }: Customer, trId: string, asked: { currency: string; units: string }, key: string) => {
    const body = { currency: asked.currency, trId, partialAmount: asked.units }
    return (await withPin(requestGcaTerminate, pin, { body }, key)).data
  },
}

/** Ends of one holding, by the call of its product, without a quote. */
const endOne = async (random: Random, saver: Saver) => {
  const { customer, model } = saver
  const chosen = oneOf(random, openLots(saver))
  if (!chosen) return
  const [id, { product, open }] = chosen
  const [units, currency, key] = [someOf(random, open), oneOf(random, payoutAssets), randomUUID()]
  const asked = { currency, units: textOf(units) }
  const outcome = await outcomeOf(() => endCall[product === 'GCA' ? 'GCA' : 'GAE'](customer, id, asked, key))
  const done = doneOf(saver, `${product}→${currency}`, outcome, refusalOf(units, open))
  if (done) applyTermination(model, done, [{ id, units }])
}

/** Ends grams of a product, or all that there is, oldest first and at a quote; and asks for the same again. */
const endOldest = async (random: Random, saver: Saver) => {
  const { customer, model } = saver
  const product: HoldingProduct = oneOf(random, holdingProducts)
  const open = openLots(saver).reduce((sum, [, lot]) => (lot.product === product ? sum + lot.open : sum), 0n)
  const [all, currency, key] = [random(4) === 0, oneOf(random, payoutAssets), randomUUID()]
  const units = all ? open : (open * BigInt(1 + random(110))) / 100n
  if (units === 0n) return
  const endings: Ending[] = oldestFirst(model, product, units)
  const [last] = endings.slice(-1)
  const wanted = units > open ? 'TooFewUnits' : refusalOf(last?.units ?? 0n, model.lots.get(last?.id ?? '')?.open ?? 0n)
  const body = { product, currency, ...(!all && { units: textOf(units) }) }
  const quote = await outcomeOf(async () => (await customer.call(quoteTermination, { body })).data)
  if (typeof quote === 'string') return doneOf(saver, 'end', quote, wanted)
  const end = () =>
    outcomeOf(
      async (): Promise<Terminated> =>
        (await customer.withPin(terminate, pin, { body: { quoteId: quote.id } }, key)).data,
    )
  const done = doneOf(saver, `oldest ${product}→${currency}`, await end(), wanted)
  if (!done) return
  expect(await end()).toEqual(done)
  applyTermination(model, done, endings)
}

/** The whole of one holding, twice at the same time: it ends once. */
const endTwice = async (random: Random, saver: Saver) => {
  const { customer, model } = saver
  const chosen = oneOf(random, openLots(saver))
  if (!chosen) return
  const [id, { open }] = chosen
  const currency = oneOf(random, payoutAssets)
  const outcomes = await Promise.all(
    [1, 2].map(async () => {
      const key = randomUUID()
      const quote = await outcomeOf(
        async () => (await customer.call(quoteTermination, { body: { holding: id, currency } })).data,
      )
      if (typeof quote === 'string') return quote
      return outcomeOf(
        async (): Promise<Terminated> =>
          (await customer.withPin(terminate, pin, { body: { quoteId: quote.id } }, key)).data,
      )
    }),
  )
  const done = outcomes.filter((outcome) => typeof outcome !== 'string')
  expect(done.length).toBeLessThanOrEqual(1)
  for (const outcome of outcomes) {
    count(saver, typeof outcome === 'string' ? outcome : 'end twice')
    if (typeof outcome === 'string') expect(['TooFewUnits', 'StateChanged', ...late]).toContain(outcome)
    else applyTermination(model, outcome, [{ id, units: open }])
  }
}

const swap = async (random: Random, saver: Saver) => {
  const [pair, side] = [oneOf(random, pairs), oneOf(random, sides)]
  const isGrams = pair.startsWith('QMGT') === (side === 'sell') && pair !== 'USDAU/USDT'
  const amount = isGrams ? grams(random) : dollars(random, 5)
  await swapFor(saver, { pair, side, amount, of: 'pay' })
}

const swapFor = async (saver: Saver, body: object) => {
  const [quote, key] = [await answered(() => saver.customer.quote(body)), randomUUID()]
  const wanted = isShort(saver, quote)
  const outcome = await outcomeOf(() => saver.customer.swap(pin, quote.id, key))
  const done = doneOf(saver, 'swap', outcome, wanted)
  if (done) applyTrade(saver.model, done)
}

/** Somebody else's holding is as unknown as one that never was. */
const endForeign = async (random: Random, saver: Saver, others: Saver[]) => {
  const [other] = oneOf(random, others.filter((each) => each !== saver).flatMap(openLots)) ?? []
  const body = { holding: other ?? randomUUID(), currency: 'USDT' }
  const outcome = await outcomeOf(() => saver.customer.call(quoteTermination, { body }))
  doneOf(saver, 'foreign', outcome, 'NotFound')
}

/** The same operation twice at the same time: whoever is later gets the answer of the first. */
const bookTwice = (random: Random, saver: Saver) => {
  const key = randomUUID()
  return book(random, saver, [key, key])
}

const acts: ((random: Random, saver: Saver, others: Saver[]) => Promise<unknown>)[] = [
  (random, saver) => book(random, saver),
  ...[endOldest, convertSome, endOne, bookTwice, swap, endForeign, endOne, endTwice, endOldest],
]

const saveUntil = async (saver: Saver, number: number, others: Saver[], deadline: number) => {
  const random = createRandom(seed * 31 + number)
  // First of all something of each to pay with and to convert.
  for (const pair of ['QMGT/USDT', 'USDAU/USDT']) await swapFor(saver, { pair, side: 'buy', amount: '500', of: 'pay' })
  for (const amount of ['150', '75.5']) await bookFor(saver, { product: 'GAE', payWith: 'USDT', amount, of: 'pay' })
  for (let step = 0; (step < steps || Date.now() < deadline) && saver.model.lots.size < mostLots; step++) {
    await (step < acts.length ? acts[step] : oneOf(random, acts))?.(random, saver, others)
    // Nobody may ask for more than so many quotes in a minute.
    if (soakMinutes) await sleep(1_500 + random(2_000))
    if (step % stepsPerDeposit < stepsPerDeposit - 1) continue
    await payIn(saver)
    // Whoever gives no sign for a while is signed out.
    await answered(() => saver.customer.call(reportActivity))
  }
}

const allHoldings = async ({ call }: Customer): Promise<Holding[]> => {
  const all: Holding[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: Holding[]; meta: { cursor: string | null } } = await call(listHoldings, {
      ...(cursor && { query: { cursor } }),
    })
    all.push(...page.data)
    cursor = page.meta.cursor
  }
  return all
}

/** Their tokens are in their own wallets, and of each as many exist as the house and all of them have. */
const expectOnChain = async (savers: Saver[]) => {
  const settings = await stack.chain()
  const node = connectNode(settings.CHAIN_RPC_URL ?? '')
  const { addresses } = readDeployed(settings.CHAIN_ADDRESSES ?? '')
  for (const { customer, model } of savers) {
    const wallet = await customer.wallet()
    const lying = modelAssets.map((asset) =>
      node.readContract({
        address: tokenOf(addresses, asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [wallet],
      }),
    )
    expect(await Promise.all(lying)).toEqual(modelAssets.map((asset) => model.has[asset]))
  }
}

test(`everybody has what the answers say: holdings, results, positions, vault and chain agree (INGOT_SEED=${seed})`, async () => {
  const before = await feesOf(db, modelAssets)
  const savers = await Promise.all(Array.from({ length: customers }, (_, number) => openSaver(number)))
  let over = false
  const isOver = () => over
  const around = Promise.all([moveThePrice(stack, isOver), killParts(stack, isOver)])
  const deadline = Date.now() + soakMinutes * 60_000
  const saving = await Promise.allSettled(savers.map((saver, number) => saveUntil(saver, number, savers, deadline)))
  over = true
  await around
  expect(saving.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual([])

  const settings = await stack.chain()
  const deployed = readDeployed(settings.CHAIN_ADDRESSES ?? '')
  await expectRest({ db, node: connectNode(settings.CHAIN_RPC_URL ?? ''), deployed })
  const fees = { ...noSums(), ...before }
  for (const { customer, model } of savers) {
    expect(await balancesOf(customer)).toEqual(model.has)
    expectHoldings(model, await allHoldings(customer))
    expectPositions(model, (await customer.call(readHoldingPositions)).data)
    expectBook(model, (await customer.call(readPosition)).data)
    for (const asset of modelAssets) fees[asset] += model.fees[asset]
  }
  expect(await feesOf(db, modelAssets)).toEqual(fees)
  await expectBacking(db)
  await expectOnChain(savers)

  const outcomes = new Map<string, number>()
  for (const { outcomes: own } of savers)
    for (const [name, times] of own) outcomes.set(name, (outcomes.get(name) ?? 0) + times)
  for (const name of ['GAE', 'GAEX', 'GCA', 'swap', 'end twice', 'NotFound', 'PartTooSmall', 'TooFewUnits'])
    expect(outcomes.get(name), name).toBeGreaterThan(0)
  console.log(`${JSON.stringify(Object.fromEntries(outcomes))} (INGOT_SEED=${seed})`)
})

test(`bars leave and come back: vault, register, attestation, chain and ledger agree after each act (INGOT_SEED=${seed})`, async () => {
  const taker = await openSaver(customers)
  await swapFor(taker, { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' })
  await bookFor(taker, { product: 'GAE', payWith: 'USDT', amount: '900', of: 'pay' })
  const { rows } = await sql<{ id: string }>`select id from customers where username = ${`saver${customers}`}`.execute(
    db,
  )
  const [holding] = await allHoldings(taker.customer)
  await takeBarsOut({ stack, db, customer: rows[0]?.id ?? '', holding: holding?.id ?? '' })
})

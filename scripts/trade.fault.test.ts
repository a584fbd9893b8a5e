import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect, type Db } from '@ingot/db/connect'
import { reportActivity } from '@ingot/endpoints/account'
import { listTrades, pairs, type Quote, readPosition, sides, type Trade } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { sandboxClient } from '@ingot/sandbox/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, enter } from './front-door.ts'
import { root } from './stack.ts'
import { expectBacking } from './test-backing.ts'
import { answered, feesOf, killParts, moveThePrice, openCustomer, outcomeOf, patience, pin } from './test-customers.ts'
import { killNow, openKillableStack } from './test-killable-stack.ts'
import { createRandom, oneOf, type Random, seed, soakMinutes } from './test-random.ts'
import { expectRest } from './test-rest.ts'

const customers = 12
/** Without a soak: how many times each of them does something. */
const steps = 14
const deposit = '300'
/** In a soak spreads and fees eat up what there is, and a day has a limit. */
const stepsPerDeposit = 50
const mostTrades = 1_500

const assets = ['USDT', 'QMGT', 'USDAU'] as const
type Traded = (typeof assets)[number]
type Sums = Record<Traded, bigint>
const nothing = (): Sums => ({ USDT: 0n, QMGT: 0n, USDAU: 0n })
const units = ({ asset, amount }: { asset: Traded; amount: string }): bigint => parseAmount(asset, amount).units

let stack: Awaited<ReturnType<typeof openKillableStack>>
let db: Db

/** How far a seed has come, as the database tells: at each of these it is killed once. */
const moments = [
  sql`select from vault_bars offset 1`,
  sql`select from ledger_entries where reference = 'tranche:seed-USDAU'`,
  sql`select from registrations`,
  sql`select from customers where username = 'demo' and pin_hash is not null`,
  sql`select from chain_deposits d join wallet_addresses w on lower(w.address) = lower(d.wallet)`,
  sql`select from holdings`,
  sql`select from trades offset 2`,
  sql`select from terminations`,
]

const seeds: ChildProcess[] = []

const seedProcess = async () => {
  const { portal, sandbox, data } = stack
  const about = { databaseUrl: stack.databaseUrl(), portal, sandbox, chain: await stack.chain() }
  const child = fork(join(root, 'scripts/test-seed.ts'), [JSON.stringify({ stack: about, data })])
  seeds.push(child)
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

beforeAll(async () => {
  stack = await openKillableStack()
  await stack.start()
  db = connect(stack.databaseUrl(), { part: 'test', max: 4 })
  for (const moment of moments) {
    const { child, ended } = await seedProcess()
    while (child.exitCode === null && (await moment.execute(db)).rows.length === 0) await sleep(20)
    killNow(child.pid)
    await ended
  }
  expect(await (await seedProcess()).ended).toBe(0)
}, 300_000)

afterAll(async () => {
  killNow(...seeds.map(({ pid, exitCode }) => (exitCode === null ? pid : undefined)))
  await db?.destroy()
  stack?.remove()
})

/** Somebody who trades, and what he must have by the answers that he got. */
type Trader = { customer: Customer; has: Sums; fees: Sums; trades: Map<string, Trade>; outcomes: Map<string, number> }

/** Somebody with dollars of a deposit on the chain. */
const openTrader = async (number: number): Promise<Trader> => {
  const customer = await openCustomer(stack, `trader${number}`)
  const trader = { customer, has: nothing(), fees: nothing(), trades: new Map(), outcomes: new Map() }
  await payIn(trader)
  return trader
}

/** From outside to the trader's own wallet, credited when the chain is sure of it. */
const payIn = async ({ customer, has }: Trader) => {
  const address = await answered(customer.wallet)
  await sandboxClient(stack.sandbox).chain.faucet({ address, asset: 'USDT', amount: deposit })
  has.USDT += parseAmount('USDT', deposit).units
  await expect.poll(() => answered(() => balancesOf(customer)), patience).toEqual(has)
}

const balancesOf = async ({ call }: Customer): Promise<Sums> => {
  const { data } = await call(readBalances)
  const of = (asset: Traded): bigint =>
    units({ asset, amount: data.find((balance) => balance.asset === asset)?.available ?? '0' })
  return { USDT: of('USDT'), QMGT: of('QMGT'), USDAU: of('USDAU') }
}

/** However often it is asked, it is one operation: an answer may be lost. */
const swapAt = ({ customer }: Trader, { id }: Quote, key: string = randomUUID()): Promise<Trade | string> =>
  outcomeOf(() => customer.swap(pin, id, key))

/** Books an answer. The same trade, answered again, is booked once. */
const book = (trader: Trader, outcome: Trade | string) => {
  const name = typeof outcome === 'string' ? outcome : 'done'
  trader.outcomes.set(name, (trader.outcomes.get(name) ?? 0) + 1)
  if (typeof outcome === 'string' || trader.trades.has(outcome.id)) return
  const { pay, fee, receive } = outcome
  trader.trades.set(outcome.id, outcome)
  trader.has[pay.asset] -= units(pay)
  trader.has[receive.asset] += units(receive)
  trader.fees[fee.asset] += units(fee)
}

const anyAmount = (random: Random, asset: Traded): string =>
  asset === 'QMGT' ? `0.${20 + random(780)}` : `${2 + random(90)}.${10 + random(90)}`

const quoteOf = (random: Random, { customer }: Trader): Promise<Quote> => {
  const [pair, side, of] = [oneOf(random, pairs), oneOf(random, sides), oneOf(random, ['pay', 'receive'] as const)]
  const [base, other] = pair.split('/') as [Traded, Traded]
  const amount = anyAmount(random, (side === 'buy') === (of === 'pay') ? other : base)
  return answered(() => customer.quote({ pair, side, amount, of }))
}

const shown = ({ pay, receive, fee, price }: Quote | Trade) => ({ pay, receive, fee, price })

/** What was shown is done, or there is too little to pay with. A quote that is over by now may also be refused as such. */
const expectOutcome = (quote: Quote, outcome: Trade | string, allowed: string[] = []) => {
  if (typeof outcome !== 'string') expect(shown(outcome)).toEqual(shown(quote))
  else expect([...allowed, ...(Date.now() >= Date.parse(quote.expiresAt) ? ['QuoteExpired'] : [])]).toContain(outcome)
}

/** Trades at a quote. */
const tradeAt = async (trader: Trader, quote: Quote, key?: string) => {
  const enough = trader.has[quote.pay.asset] >= units(quote.pay)
  const outcome = await swapAt(trader, quote, key)
  expectOutcome(quote, outcome, enough ? [] : ['BalanceTooLow'])
  if (!enough) expect(typeof outcome).toBe('string')
  book(trader, outcome)
  return outcome
}

type Left = { trader: Trader; quote: Quote }

/** What somebody does next, one of these. */
const acts: ((random: Random, trader: Trader, left: Left[]) => Promise<unknown>)[] = [
  async (random, trader) => tradeAt(trader, await quoteOf(random, trader)),
  // The same operation again after its answer: the same answer, and nothing more happens.
  async (random, trader) => {
    const [quote, key] = [await quoteOf(random, trader), randomUUID()]
    const first = await tradeAt(trader, quote, key)
    if (typeof first === 'string') return
    expect(await swapAt(trader, quote, key)).toEqual(first)
    expect(await swapAt(trader, quote)).toBe('QuoteUsed')
  },
  // The same operation twice at the same time: whoever is later gets the answer of the first.
  async (random, trader) => {
    const [quote, key] = [await quoteOf(random, trader), randomUUID()]
    const both = await Promise.all([1, 2].map(() => swapAt(trader, quote, key)))
    for (const outcome of both) expectOutcome(quote, outcome, ['BalanceTooLow'])
    if (both.some((outcome) => typeof outcome !== 'string')) expect(both[0]).toEqual(both[1])
    for (const outcome of both) book(trader, outcome)
  },
  // Two trades at the same time: whatever the balance allows, and each at its quote.
  async (random, trader) => {
    const quotes = [await quoteOf(random, trader), await quoteOf(random, trader)]
    const trades = quotes.map(async (quote) => {
      const outcome = await swapAt(trader, quote)
      expectOutcome(quote, outcome, ['BalanceTooLow'])
      book(trader, outcome)
    })
    await Promise.all(trades)
  },
  // Without a quote, at the price of the moment.
  async (random, trader) => {
    const amount = anyAmount(random, 'QMGT')
    const enough = trader.has.QMGT >= units({ asset: 'QMGT', amount })
    const key = randomUUID()
    const outcome = await outcomeOf(() => trader.customer.sell(pin, amount, key))
    if (enough) expect(outcome).toMatchObject({ quoted: false, pay: { asset: 'QMGT' } })
    else expect(outcome).toBe('BalanceTooLow')
    book(trader, outcome)
  },
  async (random, trader, left) => left.push({ trader, quote: await quoteOf(random, trader) }),
]

const tradeUntil = async (trader: Trader, number: number, left: Left[], deadline: number) => {
  const random = createRandom(seed * 31 + number)
  // Bought first, so that there is something of each to sell.
  for (const pair of ['QMGT/USDT', 'USDAU/USDT'] as const) {
    const body = { pair, side: 'buy', amount: '60', of: 'pay' }
    await tradeAt(trader, await answered(() => trader.customer.quote(body)))
  }
  for (let step = 0; (step < steps || Date.now() < deadline) && trader.trades.size < mostTrades; step++) {
    await (step < acts.length ? acts[step] : oneOf(random, acts))?.(random, trader, left)
    // Nobody may ask for more than so many quotes in a minute.
    if (soakMinutes) await sleep(1_000 + random(1_500))
    if (step % stepsPerDeposit < stepsPerDeposit - 1) continue
    await payIn(trader)
    // Whoever gives no sign for a while is signed out.
    await answered(() => trader.customer.call(reportActivity))
  }
}

const readDemo = async () => {
  const { rows } = await sql<Record<'entries' | 'trades' | 'holdings' | 'deposits' | 'customers' | 'mints', string>>`
    select (select count(*) from ledger_entries where kind not in ('usdau-margin')) as entries, (select count(*) from trades) as trades,
      (select count(*) from holdings) as holdings,
      (select count(*) from chain_deposits) as deposits, (select count(*) from customers) as customers,
      (select count(*) from chain_mints) as mints`.execute(db)
  return rows[0]
}

test('a seed that was killed again and again has done everything once, and the next one does nothing', async () => {
  const seeded = await readDemo()
  // Sixty bars, four tranches, the dollars of the house and that they are the treasury's, the friend's, the customer's three
  // times, six trades, four bookings of which one has ended in part; two customers and two operators.
  const once = { entries: '81', trades: '6', holdings: '4', deposits: '5', customers: '4', mints: '4' }
  expect(seeded).toEqual(once)
  expect(await (await seedProcess()).ended).toBe(0)
  expect(await readDemo()).toEqual(seeded)
  const { customerPassword: password } = JSON.parse(readFileSync(join(stack.data, 'demo.json'), 'utf8'))
  const demo = await enter(stack.portal, { email: 'demo@ingot.example', username: 'demo', password })
  const { data } = await demo.call(readPosition)
  expect(data.bought.averageCost).not.toBeNull()
  expect(data.bought.units).toBe(data.units)
})

test(`everybody has what the accepted quotes say, on the chain too (INGOT_SEED=${seed})`, async () => {
  // All come from one address, which may register thirty in an hour.
  const feesBefore = await feesOf(db, assets)
  const traders = await Promise.all(Array.from({ length: customers }, (_, number) => openTrader(number)))
  let over = false
  const isOver = () => over
  const left: Left[] = []
  const around = Promise.all([moveThePrice(stack, isOver), killParts(stack, isOver)])
  const deadline = Date.now() + soakMinutes * 60_000
  const trading = await Promise.allSettled(traders.map((trader, number) => tradeUntil(trader, number, left, deadline)))
  over = true
  await around
  expect(trading.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual([])

  // What was let expire does nothing.
  await sleep(Math.max(0, ...left.map(({ quote }) => Date.parse(quote.expiresAt) - Date.now())))
  for (const { trader, quote } of left) expect(await swapAt(trader, quote)).toBe('QuoteExpired')

  const settings = await stack.chain()
  const deployed = readDeployed(settings.CHAIN_ADDRESSES ?? '')
  await expectRest({ db, node: connectNode(settings.CHAIN_RPC_URL ?? ''), deployed })
  const fees = { ...feesBefore }
  for (const { customer, has, fees: paid, trades } of traders) {
    expect(await balancesOf(customer)).toEqual(has)
    const listed = (await customer.call(listTrades)).data.map(({ id }) => id)
    if (trades.size <= listed.length) expect(listed.toSorted()).toEqual([...trades.keys()].toSorted())
    for (const asset of assets) fees[asset] += paid[asset]
  }
  expect(await feesOf(db, assets)).toEqual(fees)
  await expectBacking(db)

  const outcomes = new Map<string, number>()
  for (const { outcomes: own } of traders)
    for (const [name, times] of own) outcomes.set(name, (outcomes.get(name) ?? 0) + times)
  for (const name of ['done', 'BalanceTooLow']) expect(outcomes.get(name), name).toBeGreaterThan(customers)
  const earned = assets.map((asset) => `${formatAmount(amountOf<Traded>(asset, fees[asset]))} ${asset}`).join(', ')
  console.log(`${JSON.stringify(Object.fromEntries(outcomes))}, fees ${earned} (INGOT_SEED=${seed})`)
})

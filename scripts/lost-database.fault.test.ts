import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect } from '@ingot/db/connect'
import { type EmbeddedServer, startEmbedded } from '@ingot/db/embedded'
import { checkTwoFactor, setPin } from '@ingot/endpoints/credentials'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { listTrades, readPrice, type Trade } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { afterAll, expect, test } from 'vitest'
import { askForAccount, type Customer, enter, openFirstMail, Refused } from './front-door.ts'
import { seedHouse } from './seed-house.ts'
import { homeOf, killNow, openKillableStack, postmasterLines } from './test-killable-stack.ts'
import { soakMinutes } from './test-random.ts'
import { expectRest } from './test-rest.ts'

const kills = soakMinutes ? 20 : 5
const traders = 6
const pin = '274915'
const deposit = '2000'
const patience = { timeout: 120_000, interval: 200 }

const folder = mkdtempSync(join(tmpdir(), 'ingot-lost-'))
const secret = () => randomBytes(12).toString('hex')
const postgres = { folder: join(folder, 'postgres'), password: secret(), ownerPassword: secret() }
let server: EmbeddedServer
let stack: Awaited<ReturnType<typeof openKillableStack>>

afterAll(async () => {
  stack?.remove()
  await server?.stop()
  rmSync(homeOf(postgres.folder), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

/** Somebody verified with dollars to trade. */
const openTrader = async (number: number): Promise<Customer> => {
  const { portal, sandbox } = stack
  const person = {
    email: `lost${number}@people.example`,
    username: `lost${number}`,
    password: 'blue kettle walks home',
  }
  await askForAccount(portal, person)
  await openFirstMail(portal, sandbox, person)
  const customer = await enter(portal, person)
  await customer.call(setPin, { body: { password: person.password, pin } })
  await customer.handIn(sandbox)
  await expect.poll(async () => (await customer.call(readKycStatus)).data.kycVerified, patience).toBe('Verified')
  await expect.poll(async () => (await customer.call(readPrice)).data?.tradable, patience).toBe(true)
  await sandboxClient(sandbox).chain.faucet({ address: await customer.wallet(), asset: 'USDT', amount: deposit })
  await expect.poll(() => dollarsOf(customer), patience).toBe(deposit)
  return customer
}

const dollarsOf = async ({ call }: Customer) =>
  (await call(readBalances)).data.find(({ asset }) => asset === 'USDT')?.available

const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? -1, 0)
  } catch {
    return false
  }
}

const lastWords = (part: string): string => {
  const file = join(stack.data, 'logs', `${part}.log`)
  return existsSync(file) ? `${part}: ${readFileSync(file, 'utf8').slice(-3000)}` : part
}

/** An answer, or by name what came in its place, which is written down. */
const ask = async <T>(seen: Map<string, number>, question: () => Promise<T>): Promise<T | string> => {
  try {
    return await question()
  } catch (error) {
    const name = error instanceof Refused ? `${error.status} ${error.reason}` : String(error)
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return name
  }
}

/** What is asked again: the database is away, or an idle connection to the portal has just ended. */
const comesBack = /^(503 |TypeError: fetch failed)/
/** What was written in the server's last moment and is gone: the quote, or that the PIN was right. */
const isLost = /^(409 QuoteExpired|403 StepUpRequired)$/
/** Nobody may ask for more than so many quotes in a minute. */
const pause = 1_050

/** Trades again and again, each until it is acknowledged or its quote is over. Gives what was acknowledged. */
const tradeUntil = async (customer: Customer, seen: Map<string, number>, isOver: () => boolean) => {
  const done: Trade[] = []
  for (; !isOver(); await sleep(pause)) {
    const quote = await ask(seen, () => customer.quote({ pair: 'QMGT/USDT', side: 'buy', amount: '10', of: 'pay' }))
    if (typeof quote === 'string') continue
    const key = randomUUID()
    for (let over = false; !over; ) {
      const outcome = await ask(seen, () => customer.swap(pin, quote.id, key))
      if (typeof outcome !== 'string') done.push(outcome)
      // The PIN is given anew each time, so what was proven and then lost with the server is proven again.
      over = typeof outcome !== 'string' || !(comesBack.test(outcome) || outcome === '403 StepUpRequired')
      if (!over) await sleep(20)
    }
  }
  return done
}

const pollUntil = async (customer: Customer, seen: Map<string, number>, isOver: () => boolean) => {
  for (; !isOver(); await sleep(50)) {
    await ask(seen, () => customer.call(checkTwoFactor))
    await ask(seen, () => customer.call(readBalances))
  }
}

test('PostgreSQL dies again and again under load: nothing of ours dies with it, and each acknowledged trade is there once', async () => {
  server = await startEmbedded(postgres)
  const { url, ownerUrl } = server
  const port = Number(new URL(url).port)
  stack = await openKillableStack({ restarts: false, env: { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } })
  await stack.start()
  const chain = await stack.chain()
  await seedHouse({ databaseUrl: url, chain, sandbox: stack.sandbox })
  const customers = await Promise.all(Array.from({ length: traders }, (_, number) => openTrader(number)))
  const before = await stack.pids()

  const seen = new Map<string, number>()
  let over = false
  const isOver = () => over
  const trading = Promise.all(customers.map((customer) => tradeUntil(customer, seen, isOver)))
  const polling = Promise.all(customers.map((customer) => pollUntil(customer, seen, isOver)))
  for (let kill = 0; kill < kills; kill++) {
    await sleep(700 + ((kill * 277) % 600))
    killNow(Number(postmasterLines(postgres.folder)[0]))
    await server.gone
    server = await startEmbedded({ ...postgres, port })
  }
  await sleep(1_500)
  over = true
  const acknowledged = await trading
  await polling

  expect(await stack.pids()).toEqual(before)
  for (const [name, pid] of Object.entries(before)) expect(isAlive(pid), lastWords(name)).toBe(true)
  expect([...seen.keys()].filter((name) => !comesBack.test(name) && !isLost.test(name))).toEqual([])
  expect(seen.get('503 Unavailable')).toBeGreaterThan(kills)

  const listed = await Promise.all(
    customers.map(async (customer) => {
      const trades = (await customer.call(listTrades)).data.map(({ id }) => id)
      expect(new Set(trades).size).toBe(trades.length)
      return new Set(trades)
    }),
  )
  for (const [number, trades] of acknowledged.entries()) {
    const newest = trades.slice(-40).map(({ id }) => id)
    expect(newest.filter((id) => !listed[number]?.has(id))).toEqual([])
  }
  const db = connect(url, { part: 'test', max: 2 })
  await expectRest({
    db,
    node: connectNode(chain.CHAIN_RPC_URL ?? ''),
    deployed: readDeployed(chain.CHAIN_ADDRESSES ?? ''),
  })
  await db.destroy()
  console.log(`${acknowledged.flat().length} trades acknowledged; ${JSON.stringify(Object.fromEntries(seen))}`)
})

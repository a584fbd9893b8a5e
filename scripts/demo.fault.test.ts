import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect, type Db } from '@ingot/db/connect'
import { readBehind, setBehind } from '@ingot/db/demonstration'
import { findRunning } from '@ingot/db/embedded'
import { freePort } from '@ingot/db/free-port'
import { aimOf } from '@ingot/endpoints/aim'
import { listAlerts } from '@ingot/endpoints/alerts'
import { listBankAccounts } from '@ingot/endpoints/bank-accounts'
import {
  checkPendingTwoFactor,
  enableTwoFactor,
  generateTwoFactor,
  verifyPin,
  verifyTwoFactor,
} from '@ingot/endpoints/credentials'
import { readDashboard, readWorth } from '@ingot/endpoints/dashboard'
import { listHoldings } from '@ingot/endpoints/holdings'
import { listPayouts } from '@ingot/endpoints/payouts'
import { listDues, listPlans } from '@ingot/endpoints/plans'
import { listRemittances } from '@ingot/endpoints/remittances'
import { listTrades } from '@ingot/endpoints/trade'
import { listAddresses, listMovements, listTransfers, transferQmgt, transferUsdt } from '@ingot/endpoints/wallet'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Customer, enter } from './front-door.ts'
import { readRunningStack } from './running.ts'
import { embeddedOptions, root } from './stack.ts'
import { expectRest } from './test-rest.ts'

const folder = mkdtempSync(join(tmpdir(), 'ingot-demo-'))
const data = join(folder, 'data')
const day = 24 * 3600 * 1000
const patience = { timeout: 400_000, interval: 200 }
let settings: NodeJS.ProcessEnv
let stack: Awaited<ReturnType<typeof start>>
let db: Db

/** As `npm start` does it. */
const start = async () => {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], { env: settings })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number)
  const isUp = vi.waitFor(() => expect(said).toContain('Ctrl-C stops everything.'), patience)
  await Promise.race([isUp, ended])
  const stop = () => {
    child.kill('SIGINT')
    return ended
  }
  return { said: () => said, stop }
}

beforeAll(async () => {
  const [PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_SCAN_PORT] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ].map(String)
  // Not the test's own NODE_ENV: the stack knows only development and production.
  settings = {
    ...process.env,
    NODE_ENV: '',
    INGOT_DATA: data,
    PORT,
    SANDBOX_PORT,
    SANDBOX_SMTP_PORT,
    SANDBOX_SCAN_PORT,
  }
  stack = await start()
  db = connect((await findRunning(embeddedOptions(data)))?.url ?? '', { part: 'test', max: 2 })
}, 400_000)

afterAll(async () => {
  await db?.destroy()
  await stack?.stop()
  const location = join(data, 'postgres/location')
  if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

/** With what the start has printed. */
const visit = () => {
  const [, email = '', password = ''] = /Customer +(\S+) {2}(\S+)/.exec(stack.said()) ?? []
  return enter(readRunningStack(data).portal, { email, username: 'demo', password })
}

const pinOf = () => /PIN (\d+)/.exec(stack.said())?.[1] ?? ''

const formOf = (fields: object) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  return form
}

/** Codes of an app, each of a later step than the one before: none is taken twice, and one may be a step early. */
const openApp = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let last = Date.now() - 30_000
  return async () => {
    await sleep(Math.max(0, last - Date.now()))
    last = Math.max(last, Date.now()) + 30_000
    return totp.generate({ timestamp: last })
  }
}

const turnOnTwoFactor = async ({ call }: Customer) => {
  const { secret } = (await call(generateTwoFactor, { body: {} })).data
  const code = openApp(secret)
  await call(checkPendingTwoFactor, { body: { secret, token: await code() } })
  await call(enableTwoFactor, { body: { mfaSecret: secret } })
  return code
}

const daysAgo = ({ at }: { at: string }) => Math.floor((Date.now() - Date.parse(at)) / day)

test('the past weeks are there: trades in both directions, deposits and transfers of different days', async () => {
  const customer = await visit()
  // Those of plans have no quote.
  const trades = (await customer.call(listTrades)).data.filter(({ quoted }) => quoted)
  const days = trades.map(daysAgo)
  expect(new Set(days).size).toBe(trades.length)
  expect(Math.max(...days)).toBeGreaterThanOrEqual(35)
  expect(Math.min(...days)).toBeGreaterThanOrEqual(1)
  expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(['buy', 'sell']))
  const movements = (await customer.call(listMovements)).data
  expect(movements.filter(({ state }) => state !== 'posted' && state !== 'confirmed')).toEqual([])
  const deposits = movements.filter(({ type }) => type === 'deposit')
  expect(deposits.map(({ incoming }) => incoming)).toEqual(
    ['1500', '2500', '6000'].map((amount) => [{ asset: 'USDT', amount }]),
  )
  expect(new Set(deposits.map(daysAgo)).size).toBe(deposits.length)
  const mira = { kind: 'customer', username: 'mira' }
  const transfers = movements.filter(({ type }) => type.startsWith('transfer-'))
  expect(transfers).toMatchObject([
    { type: 'transfer-in', incoming: [{ asset: 'USDT', amount: '180' }], party: mira },
    { type: 'transfer-out', outgoing: [{ asset: 'QMGT', amount: '1.5' }], party: mira },
  ])
  expect(Math.min(...transfers.map(daysAgo))).toBeGreaterThanOrEqual(7)
})

test('the past weeks have holdings, too: three GAE, of which the oldest has ended in part, a GAE Extra, a conversion and what came by bank', async () => {
  const customer = await visit()
  const holdings = (await customer.call(listHoldings)).data
  expect(holdings.map(({ product, state }) => [product, state])).toEqual([
    ['GCA', 'Active'],
    ['GAEX', 'Active'],
    ['GCA', 'Active'],
    ['GAE', 'Active'],
    ['GAE', 'Active'],
    ['GAE', 'Partially Terminated'],
  ])
  const days = holdings.map(({ bookedAt }) => daysAgo({ at: bookedAt }))
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  // The plan has booked on the day of the oldest, and what came by bank was booked on that of the GAE Extra.
  expect(new Set(days).size).toBe(days.length - 2)
  const movements = (await customer.call(listMovements)).data
  const [ended] = movements.filter(({ type }) => type === 'gae-termination')
  expect(ended).toMatchObject({ state: 'confirmed', outgoing: [{ asset: 'GAE', amount: '2.5' }] })
  // Early in the day the fifth is not a whole one yet.
  expect(ended && daysAgo(ended)).toBeGreaterThanOrEqual(4)
})

test('plans have bought by themselves on their days, and what one has missed stands on a dashboard with weeks behind it', async () => {
  const { call } = await visit()
  const [weekly, monthly] = (await call(listPlans)).data
  expect(weekly).toMatchObject({ product: 'QMGT', state: 'Active', booked: { times: 5, paid: '300' } })
  expect(monthly).toMatchObject({ product: 'GAE', state: 'Active', booked: { times: 1, paid: '150' } })
  const dues = (await call(listDues, { params: { id: monthly?.id ?? '' } })).data
  const past = dues.filter(({ state }) => state !== 'Due').map(({ state, reason }) => `${state} ${reason}`)
  // On a weekend its last try waits for the market.
  expect(past).toEqual([expect.stringMatching(/^(Skipped|Retrying) above-ceiling$/), 'Booked null'])
  const { attention, figures } = (await call(readDashboard)).data
  expect(attention).toMatchObject([{ kind: 'plan-missed', id: monthly?.id }, { kind: 'unread-announcement' }])
  expect(Object.values(figures)).not.toContain(null)
  const { points } = (await call(readWorth, { query: { range: '3M' } })).data
  expect(points.filter(({ value }) => value !== null).length).toBeGreaterThan(30)
  expect((await call(listAlerts)).data.map(({ kind }) => kind)).toEqual(['above', 'below', 'moves'])
})

test('dollars came and went by bank, and operators find something to decide', async () => {
  const { call } = await visit()
  const { accounts } = (await call(listBankAccounts)).data
  expect(accounts).toMatchObject([{ state: 'Verified', holder: 'Demo Customer', lastFour: '5555' }])
  const statesOf = (all: { state: string }[]) => all.map(({ state }) => state)
  expect(statesOf((await call(listRemittances)).data)).toEqual(['Announced', 'Booked'])
  expect(statesOf((await call(listPayouts)).data)).toEqual(['Requested', 'Paid'])
  const { rows } =
    await sql`select (select string_agg(state, ' ' order by number) from bank_statements where lines > 0) as statements,
    (select string_agg(state, ' ' order by number) from bank_lines) as lines,
    (select string_agg(action, ' ') from approvals where state = 'requested') as asked`.execute(db)
  expect(rows).toEqual([
    { statements: 'Accepted Accepted Accepted Waiting', lines: 'Taken Taken Suspense New', asked: 'confirm-statement' },
  ])
})

test('the address in the book is past its waiting time, and the portal has reached today', async () => {
  const customer = await visit()
  const [saved] = (await customer.call(listAddresses)).data
  expect(saved).toMatchObject({ state: 'ready' })
  expect(Date.now() - Date.parse(saved?.addedAt ?? '')).toBeGreaterThan(21 * day)
  expect(await readBehind(db)).toBe(0)
})

test('who turns 2FA on sends at once, to another customer and to the address in the book', async () => {
  const customer = await visit()
  const code = await turnOnTwoFactor(customer)
  const [saved] = (await customer.call(listAddresses)).data
  const send = async (endpoint: typeof transferUsdt | typeof transferQmgt, receiver: string, amount: string) => {
    const [key, body] = [randomUUID(), { receiver, amount }]
    const aim = await aimOf(endpoint, key, { body })
    await customer.call(verifyPin, { body: formOf({ pin: pinOf(), ...aim }) })
    await customer.call(verifyTwoFactor, { body: { token: await code(), ...aim } })
    return (await customer.call(endpoint, { body, headers: { 'idempotency-key': key } })).data
  }
  const inside = await send(transferUsdt, 'mira', '25')
  const outside = await send(transferQmgt, saved?.address ?? '', '1')
  expect([inside.leavesAt, outside.leavesAt]).toEqual([null, null])
  const states = async () => {
    const all = (await customer.call(listTransfers)).data
    return [inside, outside].map(({ id }) => all.find((each) => each.id === id)?.state)
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual(['confirmed', 'confirmed'])
})

test('ledger and chain agree, and the clock does not go back', async () => {
  const { chain } = readRunningStack(data)
  await expectRest({
    db,
    node: connectNode(chain.CHAIN_RPC_URL ?? ''),
    deployed: readDeployed(chain.CHAIN_ADDRESSES ?? ''),
  })
  const { ownerUrl = '' } = (await findRunning(embeddedOptions(data))) ?? {}
  await expect(setBehind(ownerUrl, 1)).rejects.toThrow('the clock of a demonstration goes forwards only')
})

const counted = async () => {
  const { rows } = await sql`select (select count(*) from trades) as trades,
    (select count(*) from chain_deposits) as deposits, (select count(*) from customers) as customers,
    (select count(*) from holdings) as holdings, (select count(*) from plans) as plans, (select count(*) from wallet_transfers) as transfers,
    (select count(*) from wallet_outside_addresses) as addresses, (select count(*) from bank_statements where lines > 0) as statements,
    (select count(*) from bank_lines) as lines, (select count(*) from payouts) as payouts`.execute(db)
  return rows
}

test('a second start tells nothing again', async () => {
  const before = await counted()
  await db.destroy()
  expect(await stack.stop()).toBe(0)
  stack = await start()
  db = connect((await findRunning(embeddedOptions(data)))?.url ?? '', { part: 'test', max: 2 })
  expect(stack.said()).toMatch(/Customer +demo@ingot\.example/)
  expect(await counted()).toEqual(before)
})

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { migrate } from '@ingot/db/migrate'
import autocannon from 'autocannon'
import pg from 'pg'
import { type Bench, median } from './bench.ts'
import { fundAndLoad } from './ledger-growth.ts'
import { findPgbench, prepareTpcB } from './pgbench.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

const aims = { ratio: 0.15, growth: 1.3 }
const connections = 8
/** Enough of them that nobody reaches the limit of quotes in a minute. */
const customers = 120
const rounds = 3
const seconds = 4
const growthTrades = 2_000
const historyEntries = 1_000_000
const pollers = 500
const pollSeconds = 20
const quotePauseMs = 20
const pricePatience = 60_000

type Say = Parameters<Bench>[0]['say']
type Database = Awaited<ReturnType<typeof openDatabase>>

/** Each of so many takes the next customer when it is done with one. */
const inParallel = async (people: TradeCustomer[], mayGoOn: (done: number) => boolean) => {
  let [started, finished] = [0, 0]
  const began = performance.now()
  const loop = async () => {
    while (mayGoOn(started)) {
      const customer = people[started++ % people.length]
      await customer?.trade()
      finished++
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return finished / ((performance.now() - began) / 1000)
}

const forSeconds = (people: TradeCustomer[], duration: number) => {
  const end = performance.now() + duration * 1000
  return inParallel(people, () => performance.now() < end)
}

const ofTrades = (people: TradeCustomer[], count: number) => inParallel(people, (started) => started < count)

/** The yardstick before and after, so that a machine that slows down or speeds up favours neither. */
const measureRatio = async (url: string, say: Say, people: TradeCustomer[]) => {
  const tpcB = await prepareTpcB(findPgbench(say), url)
  await forSeconds(people, 1)
  const measured = []
  for (let round = 1; round <= rounds; round++) {
    const before = await tpcB(connections, seconds / 2)
    const trades = await forSeconds(people, seconds)
    const after = await tpcB(connections, seconds / 2)
    const yardstick = (before + after) / 2
    measured.push({ round, trades, tpcB: yardstick, ratio: trades / yardstick })
    say(`round ${round}: ${trades.toFixed(0)} trades/s, TPC-B ${yardstick.toFixed(0)}/s`)
  }
  return measured
}

/** How long the slowest quotes take while every open page asks for the price each second. */
const quoteUnderPolling = async (api: string, people: TradeCustomer[]) => {
  const polling = autocannon({
    url: `${api}/api/price`,
    connections: pollers,
    overallRate: pollers,
    duration: pollSeconds,
  })
  const times: number[] = []
  const end = performance.now() + (pollSeconds - 1) * 1000
  for (let n = 0; performance.now() < end; n++) {
    const began = performance.now()
    await people[n % people.length]?.quote()
    times.push(performance.now() - began)
    await sleep(quotePauseMs)
  }
  const { non2xx, errors } = await polling
  if (non2xx || errors) throw new Error(`${non2xx} polls were not answered well, ${errors} failed`)
  const sorted = times.toSorted((a, b) => a - b)
  return { quotes: times.length, p50: median(times), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}

const waitForPrice = async (api: string) => {
  for (const deadline = Date.now() + pricePatience; Date.now() < deadline; await sleep(250)) {
    const { data } = (await (await fetch(`${api}/api/price`)).json()) as { data: { tradable: boolean } | null }
    if (data?.tradable) return
  }
  throw new Error('there is no price to trade at')
}

/** The same number of trades before and after a million entries came into the books. */
const measureGrowth = async ({ url, client }: Database, say: Say, people: TradeCustomer[]) => {
  const before = await ofTrades(people, growthTrades)
  const db = connect(url, { part: 'bench', max: 2 })
  await fundAndLoad(db, historyEntries, say).finally(() => db.destroy())
  // Done now, it does not start by itself in the middle of the measurement.
  await client.query('vacuum (analyze, skip_locked)')
  // Loading may take longer than a session may be idle.
  await client.query('update sessions set last_active_at = now()')
  const after = await ofTrades(people, growthTrades)
  say(`${growthTrades} trades: ${before.toFixed(0)}/s on an empty history, ${after.toFixed(0)}/s on a million entries`)
  return { before, after, growth: before / after }
}

/** A database of its own on the server of the run, which goes when the bench does. */
const openDatabase = async (serverUrl: string) => {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const name = `bench_trade_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const db = connect(url, { part: 'bench', max: 1 })
  const close = async () => {
    await db.destroy()
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { url, admin, client, db, close }
}

/** Complete trades over HTTP, with quote, PIN and swap, beside the TPC-B that pgbench plays on the same server. */
export const trade: Bench = async (tools) => {
  const { root, portal, sandbox, chain, say } = tools
  const database = await openDatabase(tools.databaseUrl)
  const servers: Server[] = []
  try {
    const env = { ...apiSettings(database.url), ...chain }
    const start = async (name: string, entry: string) => {
      const server = await startServer({ name, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const api = await start('api', 'api/src/main.ts')
    await start('worker', 'api/src/worker.ts')
    await waitForPrice(api)
    say(`registering ${customers} customers`)
    const { client, db, admin: portalClient } = database
    const people = await openCustomers({ portal, sandbox, portalClient, api, client, db }, customers)
    const cells = await measureRatio(database.url, say, people)
    const quotes = await quoteUnderPolling(api, people)
    say(`a quote while ${pollers} pages poll: p50 ${quotes.p50.toFixed(1)} ms, p99 ${quotes.p99.toFixed(1)} ms`)
    const growth = await measureGrowth(database, say, people)
    const value = median(cells.map(({ ratio }) => ratio))
    return {
      value,
      unit: `× TPC-B (p99 of a quote ${quotes.p99.toFixed(0)} ms while ${pollers} poll; a million entries: ${growth.growth.toFixed(2)} ×)`,
      aim: `≥ ${aims.ratio} (growth ≤ ${aims.growth} ×)`,
      ok: value >= aims.ratio && growth.growth <= aims.growth,
      rounds: [...cells, { quotes }, { growth }],
    }
  } finally {
    for (const server of servers) await server.stop()
    await database.close()
  }
}

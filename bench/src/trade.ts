import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import autocannon from 'autocannon'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { dealsForSeconds, dealsPerSecond, waitForPrice, withClient } from './deal-load.ts'
import { fundAndLoad } from './ledger-growth.ts'
import { findPgbench, prepareTpcB } from './pgbench.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { type Line, openCustomers, openLine, type TradeCustomer } from './trade-customers.ts'

const aims = { ratio: 0.13, growth: 1.3 }
const connections = 8
/** Enough of them that nobody reaches the limit of quotes in a minute. */
const customers = 480
const rounds = 3
const seconds = 4
/** A server runs for weeks: by then the engine has compiled what is used often, which it has not after a few trades. */
const warmUpSeconds = 30
const growthTrades = 2_000
const growthBlocks = 8
const historyEntries = 1_000_000
const pollers = 500
const pollSeconds = 20
const quotePauseMs = 20

type Tools = Parameters<Bench>[0]
type Databases = Awaited<ReturnType<typeof openDatabases>>

const trading = (customer: TradeCustomer, line: Line) => customer.trade(line)

const forSeconds = (api: string, people: TradeCustomer[], duration: number) =>
  dealsForSeconds(api, people, trading, { connections, duration })

type RatioSetting = { say: Tools['say']; api: string; people: TradeCustomer[]; databases: Databases; ownerUrl: string }

/**
 * The yardstick before and after, so that a machine that slows down or speeds up favours neither. Both begin with tables
 * that the server has looked at, as it does by itself within a minute of use, and with a log that was just written out.
 */
const measureRatio = async ({ say, api, people, databases, ownerUrl }: RatioSetting) => {
  const tpcB = await prepareTpcB(findPgbench(say), (await databases.create('tpcb')).ownerUrl)
  await forSeconds(api, people, warmUpSeconds)
  await tidy(ownerUrl)
  await databases.checkpoint()
  const measured = []
  for (let round = 1; round <= rounds; round++) {
    const before = await tpcB(connections, seconds / 2)
    const trades = await forSeconds(api, people, seconds)
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
  const line = await openLine(api)
  const end = performance.now() + (pollSeconds - 1) * 1000
  for (let n = 0; performance.now() < end; n++) {
    const began = performance.now()
    await people[n % people.length]?.quote(line)
    times.push(performance.now() - began)
    await sleep(quotePauseMs)
  }
  line.close()
  const { non2xx, errors, requests } = await polling
  if (non2xx || errors) throw new Error(`${non2xx} polls were not answered well, ${errors} failed`)
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return { quotes: times.length, pollsPerSecond: requests.average, p50: median(times), p99 }
}

/** The same number of trades on a short and on a long history, by turns, so that noise hits both. */
const measureGrowth = async (small: string, large: string, people: TradeCustomer[]) => {
  const block = growthTrades / growthBlocks
  const perTrade = async (api: string) =>
    1 / (await dealsPerSecond(api, people, trading, { connections, mayGoOn: (started) => started < block }))
  await perTrade(large)
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (let n = 0; n < growthBlocks; n++) {
    times.small.push(await perTrade(small))
    times.large.push(await perTrade(large))
  }
  const perSecond = (each: number[]) => each.length / each.reduce((sum, time) => sum + time, 0)
  const figures = { small: perSecond(times.small), large: perSecond(times.large) }
  return { ...figures, growth: figures.small / figures.large, secondsPerTrade: times }
}

/** Customers in a database without a chain, which would miss the money that they get, and the same with a long past. */
const prepare = async (tools: Tools, databases: Databases, settings: NodeJS.ProcessEnv) => {
  const { root, portal, sandbox, say } = tools
  const small = await databases.createOurs('trade')
  say(`${customers} customers sign in`)
  const env = { ...settings, DATABASE_URL: small.url }
  const { url: api, stop } = await startServer({ name: 'api', entry: join(root, 'api/src/main.ts'), env })
  const db = connect(small.url, { part: 'bench', max: 1 })
  const people = await withClient(tools.databaseUrl, (portalClient) =>
    withClient(small.url, (client) => openCustomers({ portal, sandbox, portalClient, api, client, db }, customers)),
  ).finally(() => db.destroy())
  await stop()
  const large = await databases.create('trade_past', small.name)
  const loading = connect(large.url, { part: 'bench', max: 2 })
  await fundAndLoad(loading, historyEntries, say).finally(() => loading.destroy())
  for (const { url, ownerUrl } of [small, large]) {
    await tidy(ownerUrl)
    // Loading may take longer than a session may be idle.
    await withClient(url, (client) => client.query('update sessions set last_active_at = now()'))
  }
  await databases.checkpoint()
  return { people, small, large: large.url }
}

/** Complete trades over HTTP, with quote, PIN and swap, beside the TPC-B that pgbench plays on the same server. */
export const trade: Bench = async (tools) => {
  const { root, chain, say } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  try {
    // The same secrets before and after, so that sessions and PINs stay good in both databases.
    const settings = { ...apiSettings(''), ...chain }
    const start = async (entry: string, url: string) => {
      const env = { ...settings, DATABASE_URL: url }
      const server = await startServer({ name: `trade-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const open = async (url: string) => {
      await start('api/src/worker.ts', url)
      const api = await start('api/src/main.ts', url)
      await waitForPrice(url)
      return api
    }
    const { people, small, large } = await prepare(tools, databases, settings)
    const api = await open(small.url)
    const cells = await measureRatio({ say, api, people, databases, ownerUrl: small.ownerUrl })
    const quotes = await quoteUnderPolling(api, people)
    say(`a quote while ${pollers} pages poll: p50 ${quotes.p50.toFixed(1)} ms, p99 ${quotes.p99.toFixed(1)} ms`)
    const growth = await measureGrowth(api, await open(large), people)
    say(`trades: ${growth.small.toFixed(0)}/s on a short history, ${growth.large.toFixed(0)}/s on a million entries`)
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
    await databases.close()
  }
}

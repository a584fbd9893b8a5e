import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { dealsForSeconds, dealsPerSecond, waitForPrice, withClient } from './deal-load.ts'
import { loadLots } from './lots.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { type Line, openCustomers, type TradeCustomer } from './trade-customers.ts'

const aims = { ratio: 0.8, growth: 1.5 }
const connections = 8
/** Enough of them that nobody reaches the limit of quotes in a minute. */
const customers = 480
/** Of which two have pages that are compared. */
const sizes = { few: 10, many: 5_000 }
/** What is ended part by part. */
const firstLot = '500'
const rounds = 3
const seconds = 4
/** A server runs for weeks: by then the engine has compiled what is used often. */
const warmUpSeconds = 12
const warmUps = 20
const asks = 80

type Tools = Parameters<Bench>[0]

const deals = {
  trade: (customer: TradeCustomer, line: Line) => customer.trade(line),
  purchase: (customer: TradeCustomer, line: Line) => customer.book(line),
  termination: (customer: TradeCustomer, line: Line) => customer.end(line),
}

/** Trades before and after, so that a machine that slows down or speeds up favours neither. */
const measureRatios = async (say: Tools['say'], api: string, people: TradeCustomer[]) => {
  const perSecond = (what: keyof typeof deals, duration = seconds) =>
    dealsForSeconds(api, people, deals[what], { connections, duration })
  for (const what of ['trade', 'purchase', 'termination'] as const) await perSecond(what, warmUpSeconds)
  const measured = []
  for (let round = 1; round <= rounds; round++) {
    const before = await perSecond('trade', seconds / 2)
    const [purchase, termination] = [await perSecond('purchase'), await perSecond('termination')]
    const trade = (before + (await perSecond('trade', seconds / 2))) / 2
    measured.push({ round, trade, purchase, termination, ratio: Math.min(purchase, termination) / trade })
    say(
      `round ${round}: ${trade.toFixed(0)} trades/s, ${purchase.toFixed(0)} purchases/s, ${termination.toFixed(0)} terminations/s`,
    )
  }
  return measured
}

/** What the page of a product asks for. */
const pageOf = async (api: string, { headers }: TradeCustomer): Promise<number> => {
  const began = performance.now()
  for (const path of ['/holdings/positions', '/holdings?product=GAE']) {
    const answer = await fetch(`${api}/api${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  }
  return performance.now() - began
}

/** By turns, so that noise hits both. */
const comparePages = async (api: string, few: TradeCustomer, many: TradeCustomer) => {
  const times: Record<keyof typeof sizes, number[]> = { few: [], many: [] }
  for (let n = 0; n < warmUps + asks; n++)
    for (const [size, customer] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const time = await pageOf(api, customer)
      if (n >= warmUps) times[size].push(time)
    }
  const ms = { few: median(times.few), many: median(times.many) }
  return { ms, growth: ms.many / ms.few }
}

/** Customers in a database without a chain, which would miss the money that they get. */
const prepare = async (tools: Tools, url: string, api: string) => {
  const { portal, sandbox, databaseUrl, say } = tools
  say(`${customers} customers sign in`)
  const db = connect(url, { part: 'bench', max: 1 })
  try {
    return await withClient(url, async (client) => {
      const [few, many, ...others] = await withClient(databaseUrl, (portalClient) =>
        openCustomers({ portal, sandbox, portalClient, api, client, db }, customers + 2),
      )
      if (!few || !many) throw new Error('nobody signed in')
      await loadLots(db, client, few.id, sizes.few)
      await loadLots(db, client, many.id, sizes.many)
      return { few, many, others }
    })
  } finally {
    await db.destroy()
  }
}

/** Complete purchases and terminations over HTTP, with quote and PIN, beside trades; and the pages of few and many holdings. */
export const holdings: Bench = async (tools) => {
  const { root, chain, say } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  try {
    const { url, ownerUrl } = await databases.createOurs('holdings')
    const env = { ...apiSettings(url), ...chain }
    const start = async (entry: string) => {
      const server = await startServer({ name: `holdings-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const api = await start('api/src/main.ts')
    await start('api/src/worker.ts')
    const { few, many, others } = await prepare(tools, url, api)
    await waitForPrice(url)
    await dealsPerSecond(api, others, (customer, line) => customer.book(line, firstLot), {
      connections,
      mayGoOn: (started) => started < others.length,
    })
    await tidy(ownerUrl)
    await databases.checkpoint()
    const cells = await measureRatios(say, api, others)
    const pages = await comparePages(api, few, many)
    say(
      `a page: ${pages.ms.few.toFixed(1)} ms with ${sizes.few} holdings, ${pages.ms.many.toFixed(1)} ms with ${sizes.many}`,
    )
    const value = median(cells.map(({ ratio }) => ratio))
    return {
      value,
      unit: `× trade, the slower of purchase and termination (a page of ${sizes.many} holdings: ${pages.growth.toFixed(2)} × that of ${sizes.few})`,
      aim: `≥ ${aims.ratio} (pages ≤ ${aims.growth} ×)`,
      ok: value >= aims.ratio && pages.growth <= aims.growth,
      rounds: [...cells, { pages }],
    }
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
  }
}

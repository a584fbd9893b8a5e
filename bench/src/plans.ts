import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Client } from 'pg'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { measureDays } from './days.ts'
import { waitForPrice, withClient } from './deal-load.ts'
import { loadLots } from './lots.ts'
import { loadPlans, readDone } from './planners.ts'
import { percentile, pollUntil } from './polling.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

const aims = { seconds: 300, growth: 1.5, daysSeconds: 180 }
/** To try it with less; the results tell with how much. */
const percent = Number(process.env.INGOT_BENCH_PERCENT ?? 100)
const part = (whole: number) => Math.max(1, Math.round((whole * percent) / 100))
const sizes = { plans: part(10_000), pollers: part(500), savers: part(100_000), few: 10, many: 5_000 }
/** The call that every open page repeats. */
const poll = '/api/mfa/check-2fa'
const minute = 60_000
/** Longer than loading takes. */
const leadMs = 25_000
const patienceMs = 9 * minute
const warmUps = 20
const asks = 80

type Tools = Parameters<Bench>[0]

/** Plans buy while gold is traded, so at another time there is nothing to measure. */
const refuseClosed = async (api: string) => {
  const answer = await fetch(`${api}/api/price`)
  const { data } = (await answer.json()) as { data: { state: string } | null }
  if (data?.state !== 'open')
    throw new ProblemForPeople('Plans buy while gold is traded: please measure them when the market is open.')
}

/** Until no date of the moment is open. Says how long after it the last one was done. */
const waitUntilDone = async (client: Client, dueAt: Date, say: Tools['say']) => {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500)) {
    const { open, booked, last } = await readDone(client, dueAt)
    if (open > 0 || !last) continue
    if (booked < sizes.plans) say(`only ${booked} of ${sizes.plans} plans bought`)
    return { booked, seconds: (last.getTime() - dueAt.getTime()) / 1000 }
  }
  throw new Error('the plans were not done in time')
}

/** All plans at once, while customers have their pages open. */
const measurePlans = async ({ say }: Tools, client: Client, api: string, pollers: TradeCustomer[], url: string) => {
  // At a full minute, as nine o'clock is one.
  const dueAt = new Date(Math.ceil((Date.now() + leadMs) / minute) * minute)
  const db = connect(url, { part: 'bench', max: 1 })
  await loadPlans(client, db, sizes.plans, dueAt).finally(() => db.destroy())
  say(`${sizes.plans} plans are due at ${dueAt.toISOString()}`)
  await sleep(Math.max(0, dueAt.getTime() - Date.now()))
  let isOver = false
  const askers = pollers.map(({ headers }) => headers)
  const polling = pollUntil(`${api}${poll}`, askers, () => isOver)
  const done = await waitUntilDone(client, dueAt, say).finally(() => {
    isOver = true
  })
  const { times, failed } = await polling
  const polls = { count: times.length, failed, p50: percentile(times, 50), p99: percentile(times, 99) }
  say(`plans: ${done.seconds.toFixed(0)} s; ${polls.count} polls, p99 ${polls.p99.toFixed(0)} ms, ${failed} failed`)
  return { plans: sizes.plans, ...done, perSecond: done.booked / done.seconds, pollers: sizes.pollers, polls }
}

const dashboardOf = async (api: string, { headers }: TradeCustomer): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${api}/api/dashboard`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the dashboard was answered with ${answer.status}`)
  return performance.now() - began
}

/** By turns, so that noise hits both. */
const compareDashboards = async ({ say }: Tools, api: string, few: TradeCustomer, many: TradeCustomer) => {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let n = 0; n < warmUps + asks; n++)
    for (const [size, customer] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const time = await dashboardOf(api, customer)
      if (n >= warmUps) times[size].push(time)
    }
  const ms = { few: median(times.few), many: median(times.many) }
  const growth = ms.many / ms.few
  say(`a dashboard: ${ms.few.toFixed(1)} ms with ${sizes.few} lots, ${ms.many.toFixed(1)} ms with ${sizes.many}`)
  return { lots: { few: sizes.few, many: sizes.many }, ms, growth }
}

/** Customers in a database without a chain, which would miss the money that they get. */
const prepare = async ({ portal, sandbox, databaseUrl, say }: Tools, url: string, api: string) => {
  say(`${sizes.pollers} customers sign in`)
  const db = connect(url, { part: 'bench', max: 1 })
  try {
    return await withClient(url, async (client) => {
      const [few, many, ...pollers] = await withClient(databaseUrl, (portalClient) =>
        openCustomers({ portal, sandbox, portalClient, api, client, db }, sizes.pollers + 2),
      )
      if (!few || !many) throw new Error('nobody signed in')
      await loadLots(db, client, few.id, sizes.few)
      await loadLots(db, client, many.id, sizes.many)
      return { few, many, pollers }
    })
  } finally {
    await db.destroy()
  }
}

/** Plans that are all due at once beside customers who poll, the dashboards of few and many lots, and the daily rows of all. */
export const plans: Bench = async (tools) => {
  const { root, chain } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  try {
    const { url, ownerUrl } = await databases.createOurs('plans')
    const env = { ...apiSettings(url), ...chain }
    const start = async (entry: string) => {
      const server = await startServer({ name: `plans-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server
    }
    const { url: api } = await start('api/src/main.ts')
    await start('api/src/worker.ts')
    const { few, many, pollers } = await prepare(tools, url, api)
    await waitForPrice(url)
    await refuseClosed(api)
    await tidy(ownerUrl)
    await databases.checkpoint()
    const bought = await withClient(url, (client) => measurePlans(tools, client, api, pollers, url))
    const dashboards = await compareDashboards(tools, api, few, many)
    const days = await withClient(url, (client) => measureDays(client, { url, ownerUrl }, sizes.savers))
    tools.say(`the rows of a day of ${days.savers} customers: ${days.seconds.toFixed(1)} s`)
    return {
      value: bought.seconds,
      unit: [
        `s for ${sizes.plans} plans (p99 of a poll ${bought.polls.p99.toFixed(0)} ms with ${sizes.pollers} customers)`,
        `a dashboard of ${sizes.many} lots ${dashboards.growth.toFixed(2)} × that of ${sizes.few}`,
        `the rows of a day of ${sizes.savers} customers ${days.seconds.toFixed(0)} s`,
      ].join(', '),
      aim: `≤ ${aims.seconds} s, ≤ ${aims.growth} ×, ≤ ${aims.daysSeconds} s`,
      ok:
        percent === 100 &&
        bought.booked === sizes.plans &&
        bought.seconds <= aims.seconds &&
        dashboards.growth <= aims.growth &&
        days.seconds <= aims.daysSeconds,
      rounds: [bought, dashboards, days],
    }
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
  }
}

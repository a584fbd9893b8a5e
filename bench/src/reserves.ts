import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { dealsPerSecond, waitForPrice, withClient } from './deal-load.ts'
import { percentile, pollUntil } from './polling.ts'
import type { Built } from './reserves-built.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

const aims = { seconds: 60, megabytes: 300, kilobytes: 40, proveMs: 50, checkMs: 1000 }
const sizes = { small: 10_000, large: 1_000_000 }
const people = 500
/** So many of them trade at a time, while each of them asks once a second. */
const traders = 4

type Tools = Parameters<Bench>[0]

/** A process for each, so that neither has the memory of the other. */
const build = async (root: string, customers: number) => {
  const child = fork(join(root, 'bench/src/reserves-built.ts'), [String(customers)])
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`building a tree ended with ${code}`)
  })
  const [built] = (await Promise.race([once(child, 'message'), failed])) as [Built]
  return { ...built, customers }
}

/** A whole proof has all assets, of which one was measured. */
const wholeOf = async (
  { checkOnPhone }: Tools,
  { proof, assets, proveMs, checkMs, meanBytes, mostBytes, ...built }: Built,
) => ({
  ...built,
  proveMs: median(proveMs),
  checkMs: median(checkMs) * assets,
  phoneMs: median(await checkOnPhone(proof, [proof.key])) * assets,
  kilobytes: meanBytes / 1000,
  mostKilobytes: mostBytes / 1000,
})

/** Customers who are signed in to a server with a worker and a price. */
const openHouse = async (tools: Tools) => {
  const { root, portal, sandbox, chain, say } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  const close = async () => {
    for (const server of servers) await server.stop()
    await databases.close()
  }
  try {
    const { url, ownerUrl } = await databases.createOurs('reserves')
    const env = { ...apiSettings(url), ...chain, DATABASE_URL: url }
    const start = async (entry: string) => {
      const server = await startServer({ name: `reserves-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const api = await start('api/src/main.ts')
    say(`${people} customers sign in`)
    const db = connect(url, { part: 'bench', max: 1 })
    const customers = await withClient(tools.databaseUrl, (portalClient) =>
      withClient(url, (client) => openCustomers({ portal, sandbox, portalClient, api, client, db }, people)),
    ).finally(() => db.destroy())
    await start('api/src/worker.ts')
    await waitForPrice(url)
    await tidy(ownerUrl)
    return { api, customers, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Everybody polls and some trade for as long as the work takes. */
const beside = async <T>({ api, customers }: { api: string; customers: TradeCustomer[] }, work: () => Promise<T>) => {
  let isOver = false
  const worked = work().finally(() => {
    isOver = true
  })
  const headers = customers.map((customer) => customer.headers)
  const [made, polled, trades] = await Promise.all([
    worked,
    pollUntil(`${api}/api/user-balances`, headers, () => isOver),
    dealsPerSecond(api, customers, (customer, line) => customer.trade(line), {
      ...{ connections: traders, mayGoOn: () => !isOver },
    }),
  ])
  const { times, failed } = polled
  return { made, load: { polls: times.length, failed, p99: percentile(times, 99), trades } }
}

/**
 * Proofs of reserves: one asset's tree of a million customers, alone and while 500 poll and trade; a path out of it; and a whole
 * proof with everything a customer can have, checked here and in a page on a slow phone.
 */
export const reserves: Bench = async (tools) => {
  const { root, say } = tools
  const rounds = []
  for (const customers of Object.values(sizes)) {
    const whole = await wholeOf(tools, await build(root, customers))
    rounds.push({ ...whole, customers })
    const { seconds, cpuSeconds, peakMegabytes, depth, proveMs, kilobytes, mostKilobytes, checkMs, phoneMs } = whole
    say(
      `${customers} customers: ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of a processor), peak ${peakMegabytes.toFixed(0)} MB, ${depth} deep; one asset proven in ${proveMs.toFixed(1)} ms, everything ${kilobytes.toFixed(1)} kB in the mean, at most ${mostKilobytes.toFixed(1)} kB, checked in ${checkMs.toFixed(0)} ms, on a slow phone in ${phoneMs.toFixed(0)} ms`,
    )
  }
  const largest = rounds.at(-1)
  if (!largest) throw new Error('nothing was measured')
  const house = await openHouse(tools)
  const { made, load } = await beside(house, () => build(root, sizes.large)).finally(house.close)
  const loaded = { seconds: made.seconds, cpuSeconds: made.cpuSeconds, peakMegabytes: made.peakMegabytes, ...load }
  say(
    `beside ${people} who poll and trade: ${loaded.seconds.toFixed(1)} s (${loaded.cpuSeconds.toFixed(1)} s of a processor); ${load.polls} polls, ${load.failed} failed, p99 ${load.p99.toFixed(0)} ms, ${load.trades.toFixed(1)} trades/s`,
  )
  const { seconds, peakMegabytes, proveMs, phoneMs, kilobytes, mostKilobytes } = largest
  return {
    value: seconds,
    unit: `s for a tree of ${sizes.large} customers, peak ${peakMegabytes.toFixed(0)} MB (${loaded.seconds.toFixed(0)} s beside ${people} who poll and trade, p99 of a poll ${load.p99.toFixed(0)} ms); a proof with every asset of ${kilobytes.toFixed(1)} kB, at most ${mostKilobytes.toFixed(1)}, checked on a slow phone in ${phoneMs.toFixed(0)} ms`,
    aim: `≤ ${aims.seconds} s, also beside them, ${aims.megabytes} MB, ${aims.kilobytes} kB, ${aims.checkMs} ms`,
    ok:
      Math.max(seconds, loaded.seconds) <= aims.seconds &&
      peakMegabytes <= aims.megabytes &&
      mostKilobytes <= aims.kilobytes &&
      proveMs <= aims.proveMs &&
      phoneMs <= aims.checkMs &&
      load.failed === 0,
    rounds: [...rounds, { loaded }],
  }
}

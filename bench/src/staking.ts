import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import type { Client } from 'pg'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { withClient } from './deal-load.ts'
import { apiSettings, type Server, startServer } from './server.ts'
import { addStakers, loadStakes, readEnded } from './stakers.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

const aims = { seconds: 120, growth: 1.5 }
/** To try it with less; the results tell with how much. */
const percent = Number(process.env.INGOT_BENCH_PERCENT ?? 100)
const part = (whole: number) => Math.max(1, Math.round((whole * percent) / 100))
const sizes = { stakes: part(100_000), stakers: part(20_000), few: 1, many: 2_000, pairs: 6 }
const minute = 60_000
const patienceMs = 6 * minute
const warmUps = 20
const asks = 80

type Tools = Parameters<Bench>[0]

/** What the page asks for. */
const pageOf = async (api: string, { headers }: TradeCustomer): Promise<number> => {
  const began = performance.now()
  for (const path of ['/staking', '/stakes']) {
    const answer = await fetch(`${api}/api${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  }
  return performance.now() - began
}

type Size = 'few' | 'many'
type Pair = Record<Size, TradeCustomer>

/** By turns, so that noise hits both. */
const timesOf = async (api: string, pairs: readonly Pair[], rounds: number) => {
  const times: Record<Size, number[]> = { few: [], many: [] }
  for (let n = 0; n < rounds; n++)
    for (const pair of pairs)
      for (const size of ['few', 'many'] as const) times[size].push(await pageOf(api, pair[size]))
  const ms = { few: median(times.few), many: median(times.many) }
  return { ms, growth: ms.many / ms.few }
}

/** The page as it is asked again and again, and for the first time, when nothing of the customer's sums is known yet. */
const comparePages = async ({ say }: Tools, api: string, [warm, ...others]: readonly Pair[]) => {
  if (!warm) throw new Error('nobody signed in')
  await timesOf(api, [warm], warmUps)
  const first = await timesOf(api, others, 1)
  const again = await timesOf(api, [warm], asks)
  say(
    `a page: ${again.ms.few.toFixed(1)} ms with ${sizes.few} stake, ${again.ms.many.toFixed(1)} ms with ${sizes.many}`,
  )
  say(`the first time: ${first.ms.few.toFixed(1)} ms and ${first.ms.many.toFixed(1)} ms`)
  return { stakes: { few: sizes.few, many: sizes.many }, again, first }
}

/** Until none is open whose time was over at a moment. Says how long after it the last one ended. */
const waitUntilEnded = async (client: Client, endsAt: Date) => {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500)) {
    const { open, last } = await readEnded(client, endsAt)
    if (open === 0 && last) return { stakes: sizes.stakes, seconds: (last.getTime() - endsAt.getTime()) / 1000 }
  }
  throw new Error('the stakes did not end in time')
}

/** Everything that is due at one full minute, at which the job begins. */
const measureEnding = async (
  { say }: Tools,
  { url, ownerUrl }: { url: string; ownerUrl: string },
  startWorker: () => Promise<unknown>,
) =>
  withClient(url, async (client) => {
    const db = connect(url, { part: 'bench', max: 1 })
    const long = new Date(Math.floor(Date.now() / minute) * minute)
    say(`${sizes.stakes} stakes are loaded`)
    await loadStakes(db, client, await addStakers(client, sizes.stakers), sizes.stakes, long).finally(() =>
      db.destroy(),
    )
    await tidy(ownerUrl)
    // The worker looks at the next full minute at the latest: all of them have waited for it.
    await startWorker()
    const from = new Date(Math.ceil(Date.now() / minute) * minute)
    const { seconds, ...rest } = await waitUntilEnded(client, long)
    const ended = { ...rest, seconds: seconds - (from.getTime() - long.getTime()) / 1000 }
    say(`${ended.stakes} stakes ended within ${ended.seconds.toFixed(0)} s`)
    return { ...ended, perSecond: ended.stakes / ended.seconds }
  })

/** Customers with few and with many stakes that run. */
const prepare = async ({ portal, sandbox, databaseUrl }: Tools, url: string, api: string) => {
  const db = connect(url, { part: 'bench', max: 1 })
  try {
    return await withClient(url, async (client) => {
      const people = await withClient(databaseUrl, (portalClient) =>
        openCustomers({ portal, sandbox, portalClient, api, client, db }, 2 * sizes.pairs),
      )
      const later = new Date(Date.now() + 40 * 24 * 60 * minute)
      const pairs: Pair[] = []
      for (const [place, few] of people.slice(0, sizes.pairs).entries()) {
        const many = people[sizes.pairs + place]
        if (!many) throw new Error('somebody did not sign in')
        await loadStakes(db, client, [few.id], sizes.few, later)
        await loadStakes(db, client, [many.id], sizes.many, later)
        pairs.push({ few, many })
      }
      return pairs
    })
  } finally {
    await db.destroy()
  }
}

/** The page of few and of many stakes, and the run over all that are due at once. */
export const staking: Bench = async (tools) => {
  const { root, chain } = tools
  const databases = await openDatabases(tools)
  const servers: Server[] = []
  try {
    const { url, ownerUrl } = await databases.createOurs('staking')
    const env = { ...apiSettings(url), ...chain }
    const start = async (entry: string) => {
      const server = await startServer({ name: `staking-${servers.length}`, entry: join(root, entry), env })
      servers.push(server)
      return server.url
    }
    const api = await start('api/src/main.ts')
    const pairs = await prepare(tools, url, api)
    await tidy(ownerUrl)
    const pages = await comparePages(tools, api, pairs)
    const ended = await measureEnding(tools, { url, ownerUrl }, () => start('api/src/worker.ts'))
    return {
      value: ended.seconds,
      unit: `s for ${sizes.stakes} stakes that end (a page of ${sizes.many} stakes ${pages.again.growth.toFixed(2)} × that of ${sizes.few}, the first time ${pages.first.growth.toFixed(2)} ×)`,
      aim: `≤ ${aims.seconds} s, ≤ ${aims.growth} ×`,
      ok: percent === 100 && ended.seconds <= aims.seconds && pages.again.growth <= aims.growth,
      rounds: [ended, pages],
    }
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
  }
}

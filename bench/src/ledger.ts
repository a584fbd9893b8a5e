import { connect, type Db } from '@ingot/db/connect'
import { type Bench, median } from './bench.ts'
import { openDatabases, tidy } from './databases.ts'
import { compareSizes, fundAndLoad, load } from './ledger-growth.ts'
import { customers, everyone, fund, postBatch, postOne, type Slice, trades } from './ledger-load.ts'
import { findPgbench, prepareTpcB } from './pgbench.ts'

const aims = { single: 0.8, batched: 5, growth: 1.3 }
const headline = 8
const connectionCounts = [2, headline, 32]
const rounds = 3
const seconds = 4
const warmUpSeconds = 1
const batchSize = 100
const sizes = { small: 10_000, large: 1_000_000 }

type Databases = Awaited<ReturnType<typeof openDatabases>>

const openLedger = (url: string, max: number): Db => connect(url, { part: 'bench', max })

/** Posts from so many connections at once for so long, and says how many entries a second were done in time. */
const entriesPerSecond = async (
  connections: number,
  duration: number,
  size: number,
  work: (slice: Slice) => Promise<unknown>,
) => {
  const end = performance.now() + duration * 1000
  let done = 0
  const loop = async (slice: Slice) => {
    while (performance.now() < end) {
      await work(slice)
      if (performance.now() < end) done += size
    }
  }
  const share = customers / connections
  await Promise.all(
    Array.from({ length: connections }, (_, n) => loop([Math.floor(n * share), Math.floor((n + 1) * share)])),
  )
  return done / duration
}

type Tps = (clients: number, seconds: number) => Promise<number>

/** Every figure of one round at one number of connections. */
const measureCell = async (db: Db, tpcB: Tps, connections: number) => {
  const single = (trade: keyof typeof trades, duration = seconds) =>
    entriesPerSecond(connections, duration, 1, () => postOne(db, trades[trade], everyone))
  // Whoever batches does so for customers of its own: two batches of a hundred out of a thousand customers would always
  // wait for each other.
  const batched = (trade: keyof typeof trades) =>
    entriesPerSecond(connections, seconds, batchSize, (slice) => postBatch(db, trades[trade], batchSize, slice))
  await single('spread', warmUpSeconds)
  // The yardstick before and after, so that a machine that slows down or speeds up favours neither.
  const before = await tpcB(connections, seconds / 2)
  const spread = { single: await single('spread'), batched: await batched('spread') }
  const after = await tpcB(connections, seconds / 2)
  return {
    connections,
    tpcB: (before + after) / 2,
    ...spread,
    hotSingle: await single('hot'),
    hotBatched: await batched('hot'),
  }
}

const measureThroughput = async (databases: Databases, say: (line: string) => void) => {
  const tpcB = await prepareTpcB(findPgbench(say), (await databases.create('tpcb')).ownerUrl)
  const { url } = await databases.createOurs('ledger')
  const funding = openLedger(url, 1)
  await fund(funding).finally(() => funding.destroy())
  const cells = []
  for (let round = 1; round <= rounds; round++)
    for (const connections of connectionCounts) {
      const db = openLedger(url, connections)
      const cell = await measureCell(db, tpcB, connections).finally(() => db.destroy())
      cells.push({ round, ...cell })
      const whole = (figure: number) => `${figure.toFixed(0)}/s`
      say(
        `round ${round}, ${connections} connections: TPC-B ${whole(cell.tpcB)}, single ${whole(cell.single)}, batched ${whole(cell.batched)}; hot: single ${whole(cell.hotSingle)}, batched ${whole(cell.hotBatched)}`,
      )
    }
  return cells
}

const measureGrowth = async (databases: Databases, say: (line: string) => void) => {
  const small = await databases.createOurs('small')
  const filling = openLedger(small.url, 2)
  await fundAndLoad(filling, sizes.small, say).finally(() => filling.destroy())
  const large = await databases.create('large', small.name)
  const growing = openLedger(large.url, 2)
  await load(growing, sizes.small, sizes.large, say).finally(() => growing.destroy())
  for (const { ownerUrl } of [small, large]) await tidy(ownerUrl)
  await databases.checkpoint()
  const pair = [openLedger(small.url, 1), openLedger(large.url, 1)] as const
  try {
    const growth = await compareSizes(...pair)
    const { post, read } = growth.milliseconds
    say(
      `${sizes.small} and ${sizes.large} entries: post ${post.small.toFixed(2)} and ${post.large.toFixed(2)} ms, balance ${read.small.toFixed(3)} and ${read.large.toFixed(3)} ms`,
    )
    return growth
  } finally {
    for (const db of pair) await db.destroy()
  }
}

/** Posting entries of four moves through Node, beside the TPC-B that pgbench plays on the same server. */
export const ledger: Bench = async ({ say, ...tools }) => {
  const databases = await openDatabases(tools)
  try {
    const cells = await measureThroughput(databases, say)
    const growth = await measureGrowth(databases, say)
    const ratio = (what: 'single' | 'batched' | 'hotSingle' | 'hotBatched', connections = headline) =>
      median(cells.filter((cell) => cell.connections === connections).map((cell) => cell[what] / cell.tpcB))
    const [value, batched] = [ratio('single'), ratio('batched')]
    const others = connectionCounts.filter((count) => count !== headline)
    const atOthers = others.map((count) => `${ratio('single', count).toFixed(2)} at ${count}`).join(', ')
    const hot = `${ratio('hotSingle').toFixed(2)} and batched ${ratio('hotBatched').toFixed(1)} on hot accounts`
    const grown = `a million entries: post ${growth.post.toFixed(2)} ×, balance ${growth.read.toFixed(2)} ×`
    return {
      value,
      unit: `× TPC-B at ${headline} connections (batched ${batched.toFixed(1)}; ${atOthers}; ${hot}; at ${grown})`,
      aim: `≥ ${aims.single} (batched ≥ ${aims.batched}, growth < ${aims.growth} ×)`,
      ok: value >= aims.single && batched >= aims.batched && growth.post < aims.growth && growth.read < aims.growth,
      rounds: [...cells, { growth }],
    }
  } finally {
    await databases.close()
  }
}

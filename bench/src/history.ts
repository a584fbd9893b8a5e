import { join } from 'node:path'
import { connect, type Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, move, postTogether } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import pg from 'pg'
import { type Bench, median } from './bench.ts'
import { tidy } from './databases.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { apiSettings, type Server, startServer } from './server.ts'

const aim = 1.3
const sizes = { small: 1_000, large: 100_000 }
const loadBatch = 500
/** One movement in so many is of the type that is looked for: both histories have a full page of it. */
const rareEvery = 10
const warmUps = 10
const asks = 60

type Size = keyof typeof sizes
type Customer = Awaited<ReturnType<typeof signInNewCustomer>>

/** Posts what a busy customer's history is made of, and writes it into the list. */
export const loadHistory = async (db: Db, { id }: Customer, count: number, say: (line: string) => void) => {
  const [outside, wallet] = [houseAccount('USDT', 'outside'), customerAccount(id, 'USDT', 'available')]
  for (let done = 0; done < count; done += loadBatch) {
    const entries = Array.from({ length: Math.min(loadBatch, count - done) }, (_, n): Entry => {
      const reference = `bench-history:${id}:${done + n}`
      const moves = [move(amountOf('USDT', 10n ** 18n), { from: outside, to: wallet })]
      return { reference, kind: 'deposit', causedBy: 'bench', moves }
    })
    await inTransaction(db, async (tx) => {
      const posted = await postTogether(tx, entries)
      const movements = posted.map(({ entry }, n) => ({
        owner: `customer:${id}` as const,
        type: (done + n) % rareEvery ? 'deposit' : 'reward-paid',
        entry,
      }))
      await recordMovements(tx, movements)
    })
    if ((done + loadBatch) % 20_000 === 0) say(`${(done + loadBatch).toLocaleString('en')} movements written`)
  }
}

type Middle = { number: string; id: string; from: string; until: string }

/** A movement in the middle of a history, and the time of the fifty around it. */
const middleOf = async (client: pg.Client, { id }: Customer, count: number): Promise<Middle> => {
  const { rows } = await client.query<{ number: string; id: string; at: Date }>(
    'select number, id, at from ledger_movements where owner = $1 order by at, number offset $2 limit 50',
    [`customer:${id}`, Math.floor(count / 2)],
  )
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new Error('the history was not written')
  return { number: first.number, id: first.id, from: first.at.toISOString(), until: last.at.toISOString() }
}

const pagesOf = ({ number, id, from, until }: Middle): Record<string, string> => ({
  first: '/movements',
  middle: `/movements?cursor=${number}`,
  type: '/movements?type=reward-paid',
  types: '/movements?type=reward-paid,transfer-out',
  date: `/movements?from=${from}&until=${until}`,
  'type and date': `/movements?type=deposit&until=${until}`,
  number: `/movements?code=${number}`,
  id: `/movements?code=${id}`,
})

const get = async (api: string, { headers }: Customer, path: string): Promise<{ ms: number; bytes: number }> => {
  const began = performance.now()
  const answer = await fetch(`${api}/api${path}`, { headers })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return { ms: performance.now() - began, bytes }
}

/** Each page of the short and the long history by turns, so that noise hits both. */
const compare = async (api: string, customers: Record<Size, Customer>, pages: Record<Size, Record<string, string>>) => {
  const figures = []
  for (const page of Object.keys(pages.small)) {
    const times: Record<Size, number[]> = { small: [], large: [] }
    for (let ask = -warmUps; ask < asks; ask++)
      for (const size of ['small', 'large'] as const) {
        const { ms } = await get(api, customers[size], pages[size][page] ?? '')
        if (ask >= 0) times[size].push(ms)
      }
    const [small, large] = [median(times.small), median(times.large)]
    figures.push({ page, small, large, ratio: large / small })
  }
  return figures
}

/** Lines a second of the whole history as a file. */
const download = async (api: string, customer: Customer, count: number) => {
  const { ms, bytes } = await get(api, customer, '/movements.csv')
  return { lines: count, megabytes: bytes / 1e6, linesPerSecond: (count / ms) * 1000 }
}

/** Pages of a customer's history: with a hundred times as many movements they take hardly longer. */
export const history: Bench = async ({ root, sandbox, databaseUrl, ownerUrl, say }) => {
  const servers: Server[] = []
  const db = connect(databaseUrl, { part: 'bench', max: 2 })
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    const server = await startServer({
      name: 'api',
      entry: join(root, 'api/src/main.ts'),
      env: apiSettings(databaseUrl),
    })
    servers.push(server)
    const customers = {
      small: await signInNewCustomer(server.url, sandbox),
      large: await signInNewCustomer(server.url, sandbox),
    }
    for (const size of ['small', 'large'] as const) await loadHistory(db, customers[size], sizes[size], say)
    await tidy(ownerUrl)
    const pages = {
      small: pagesOf(await middleOf(client, customers.small, sizes.small)),
      large: pagesOf(await middleOf(client, customers.large, sizes.large)),
    }
    const figures = await compare(server.url, customers, pages)
    for (const { page, small, large, ratio } of figures)
      say(`${page}: ${small.toFixed(2)} and ${large.toFixed(2)} ms, ${ratio.toFixed(2)} ×`)
    const files = {
      small: await download(server.url, customers.small, sizes.small),
      large: await download(server.url, customers.large, sizes.large),
    }
    const value = Math.max(...figures.map(({ ratio }) => ratio))
    const rate = files.large.linesPerSecond.toFixed(0)
    return {
      value,
      unit: `× the page of a history of ${sizes.small} at ${sizes.large}, the worst of ${figures.length} (CSV ${rate} lines/s)`,
      aim: `≤ ${aim}`,
      ok: value <= aim,
      rounds: [...figures, { files }],
    }
  } finally {
    for (const server of servers) await server.stop()
    await client.end()
    await db.destroy()
  }
}

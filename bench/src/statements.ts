import { mkdtempSync, openAsBlob, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import type { Client } from 'pg'
import { bankStatement } from './bank-statement.ts'
import type { Bench } from './bench.ts'
import { signInOperator } from './console.ts'
import { openDatabases, tidy } from './databases.ts'
import { withClient } from './deal-load.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { percentile, pollUntil } from './polling.ts'
import { apiSettings, startServer } from './server.ts'
import { openCustomers, type TradeCustomer } from './trade-customers.ts'

/** Lines a second, how much more memory the long one may take than short ones, and how long a poll may wait meanwhile. */
const aims = { linesPerSecond: 2_000, megabytes: 96, pollMs: 500 }
/** To try it with less; the results tell with how much. */
const percent = Number(process.env.INGOT_BENCH_PERCENT ?? 100)
const part = (whole: number) => Math.max(1, Math.round((whole * percent) / 100))
const sizes = { few: 10, middle: part(10_000), many: part(100_000), pollers: part(500) }
/** As much garbage as the long one leaves: what is more than that grows with the file. */
const middles = 4
const poll = '/api/mfa/check-2fa'
const patienceMs = 120_000
const workedMs = 10_000

const account = 'GB93SAND00000012345678'
const bankSettings = {
  BANK_HOLDER: 'Bench Ltd',
  BANK_NAME: 'Bench Bank',
  BANK_IBAN: account,
  BANK_BIC: 'SANDGB2LXXX',
  BANK_ADDRESS: '1 Bench Street',
}

type Tools = Parameters<Bench>[0]
type Process = Awaited<ReturnType<typeof startServer>>

/** Until the newest statement is the one that is awaited. Says how long it took since its reading began. */
const waitUntilAccepted = async (client: Client, sequence: number) => {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(10)) {
    const { rows } = await client.query<{ at: Date }>(
      "select at from bank_statements where first_sequence = $1 and state = 'Accepted'",
      [sequence],
    )
    if (rows[0]) return (Date.now() - rows[0].at.getTime()) / 1000
  }
  throw new Error(`statement ${sequence} was not taken in time`)
}

/** How many lines became something in a while. */
const countWorked = async (client: Client) => {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from bank_lines where state <> 'New'",
  )
  return rows[0]?.count ?? 0
}

/** Does something while customers have their pages open. */
const whilePolling = async <T>(api: string, pollers: readonly TradeCustomer[], work: () => Promise<T>) => {
  let isOver = false
  const polling = pollUntil(
    `${api}${poll}`,
    pollers.map(({ headers }) => headers),
    () => isOver,
  )
  const done = await work().finally(() => {
    isOver = true
  })
  const { times, failed } = await polling
  return { done, polls: { count: times.length, failed, p50: percentile(times, 50), p99: percentile(times, 99) } }
}

const createBank = (inbox: string) => {
  let [sequence, opening] = [0, 0n]
  const next = (lines: number) => {
    const { text, closing } = bankStatement(account, { sequence: ++sequence, lines, opening })
    opening = closing
    return { text, sequence }
  }
  /** As the bank's channel does: under another name until it is whole. Written ahead, so that this takes no time of those who poll. */
  const write = (lines: number) => {
    const { text, sequence: number } = next(lines)
    const path = join(inbox, `.${number}.xml`)
    writeFileSync(path, text)
    const leave = () => renameSync(path, join(inbox, `${number}.xml`))
    return { number, path, megabytes: Buffer.byteLength(text) / 2 ** 20, leave }
  }
  return { write }
}

type Bank = ReturnType<typeof createBank>

const measureFolder = async (
  { say }: Tools,
  {
    client,
    worker,
    bank,
    api,
    pollers,
  }: { client: Client; worker: Process; bank: Bank; api: string; pollers: TradeCustomer[] },
) => {
  const take = async (lines: number, { number, megabytes, leave } = bank.write(lines)) => {
    leave()
    const seconds = await waitUntilAccepted(client, number)
    return { lines, megabytes, seconds, linesPerSecond: lines / seconds, peakMegabytes: worker.peakMegabytes() }
  }
  const few = await take(sizes.few)
  const middle = []
  for (let n = 0; n < middles; n++) middle.push(await take(sizes.middle))
  const written = bank.write(sizes.many)
  const { done: many, polls } = await whilePolling(api, pollers, () => take(sizes.many, written))
  const growth = many.peakMegabytes - Math.max(...middle.map(({ peakMegabytes }) => peakMegabytes))
  say(
    `folder: ${many.lines} lines (${many.megabytes.toFixed(0)} MB) in ${many.seconds.toFixed(1)} s, ${growth.toFixed(0)} MB more than ${sizes.middle}; p99 of a poll ${polls.p99.toFixed(0)} ms`,
  )
  return { few, middle, many, growth, polls }
}

/** An operator who brings a statement by hand, to the process that the customers ask. */
const openOperator = async ({ portal, sandbox, databaseUrl }: Tools, client: Client, api: string) => {
  const { id, password } = await signInNewCustomer(portal, sandbox)
  const { rows } = await withClient(databaseUrl, (other) =>
    other.query<{ password_hash: string }>('select password_hash from customers where id = $1', [id]),
  )
  await client.query(
    `insert into customers (email, username, role, password_hash, email_verified_at, ref_code, user_hash, created_at)
    values ('operator@ingot.example', 'operator', 'operator', $1, now(), 'OPERATOR', repeat('0', 64), now())`,
    [rows[0]?.password_hash],
  )
  await client.query(
    "insert into operator_roles (operator, role, given_at) select id, 'Finance', now() from customers where role = 'operator'",
  )
  return signInOperator(api, password)
}

const upload = async (api: string, headers: Record<string, string>, path: string) => {
  const form = new FormData()
  // From the disk as it is sent: in one piece it would keep those waiting who poll from here.
  form.set('file', await openAsBlob(path), 'statement.xml')
  form.set('reason', 'a benchmark')
  const began = performance.now()
  const answer = await fetch(`${api}/api/operator/bank/statements`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`a statement was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return (performance.now() - began) / 1000
}

const measureUpload = async (
  tools: Tools,
  { client, server, bank, pollers }: { client: Client; server: Process; bank: Bank; pollers: TradeCustomer[] },
) => {
  const headers = await openOperator(tools, client, server.url)
  const { path } = bank.write(sizes.many)
  const idleMegabytes = server.peakMegabytes()
  const { done: seconds, polls } = await whilePolling(server.url, pollers, () => upload(server.url, headers, path))
  tools.say(`upload: ${sizes.many} lines in ${seconds.toFixed(1)} s; p99 of a poll ${polls.p99.toFixed(0)} ms`)
  return {
    lines: sizes.many,
    seconds,
    linesPerSecond: sizes.many / seconds,
    idleMegabytes,
    peakMegabytes: server.peakMegabytes(),
    polls,
  }
}

const measureWorking = async (client: Client) => {
  const before = await countWorked(client)
  await sleep(workedMs)
  return { linesPerSecond: ((await countWorked(client)) - before) / (workedMs / 1000) }
}

const prepare = async ({ portal, sandbox, databaseUrl, say }: Tools, url: string, api: string) => {
  say(`${sizes.pollers} customers sign in`)
  const db = connect(url, { part: 'bench', max: 1 })
  try {
    return await withClient(url, (client) =>
      withClient(databaseUrl, (portalClient) =>
        openCustomers({ portal, sandbox, portalClient, api, client, db }, sizes.pollers),
      ),
    )
  } finally {
    await db.destroy()
  }
}

/** Statements of the bank of 10 and of 100,000 lines, by its channel and by hand, beside customers who poll. */
export const statements: Bench = async (tools) => {
  const databases = await openDatabases(tools)
  const inbox = mkdtempSync(join(tmpdir(), 'ingot-bench-inbox-'))
  const servers: Process[] = []
  try {
    const { url, ownerUrl } = await databases.createOurs('statements')
    const env = { ...apiSettings(url), ...bankSettings, BANK_INBOX: inbox }
    const start = async (entry: string) => {
      const server = await startServer({ name: `statements-${servers.length}`, entry: join(tools.root, entry), env })
      servers.push(server)
      return server
    }
    const server = await start('api/src/main.ts')
    const pollers = await prepare(tools, url, server.url)
    const worker = await start('api/src/worker.ts')
    await tidy(ownerUrl)
    await databases.checkpoint()
    const bank = createBank(inbox)
    return await withClient(url, async (client) => {
      const folder = await measureFolder(tools, { client, worker, bank, api: server.url, pollers })
      const working = await measureWorking(client)
      // Nobody brings a statement by hand while the worker has so many lines of another one before it.
      await worker.stop()
      const byHand = await measureUpload(tools, { client, server, bank, pollers })
      const slowest = Math.min(folder.many.linesPerSecond, byHand.linesPerSecond)
      const [p99, failed] = [Math.max(folder.polls.p99, byHand.polls.p99), folder.polls.failed + byHand.polls.failed]
      return {
        value: slowest,
        unit: [
          `lines/s of ${sizes.many} (10 lines in ${(folder.few.seconds * 1000).toFixed(0)} ms)`,
          `${folder.growth.toFixed(0)} MB more than ${sizes.middle}`,
          `p99 of a poll ${p99.toFixed(0)} ms with ${sizes.pollers} customers`,
        ].join(', '),
        aim: `≥ ${aims.linesPerSecond} lines/s, ≤ ${aims.megabytes} MB, ≤ ${aims.pollMs} ms`,
        ok:
          percent === 100 &&
          slowest >= aims.linesPerSecond &&
          folder.growth <= aims.megabytes &&
          p99 <= aims.pollMs &&
          failed === 0,
        rounds: [folder, byHand, working],
      }
    })
  } finally {
    for (const server of servers) await server.stop()
    await databases.close()
    rmSync(inbox, { recursive: true })
  }
}

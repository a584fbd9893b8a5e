import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { type Bench, median } from './bench.ts'
import { tidy } from './databases.ts'
import { loadHistory } from './history.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { apiSettings, type Server, startServer } from './server.ts'

const sizes = { small: 10_000, large: 100_000 }
/** The same number of lines in small pieces leaves as much garbage: what is more than that grows with the year. */
const rounds = { small: 20, large: 2 }
/** A year that is ten times as long may take so much more memory. */
const aimMegabytes = 64

type Customer = Awaited<ReturnType<typeof signInNewCustomer>>
type Content = { parts: { heading: string; facts?: { label: string; value: string }[] }[] }

const askFor = async (api: string, { headers }: Customer, what: string, body: object) => {
  const began = performance.now()
  const answer = await fetch(`${api}/api/documents/${what}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, zone: 'UTC' }),
  })
  if (!answer.ok) throw new Error(`${what} was answered with ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: string } }
  return { id: data.id, ms: performance.now() - began }
}

/** Reads a table as it comes, and keeps nothing of it. */
const readTable = async (api: string, { headers }: Customer, id: string) => {
  const began = performance.now()
  const answer = await fetch(`${api}/api/documents/${id}/table`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`the table was answered with ${answer.status}`)
  const hash = createHash('sha256')
  let lines = 0
  for await (const piece of answer.body) {
    hash.update(piece)
    for (const byte of piece) if (byte === 10) lines += 1
  }
  return { lines, ms: performance.now() - began, sha256: hash.digest('hex') }
}

const namedHash = async (api: string, { headers }: Customer, id: string): Promise<string | undefined> => {
  const answer = await fetch(`${api}/api/documents/${id}`, { headers })
  const { data } = (await answer.json()) as { data: { content: Content } }
  const facts = data.content.parts.flatMap((part) => part.facts ?? [])
  return facts.find(({ label }) => label.startsWith('SHA-256'))?.value
}

/** The statement and the tax report of a year, and their tables. */
const measure = async (server: Pick<Server, 'url'>, customer: Customer, year: number, until: string) => {
  const statement = await askFor(server.url, customer, 'statement', { from: `${year}-01-01`, until })
  const table = await readTable(server.url, customer, statement.id)
  const named = await namedHash(server.url, customer, statement.id)
  if (named !== undefined && named !== table.sha256)
    throw new Error('the table is not the one that the statement names')
  const report = await askFor(server.url, customer, 'tax-report', { year })
  const reportTable = await readTable(server.url, customer, report.id)
  return {
    statementMs: statement.ms,
    tableMs: table.ms,
    lines: table.lines,
    reportMs: report.ms,
    reportTableMs: reportTable.ms,
  }
}

type Figure = Awaited<ReturnType<typeof measure>> & { size: string; peakMegabytes: number }

/** A year with ten times as many movements: hardly more memory, and how long it takes. */
export const accountStatements: Bench = async ({ root, sandbox, databaseUrl, ownerUrl, say }) => {
  const servers: Server[] = []
  const db = connect(databaseUrl, { part: 'bench', max: 2 })
  try {
    const server = await startServer({
      ...{ name: 'api', entry: join(root, 'api/src/main.ts'), env: apiSettings(databaseUrl) },
    })
    servers.push(server)
    const customers = {
      small: await signInNewCustomer(server.url, sandbox),
      large: await signInNewCustomer(server.url, sandbox),
    }
    for (const size of ['small', 'large'] as const) await loadHistory(db, customers[size], sizes[size], say)
    await tidy(ownerUrl)
    const until = new Date().toISOString().slice(0, 10)
    const year = Number(until.slice(0, 4))
    const figures: Figure[] = []
    for (const size of ['small', 'large'] as const)
      for (let round = 0; round < rounds[size]; round++) {
        const figure = {
          size,
          ...(await measure(server, customers[size], year, until)),
          peakMegabytes: server.peakMegabytes(),
        }
        figures.push(figure)
        say(
          `${size}: statement ${figure.statementMs.toFixed(0)} ms, table ${figure.tableMs.toFixed(0)} ms, ` +
            `tax report ${figure.reportMs.toFixed(0)} ms, peak ${figure.peakMegabytes.toFixed(0)} MB`,
        )
      }
    const of = (size: string) => figures.filter((figure) => figure.size === size)
    const peak = (size: string) => Math.max(...of(size).map(({ peakMegabytes }) => peakMegabytes))
    const value = peak('large') - peak('small')
    const rate = (pick: (figure: (typeof figures)[number]) => number) =>
      ((sizes.large / median(of('large').map(pick))) * 1000).toFixed(0)
    return {
      value,
      unit:
        `MB more at its peak for ${sizes.large} movements than for ${sizes.small} ` +
        `(statement ${rate(({ statementMs }) => statementMs)} movements/s, table ${rate(({ tableMs }) => tableMs)} lines/s)`,
      aim: `≤ ${aimMegabytes}`,
      ok: value <= aimMegabytes,
      rounds: figures,
    }
  } finally {
    for (const server of servers) await server.stop()
    await db.destroy()
  }
}

import { Readable } from 'node:stream'
import { goOnWhereBegun } from '@ingot/db/source'
import type { Page } from '@ingot/endpoints/list'
import { Answer } from './answer.ts'

const pageSize = 50
/** What one file holds at most; it says so at its end. */
const mostLines = 200_000
const linesAtOnce = 500

/** What the database counts up to. */
export const largestNumber = 2n ** 63n - 1n

/** A number or cursor that nobody was given may be larger than any. */
export const numberOf = (digits: string): bigint =>
  digits.length < String(largestNumber).length || digits < String(largestNumber) ? BigInt(digits) : largestNumber

/** Which rows are wanted: so many of those that come after the one with this number, or from the beginning. */
export type Stretch = { before: bigint | undefined; limit: number }

/** A list that is read page by page, newest first. */
export type List<Filter, Row, Shown> = {
  /** How many a page has, where that is not the usual number. */
  size?: number
  read: (filter: Filter, stretch: Stretch) => Promise<Row[]>
  /** By which the next page finds its beginning. */
  number: (row: Row) => bigint | string
  show: (rows: Row[]) => Shown[] | Promise<Shown[]>
}

/** One that can be downloaded, too. */
export type Table<Filter, Row, Shown> = List<Filter, Row, Shown> & {
  /** Of the file, and of what is in it. */
  name: string
  /** What stands in each line, by its heading. */
  columns: Record<string, (shown: Shown) => string>
}

export const pageOf = async <Filter, Row, Shown>(
  list: List<Filter, Row, Shown>,
  query: NoInfer<Filter> & { cursor?: string | undefined },
): Promise<Page<Shown>> => {
  const before = query.cursor === undefined ? undefined : numberOf(query.cursor)
  const { size = pageSize } = list
  // One more than is shown tells whether there is another page.
  const rows = await list.read(query, { before, limit: size + 1 })
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { data: await list.show(shown), meta: { cursor: last === undefined ? null : String(list.number(last)) } }
}

/** Says of a page that it is as it was then. */
export const tellAge = (result: unknown, asOf: Date) => {
  const page = result instanceof Answer ? result.reply : result
  if (typeof page === 'object' && page !== null && 'meta' in page)
    Object.assign(page.meta as object, { asOf: asOf.toISOString() })
}

/** A spreadsheet would run what begins like a formula: a quote before it makes it a text. A number below zero is a number. */
const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !/^-[0-9]+(?:\.[0-9]+)?$/.test(text) ? `'${text}` : text

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  `${cells
    .map(withoutFormula)
    .map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`

async function* linesOf<Filter, Row, Shown>(
  { name, columns, read, number, show }: Table<Filter, Row, Shown>,
  filter: Filter,
  goOn: ReturnType<typeof goOnWhereBegun>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  let before: bigint | undefined
  for (let written = 0; ; written += linesAtOnce) {
    const { rows, shown } = await goOn(async () => {
      const rows = await read(filter, { before, limit: linesAtOnce })
      return { rows, shown: await show(rows) }
    })
    const last = rows.at(-1)
    if (last === undefined) return
    if (written >= mostLines)
      return yield csvLine([`There are more than ${mostLines} ${name}. Please choose a shorter period.`])
    yield shown.map((shown) => csvLine(cells.map((cellOf) => cellOf(shown)))).join('')
    if (rows.length < linesAtOnce) return
    before = BigInt(number(last))
  }
}

/** Written page by page while it is read, so that a long list needs neither memory nor a long transaction. */
export const fileOf = <Filter, Row, Shown>(table: Table<Filter, Row, Shown>, filter: NoInfer<Filter>) =>
  new Answer(Readable.from(linesOf(table, filter, goOnWhereBegun())), {
    headers: { 'content-disposition': `attachment; filename="${table.name}.csv"` },
  })

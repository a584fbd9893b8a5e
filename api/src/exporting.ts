import type { Db } from '@ingot/db/connect'
import { type RawBuilder, sql } from 'kysely'
import type { AllPersonal, Desk, Personal } from './feature.ts'
import type { Customer } from './features/identity/store.ts'

const rowsAtOnce = 500

/** Which rows of a table are the customer's. */
export const rowsOf = (table: string, by: Personal['by'], { id, email }: Customer) => {
  const whose = by === 'owner' ? `customer:${id}` : by === 'email' ? email : id
  return sql`from ${sql.table(table)} where ${sql.ref(by ?? 'customer')} = ${whose}`
}

/** Something of an export under its name: a value, or items one after the other, of which there may be many. */
type ExportPart = { name: string; value?: unknown; items?: AsyncIterable<unknown> }

/** Everything we have of a customer, part by part. */
export async function* exportParts(
  desk: Desk,
  customer: Customer,
  { tables }: AllPersonal,
): AsyncGenerator<ExportPart> {
  for (const { table, by, exported } of tables)
    if (typeof exported === 'function')
      for (const [name, value] of Object.entries(await exported(desk, customer)))
        yield isLong(value) ? { name, items: value } : { name, value }
    else if ('as' in exported) {
      const order = exported.order ? sql`order by ${sql.raw(exported.order)}` : sql``
      const rows = sql`select ${sql.raw(exported.columns)} ${rowsOf(table, by, customer)} ${order}`
      yield { name: exported.as, items: readRows(desk.db, rows) }
    }
}

const isLong = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** By a cursor, so that a long table is never in memory as a whole. */
async function* readRows(db: Db, rows: RawBuilder<unknown>): AsyncGenerator<unknown> {
  const tx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await sql`declare exported no scroll cursor for ${rows}`.execute(tx)
    for (;;) {
      const { rows: some } = await sql`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(tx)
      yield* some
      if (some.length < rowsAtOnce) return
    }
  } finally {
    await tx.rollback().execute()
  }
}

const chunkLength = 64 * 1024

/** The same as the text of one JSON object, a little at a time. */
export async function* exportText(desk: Desk, customer: Customer, personal: AllPersonal): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const piece of textPieces(exportParts(desk, customer, personal))) {
    text += piece
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

async function* textPieces(parts: AsyncIterable<ExportPart>): AsyncGenerator<string> {
  let ahead = '{'
  for await (const { name, value, items } of parts) {
    yield `${ahead}\n${JSON.stringify(name)}: `
    ahead = ','
    if (items) yield* listPieces(items)
    else yield JSON.stringify(value, null, 2) ?? 'null'
  }
  yield ahead === '{' ? '{}\n' : '\n}\n'
}

async function* listPieces(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let ahead = '['
  for await (const item of items) {
    yield `${ahead}\n  ${JSON.stringify(item)}`
    ahead = ','
  }
  yield ahead === '[' ? '[]' : '\n]'
}

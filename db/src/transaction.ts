import { CompiledQuery } from 'kysely'
import type { QueryResultRow } from 'pg'
import { type Db, nameStatement, poolOf, type Tx } from './connect.ts'

const attempts = 3
/** Serialization failure and deadlock: nothing was written, the same work may simply run again. */
const tryAgainCodes = new Set(['40001', '40P01'])

const tryAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !tryAgainCodes.has(codeOf(error))) throw error
    }
  }
}

/**
 * One transaction: all of it or nothing. Nothing may leave the process inside it, which is also why it may run
 * again by itself after a deadlock.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  tryAgain(() => db.transaction().execute(work))

type Statement = { name: string; text: string; values: unknown[] }

/**
 * One statement that is run very often, in a transaction or as one of its own: then it is a single round trip. Prepared
 * once per connection under its name, so it names its columns: what `*` stands for may change with a migration.
 */
export const runStatement = async <Row extends QueryResultRow>(
  db: Db | Tx,
  { name, text, values }: Statement,
): Promise<Row[]> => {
  const pool = poolOf(db)
  const run = (): Promise<{ rows: Row[] }> => {
    if (pool) return pool.query<Row>({ name, text, values })
    nameStatement(name, text)
    return db.executeQuery<Row>(CompiledQuery.raw(text, values))
  }
  const { rows } = db.isTransaction ? await run() : await tryAgain(run)
  return rows
}

/** PostgreSQL's or Node's code of an error, or an empty text. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])
const overloadedCodes = new Set(['55P03', '57014'])
const unreachableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The database could not be asked, or was too busy to answer in time: the caller may try again, with the same key. */
export const isUnavailable = (error: unknown): boolean =>
  unreachableCodes.has(codeOf(error)) ||
  overloadedCodes.has(codeOf(error)) ||
  (error instanceof Error && unreachableMessages.test(error.message))

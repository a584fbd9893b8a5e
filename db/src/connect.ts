import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** More connections make hot accounts slower, not faster. */
const connectionsPerProcess = 10
const connectTimeout = 5_000
const statementTimeout = 15_000
const lockTimeout = 10_000
const idleInTransactionTimeout = 30_000

export type ConnectOptions = { part: string; max?: number; onIdleError?: (error: Error) => void }

export const connect = (url: string, { part, max = connectionsPerProcess, onIdleError }: ConnectOptions): Db => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: `ingot-${part}`,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleInTransactionTimeout,
  })
  // A server that goes away also ends the idle connections; the pool opens new ones when it is back.
  pool.on('error', (error) => onIdleError?.(error))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

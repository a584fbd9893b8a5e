import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { prepareNothing } from './batch.ts'
import { PoolDialect } from './driver.ts'
import { ProblemForPeople } from './problem.ts'
import type { Fence } from './source.ts'
import type { Tables } from './tables.ts'
import { watchReplication } from './unreplicated.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** More connections make hot accounts slower, not faster. */
const connectionsPerProcess = 10
const connectTimeout = 5_000
/** In milliseconds, under the server's own names. */
export const limits = { statement_timeout: 15_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 }
const reachableRetryDelay = 250

/**
 * Whether the address says that a pooler stands before the server which gives each transaction another connection: nothing
 * may stay with one then, neither a limit nor a statement under its name.
 */
export const isPooled = (url: string): boolean =>
  URL.canParse(url) && new URL(url).searchParams.get('pooler') === 'transaction'

export type ConnectOptions = {
  part: string
  max?: number
  /** How long to wait for a connection, and for an answer on it, in milliseconds; for an answer as long as the server may work. */
  patience?: { toConnect: number; toAnswer: number }
  onIdleError?: (error: Error) => void
}

export const connect = (url: string, options: ConnectOptions): Db => {
  const { part, max = connectionsPerProcess, patience, onIdleError } = options
  const pooled = isPooled(url)
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: `ingot-${part}`,
    connectionTimeoutMillis: patience?.toConnect ?? connectTimeout,
    ...(patience && { query_timeout: patience.toAnswer }),
    ...(pooled ? {} : limits),
  })
  // A server that goes away also ends the idle connections; the pool opens new ones when it is back.
  pool.on('error', (error) => onIdleError?.(error))
  pool.on('connect', watchReplication)
  if (pooled) pool.on('connect', prepareNothing)
  return new Connected(pool)
}

/** Kysely ends its pool only if it has used it; a statement may also go to the pool directly. */
class Connected extends Kysely<Tables> {
  readonly pool: pg.Pool
  readonly fence: Fence | undefined

  constructor(pool: pg.Pool, fence?: Fence) {
    super({ dialect: new PoolDialect(pool, fence) })
    this.pool = pool
    this.fence = fence
  }

  override async destroy() {
    await super.destroy()
    if (!this.pool.ending) await this.pool.end()
  }
}

/** The connections below: for statements that are no transaction and need nothing of Kysely. A transaction has no pool. */
export const poolOf = (db: Db): pg.Pool => {
  if (!(db instanceof Connected)) throw new Error('only what was connected has a pool')
  return db.pool
}

/** The same connections, on which a statement goes ahead of whatever is done: if it fails, nothing is. */
export const fencedBy = (db: Db, fence: Fence): Db => new Connected(poolOf(db), fence)

/** What goes ahead of whatever is done. */
export const fenceOf = (db: Db): Fence | undefined => (db instanceof Connected ? db.fence : undefined)

/** A process may start while its database is still coming back: it waits until it takes writes, but not for ever. */
export const waitUntilReachable = async (db: Db, limit = 60_000) => {
  for (const deadline = Date.now() + limit; ; await sleep(reachableRetryDelay)) {
    try {
      const { rows } = await sql<{ only: string }>`select current_setting('transaction_read_only') as only`.execute(db)
      if (rows[0]?.only === 'off') return await refuseUnlimited(db)
      throw new Error('it can only be read')
    } catch (error) {
      if (error instanceof ProblemForPeople) throw error
      if (Date.now() > deadline)
        throw new ProblemForPeople(`The database cannot be reached: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** Where the role brings the limits because a connection cannot, one that brings none would wait for ever. */
const refuseUnlimited = async (db: Db) => {
  const { rows } = await sql<{ name: keyof typeof limits; role: string }>`
    select name, current_user as role from pg_settings where name = any(${Object.keys(limits)}) and setting = '0'`.execute(
    db,
  )
  const orders = rows.map(({ name, role }) => `alter role ${role} set ${name} = ${limits[name]}`)
  if (orders.length)
    throw new ProblemForPeople(`Behind a pooler the role brings the limits. Say once: ${orders.join('; ')}.`)
}

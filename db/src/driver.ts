import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { Batch, type Statement } from './batch.ts'
import { type Fence, sourceOf } from './source.ts'
import { isLost } from './unavailable.ts'
import { refuseDoubt } from './unreplicated.ts'

/** A statement with a name on its way through Kysely. The last one of a transaction takes the commit with it. */
export type Named = CompiledQuery & { named: Statement; isLast: boolean }

const beginning = ({ isolationLevel, accessMode }: TransactionSettings): Statement => {
  const text = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
  return { name: text, text, values: [] }
}
const commit: Statement = { name: 'commit', text: 'commit', values: [] }

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

type Waiting = { statement: Statement; done: (rows: unknown[]) => void; failed: (error: Error) => void }

/**
 * A connection while somebody has it. A transaction begins with its first statement and not before it, and statements
 * with a name that are asked for at once go to the server together: a round trip costs more than most of them.
 */
class Held implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #waiting: Waiting[] = []
  /** What goes ahead of everything, once in each transaction. */
  readonly #fence: Fence | undefined
  /** How the transaction begins, while the server does not know of it. */
  #unsent: Fence[] = []
  #isBegun = false
  #isOver = false
  #isBroken = false
  /** What was under way fails by itself. Without a listener the end of a connection would be the end of the process. */
  readonly #lose = () => {
    this.#isBroken = true
  }

  constructor(client: pg.PoolClient, fence: Fence | undefined) {
    this.#client = client
    this.#fence = fence
    client.on('error', this.#lose)
  }

  async executeQuery<R>(query: CompiledQuery | Named): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('a statement came after the last one of its transaction')
    if (this.#fence && !this.#isBegun) return this.#runAlone(query)
    if ('named' in query) return { rows: (await this.#runNamed(query)) as R[] }
    this.#send()
    // Were they sent together and the first failed, the second would run without a transaction.
    await this.#sendBeginning()
    const { command, rowCount, rows } = await this.#client
      .query(query.sql, [...query.parameters])
      .catch((error) => this.#fail(error))
    if (!this.#isBegun) this.#refuseDoubt()
    return { ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows ?? [] }
  }

  /** Behind a fence a statement on its own is a transaction as well. */
  async #runAlone<R>(query: CompiledQuery | Named): Promise<QueryResult<R>> {
    this.begin({})
    try {
      const result = await this.executeQuery<R>(query)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback().catch(() => undefined)
      throw error
    } finally {
      this.#isBegun = false
    }
  }

  async #sendBeginning() {
    const unsent = this.#unsent
    this.#unsent = []
    for (const { text, values, told } of unsent) {
      const { rows } = await this.#client.query(text, [...values]).catch((error) => this.#fail(error))
      told?.(rows)
    }
  }

  #refuseDoubt() {
    try {
      refuseDoubt(this.#client)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): never {
    if (isLost(error)) this.#lose()
    throw error
  }

  /** Nothing here reads so much that it would have to be streamed. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are not streamed')
  }

  #runNamed({ named, isLast }: Named): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    this.#isOver = isLast
    if (this.#waiting.push({ statement: named, done: resolve, failed: reject }) === 1)
      process.nextTick(() => this.#send())
    return promise
  }

  #send() {
    const asked = this.#waiting
    if (asked.length === 0) return
    this.#waiting = []
    const before = this.#unsent
    const after = this.#isOver ? [commit] : []
    this.#unsent = []
    const batch = new Batch([...before, ...asked.map(({ statement }) => statement), ...after])
    batch.callback = (error, rows = []) => {
      if (error && isLost(error)) this.#lose()
      if (!error) for (const [index, { told }] of before.entries()) told?.(rows[index] ?? [])
      for (const [index, { done, failed }] of asked.entries())
        if (error) failed(error)
        else done(rows[before.length + index] ?? [])
    }
    this.#client.query(batch)
  }

  begin(settings: TransactionSettings) {
    const isFenced = this.#fence && !(this.#fence.passesReading && settings.accessMode === 'read only')
    this.#unsent = [beginning(settings), ...(isFenced ? [this.#fence] : [])]
    this.#isBegun = true
  }

  async commit() {
    this.#send()
    if (this.#isOver || this.#unsent.length) return
    const { command } = await this.#client.query(commit.text)
    this.#refuseDoubt()
    // So it answers when a statement had failed and nobody minded.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed and was rolled back')
  }

  async rollback() {
    this.#send()
    // With a connection that is given up the server ends its transaction, too.
    if (this.#unsent.length || this.#isBroken) return
    this.#isBroken = true
    await this.#client.query('rollback')
    this.#isBroken = false
  }

  release() {
    this.#client.off('error', this.#lose)
    this.#client.release(this.#isBroken)
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #fence: Fence | undefined

  constructor(pool: pg.Pool, fence: Fence | undefined) {
    this.#pool = pool
    this.#fence = fence
  }

  async init() {}
  /** By a callback: a promise is told a moment later, and in between nobody would listen for the connection's end. */
  acquireConnection = () =>
    new Promise<Held>((resolve, reject) => {
      const { pool, fence } = sourceOf({ pool: this.#pool, fence: this.#fence })
      pool.connect((error, client) => (client ? resolve(new Held(client, fence)) : reject(error)))
    })
  beginTransaction = async (held: Held, settings: TransactionSettings) => held.begin(settings)
  commitTransaction = (held: Held) => held.commit()
  rollbackTransaction = (held: Held) => held.rollback()
  releaseConnection = async (held: Held) => held.release()
  destroy = () => this.#pool.end()
}

export class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #fence: Fence | undefined

  constructor(pool: pg.Pool, fence?: Fence) {
    super({ pool })
    this.#pool = pool
    this.#fence = fence
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#pool, this.#fence)
  }
}

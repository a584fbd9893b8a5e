import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Pool, QueryResultRow } from 'pg'
import { Batch, type Statement } from './batch.ts'
import { type Db, fenceOf, poolOf, type Tx } from './connect.ts'
import type { Named } from './driver.ts'
import { sourceOf } from './source.ts'
import { codeOf, isLost } from './unavailable.ts'

const attempts = 3
const pauseMs = 50
/** Serialization failure and deadlock: nothing was written, the same work may simply run again. */
const tryAgainCodes = new Set(['40001', '40P01'])

let retried = 0

/** How often something ran again in this process. */
export const retriedTransactions = () => retried

const tryAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !tryAgainCodes.has(codeOf(error))) throw error
      retried++
      // Whoever won is let through first: run again at once, both could cross once more.
      await sleep(attempt * pauseMs)
    }
  }
}

/**
 * One transaction: all of it or nothing. Nothing may leave the process inside it, which is also why it may run
 * again by itself after a deadlock.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  tryAgain(() => db.transaction().execute(work))

/**
 * One statement that is run very often, in a transaction or as one of its own: then it is a single round trip. Prepared
 * once per connection under its name, so it names its columns: what `*` stands for may change with a migration. Those
 * of one transaction that are asked for at once, without waiting for the one before, travel together.
 */
export const runStatement = async <Row extends QueryResultRow>(db: Db | Tx, statement: Statement): Promise<Row[]> => {
  if (db.isTransaction) return runNamed(db, statement, false)
  return (await runAhead(db, [statement])).at(-1) as Row[]
}

/** Whatever has to go ahead, a statement and what it has before it, as one transaction. */
const runAhead = (db: Db, statements: readonly Statement[]) => {
  const { pool, fence } = sourceOf({ pool: poolOf(db), fence: fenceOf(db) })
  return tryAgain(async () => {
    const rows = await runTogether(pool, fence ? [fence, ...statements] : statements)
    if (fence) fence.told?.(rows[0] ?? [])
    return rows
  })
}

/** The same as a transaction of its own, with another statement ahead of it: if that one fails, this one is not done. */
export const runBehind = async <Row extends QueryResultRow>(
  db: Db,
  ahead: Statement | undefined,
  statement: Statement,
): Promise<Row[]> => {
  if (!ahead) return runStatement(db, statement)
  return (await runAhead(db, [ahead, statement])).at(-1) as Row[]
}

/**
 * Put among what a statement of its own answers: its effect may be lost if the machine fails within the next moment, and
 * its commit does not wait for the disk. The log is written in order, so whatever is built on it and does wait, such as a
 * trade at a quote, is never there without it.
 */
export const withoutWaiting = "set_config('synchronous_commit', 'off', true)"

/** The last statement of a transaction: the commit goes with it, so that what it locks is held no longer than it takes. */
export const runLast = <Row extends QueryResultRow>(tx: Tx, statement: Statement): Promise<Row[]> =>
  runNamed(tx, statement, true)

const runNamed = async <Row extends QueryResultRow>(tx: Db | Tx, named: Statement, isLast: boolean): Promise<Row[]> => {
  const query: Named = { ...CompiledQuery.raw(named.text), named, isLast }
  return (await tx.executeQuery<Row>(query as CompiledQuery<Row>)).rows
}

/** By hand, since `pool.query` closes the connection whenever a statement fails on it, and with it all that was prepared there. */
const runTogether = (pool: Pool, statements: readonly Statement[]) =>
  new Promise<QueryResultRow[][]>((resolve, reject) => {
    pool.connect((unreachable, client) => {
      if (!client) return reject(unreachable)
      let isBroken = false
      // What was under way fails by itself. Without a listener the end of a connection would be the end of the process.
      const lose = () => {
        isBroken = true
      }
      client.on('error', lose)
      const batch = new Batch(statements)
      batch.callback = (error, rows = []) => {
        client.off('error', lose)
        client.release(isBroken || isLost(error))
        if (error) reject(error)
        else resolve(rows)
      }
      client.query(batch)
    })
  })

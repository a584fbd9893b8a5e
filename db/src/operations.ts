import { sql } from 'kysely'
import type { Db, Tx } from './connect.ts'
import { inTransaction } from './transaction.ts'

/** How long an answer is kept for a caller who lost it. */
const operationsKeptDays = 30

/** What the caller named with an Idempotency-Key. */
export type Operation = {
  caller: string
  endpoint: string
  key: string
  /** Of everything that was asked for: the same key with another request is refused. */
  requestHash: Buffer
}

/** The same key came with a different request. */
export class OperationKeyReused extends Error {
  override name = 'OperationKeyReused'
}

const run = new WeakSet<Operation>()

/** Whether the work of this operation has gone through runOperation, as the HTTP layer insists. */
export const wasRun = (operation: Operation): boolean => run.has(operation)

/** The answer that this operation already got, if it was done. */
export const findReply = async (db: Db | Tx, operation: Operation): Promise<{ reply: unknown } | undefined> => {
  const row = await db
    .selectFrom('operations')
    .select(['request_hash', 'reply'])
    .where('caller', '=', operation.caller)
    .where('endpoint', '=', operation.endpoint)
    .where('key', '=', operation.key)
    .executeTakeFirst()
  if (!row) return
  if (!row.request_hash.equals(operation.requestHash)) throw new OperationKeyReused()
  return { reply: JSON.parse(row.reply ?? 'null') }
}

/**
 * Does the work once per operation, in one transaction with its answer. Callers with the same operation at the same
 * time wait for the first and get its answer; if the first fails, the next one does the work.
 */
export const runOperation = <T>(db: Db, operation: Operation, work: (tx: Tx) => Promise<T>): Promise<T> => {
  run.add(operation)
  return inTransaction(db, async (tx) => {
    // The primary key makes the second insert wait until the first transaction has ended.
    const claimed = await tx
      .insertInto('operations')
      .values({
        caller: operation.caller,
        endpoint: operation.endpoint,
        key: operation.key,
        request_hash: operation.requestHash,
        reply: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!claimed.numInsertedOrUpdatedRows) {
      const done = await findReply(tx, operation)
      if (done) return done.reply as T
      throw new Error('an operation ended between two statements of the same transaction')
    }
    const reply = await work(tx)
    await tx
      .updateTable('operations')
      .set({ reply: JSON.stringify(reply) })
      .where('caller', '=', operation.caller)
      .where('endpoint', '=', operation.endpoint)
      .where('key', '=', operation.key)
      .execute()
    return reply
  })
}

/** Forgets the answers nobody can ask for any more. */
export const purgeOperations = async (db: Db): Promise<bigint> => {
  const { numDeletedRows } = await db
    .deleteFrom('operations')
    .where('done_at', '<', sql<Date>`now() - make_interval(days => ${operationsKeptDays})`)
    .executeTakeFirst()
  return numDeletedRows
}

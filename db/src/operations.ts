import { sql } from 'kysely'
import type { Part, Statement } from './batch.ts'
import { confirm, confirmedLater, type Lineage, lineageToConfirm, orUnknown } from './confirmed.ts'
import type { Db, Tx } from './connect.ts'
import { inTransaction, runStatement } from './transaction.ts'

/** How long an answer is kept for a caller who lost it. */
const operationsKeptDays = 30

/** What the caller named with an Idempotency-Key. */
export type Operation = {
  caller: string
  endpoint: string
  key: string
  /** Of everything that was asked for: the same key with another request is refused. */
  requestHash: Buffer
  /** The same request as it was hashed under older keys. */
  olderHashes?: readonly Buffer[]
  /** Goes ahead of everything: if it fails, nothing is done, and nothing told of what was done before. */
  ahead?: Statement
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
  const [row] = await runStatement<{ request_hash: Buffer; reply: string | null; lineage: Lineage }>(db, {
    name: 'find-reply',
    text: `select request_hash, reply, ${lineageToConfirm} from operations
      where caller = $1 and endpoint = $2 and key = $3`,
    values: nameOf(operation),
  }).catch(orUnknown)
  if (!row) return
  const hashes = [operation.requestHash, ...(operation.olderHashes ?? [])]
  if (!hashes.some((hash) => row.request_hash.equals(hash))) throw new OperationKeyReused()
  run.add(operation)
  // It may be there and on no other machine yet.
  if (!db.isTransaction) await confirm(db, row.lineage)
  return { reply: JSON.parse(row.reply ?? 'null') }
}

const nameOf = ({ caller, endpoint, key }: Operation) => [caller, endpoint, key]

/** Keeps the answer together with the last statement of the work, of which it is a part. */
type Keep<T> = (reply: T) => Part

/** The operation was done before; its transaction ends with nothing. */
class DoneBefore extends Error {
  override name = 'DoneBefore'
}

/**
 * Does the work once per operation, in one transaction with its answer. Callers with the same operation at the same
 * time wait for the first and get its answer; if the first fails, the next one does the work.
 */
export const runOperation = <T>(
  db: Db,
  operation: Operation,
  work: (tx: Tx, keep: Keep<T>) => Promise<T>,
): Promise<T> =>
  runOperationFrom(
    db,
    operation,
    async () => undefined,
    (tx, _, keep) => work(tx, keep),
  )

/**
 * The same, where the first statements of the work go to the database together with the claim. What they did is taken
 * back, and what they found forgotten, if the operation was done before.
 */
export const runOperationFrom = async <T, First>(
  db: Db,
  operation: Operation,
  first: (tx: Tx) => Promise<First>,
  work: (tx: Tx, begun: First, keep: Keep<T>) => Promise<T>,
): Promise<T> => {
  run.add(operation)
  let lineage: Lineage = null
  try {
    const answer = await inTransaction(db, async (tx) => {
      const [claimed, begun] = await Promise.allSettled([claimFirst(tx, operation), first(tx)])
      if (claimed.status === 'rejected') throw claimed.reason
      if (!claimed.value) throw new DoneBefore()
      lineage = claimed.value.lineage
      if (begun.status === 'rejected') throw begun.reason
      let kept: string | undefined
      const keep = (reply: T): Part => {
        kept = JSON.stringify(reply)
        return keeping(operation, kept)
      }
      const reply = await work(tx, begun.value, keep)
      const text = JSON.stringify(reply)
      if (text !== kept) await keepReply(tx, operation, text)
      return reply
    })
    await confirm(db, lineage)
    return answer
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error
    const done = await findReply(db, operation)
    if (!done) throw error
    return done.reply as T
  }
}

/**
 * The same in a transaction that was begun for more, such as a proof. Throws where the operation was done before: its answer
 * is to be looked for once the transaction has ended.
 */
export const runOperationIn = async <T>(tx: Tx, operation: Operation, work: () => Promise<T>): Promise<T> => {
  run.add(operation)
  if (!(await claimIn(tx, operation))) throw new DoneBefore()
  const reply = await work()
  await keepReply(tx, operation, JSON.stringify(reply))
  return reply
}

/** The primary key makes the second insert wait until the first transaction has ended. Nothing if this is not the first. */
const claim = async <Row extends object>(
  tx: Tx,
  operation: Operation,
  { name, answer }: { name: string; answer: string },
): Promise<Row | undefined> => {
  const ahead = operation.ahead && runStatement(tx, operation.ahead)
  const claimed = runStatement<Row>(tx, {
    name,
    text: `insert into operations (caller, endpoint, key, request_hash) values ($1, $2, $3, $4)
      on conflict do nothing returning ${answer}`,
    values: [...nameOf(operation), operation.requestHash],
  })
  const [, rows] = await Promise.all([ahead, claimed])
  return rows[0]
}

const claimFirst = (tx: Tx, operation: Operation) =>
  claim<{ lineage: Lineage }>(tx, operation, { name: 'claim-operation', answer: confirmedLater })

const claimIn = (tx: Tx, operation: Operation) => claim(tx, operation, { name: 'claim-operation-in', answer: 'caller' })

const keeping = (operation: Operation, reply: string): Part => ({
  name: 'kept',
  text: (first) => `kept as (
    update operations set reply = $${first + 3} where caller = $${first} and endpoint = $${first + 1} and key = $${first + 2}
    returning 1)`,
  values: [...nameOf(operation), reply],
  done: 'kept',
})

const keepReply = (tx: Tx, operation: Operation, reply: string) => {
  const { text, values } = keeping(operation, reply)
  return runStatement(tx, { name: 'keep-reply', text: `with ${text(1)} select`, values })
}

/** Forgets the answers nobody can ask for any more. */
export const purgeOperations = async (db: Db): Promise<bigint> => {
  const { numDeletedRows } = await db
    .deleteFrom('operations')
    .where('done_at', '<', sql<Date>`now() - make_interval(days => ${operationsKeptDays})`)
    .executeTakeFirst()
  return numDeletedRows
}

import type { Db } from './connect.ts'
import { runStatement } from './transaction.ts'
import { codeOf } from './unavailable.ts'
import { OutcomeUnknown } from './unreplicated.ts'

const hasReplicas = "current_setting('synchronous_standby_names') <> ''"
/** Counted up whenever another server takes over: what the one before had alone is not in it. */
export const lineage = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

/** What a server says that follows another one by now: it has no log of its own to tell of. */
const hasNoLog = '55000'

/** For what asks for the lineage: where the server does not lead any more, nobody knows what became of a commit. */
export const orUnknown = (error: unknown): never => {
  if (codeOf(error) !== hasNoLog) throw error
  throw new OutcomeUnknown('the server follows another one by now', { cause: error })
}

/** Put among what a statement answers: what `confirm` has to know of it. */
export const lineageToConfirm = `case when ${hasReplicas} then ${lineage} end as lineage`

/**
 * Put among what a statement of a transaction answers: its commit waits for the disk of this machine alone, so that rows which
 * everybody needs are not held while a replica is waited for. Whoever is told that it is done is told after `confirm`.
 */
export const confirmedLater = `${lineageToConfirm},
  case when ${hasReplicas} then set_config('synchronous_commit', 'local', true) end as later`

/** Where a transaction was committed that is still to be confirmed; null where there is no replica to wait for. */
export type Lineage = string | null

type Turns = { running?: Promise<unknown> | undefined; next: Promise<string> | undefined }
const turnsOf = new WeakMap<Db, Turns>()

/**
 * A write that has nothing in it, and waits for the replicas. The log is written in order: once they have this, they have all
 * that was committed before. One for all who are waiting when it begins.
 */
const writeAfterwards = (db: Db): Promise<string> => {
  const turns: Turns = turnsOf.get(db) ?? { next: undefined }
  turnsOf.set(db, turns)
  turns.next ??= Promise.resolve(turns.running).then(() => {
    const writing = turns.next
    turns.next = undefined
    turns.running = writing?.catch(() => undefined)
    return write(db)
  })
  return turns.next
}

const write = async (db: Db): Promise<string> => {
  const [row] = await runStatement<{ lineage: string }>(db, {
    name: 'write-afterwards',
    text: `select ${lineage} as lineage, pg_logical_emit_message(true, 'ingot', '') as written`,
    values: [],
  }).catch(orUnknown)
  return row?.lineage ?? ''
}

/** Ends when what was committed there stands wherever it has to stand before anybody is told of it. */
export const confirm = async (db: Db, committed: Lineage): Promise<void> => {
  if (committed === null) return
  if ((await writeAfterwards(db)) !== committed)
    throw new OutcomeUnknown('another server took over before the replicas had it')
}

import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { LedgerError } from './ledger-error.ts'

/** Who may stop issuing. Each has a stop of its own and takes back no other. */
export type Stopper = 'operator' | 'reconciliation' | 'reserves'

/** Any fixed number: a stop waits on it for what is being issued right now. */
const issuingLock = 1_866_307

/** Stops issuing: when this has committed, nothing more is issued. */
export const stopIssuing = async (tx: Tx, reason: string, by: Stopper = 'operator'): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${issuingLock})`.execute(tx)
  await sql`insert into ledger_issuing_stops (stopped_by, reason) values (${by}, ${reason})
    on conflict (stopped_by) do update set reason = excluded.reason, times = ledger_issuing_stops.times + 1`.execute(tx)
}

/** Takes a stop back. Issuing goes on once nobody stops it any more. */
export const allowIssuing = async (tx: Tx, by: Stopper = 'operator'): Promise<void> => {
  await sql`delete from ledger_issuing_stops where stopped_by = ${by}`.execute(tx)
}

export type IssuingStop = { by: Stopper; reason: string; since: Date }

/** Why nothing is issued, oldest first; empty while it is. That nobody looks at the reserves is nobody's to write down. */
export const issuingStopped = async (db: Db | Tx): Promise<IssuingStop[]> => {
  const { rows } = await sql<IssuingStop>`
    select stopped_by as by, reason, stopped_at as since from ledger_issuing_stops
    union all
    select 'reserves', 'Nobody has looked at the reserves for 15 minutes.', since from reserves_unwatched_since() as since
    where since is not null and not exists (select from ledger_issuing_stops where stopped_by = 'reserves')
    order by since`.execute(db)
  return rows
}

/** One of them, until the transaction ends, and how often it was said. */
export const lockStop = async (tx: Tx, by: Stopper): Promise<(IssuingStop & { times: number }) | undefined> => {
  const { rows } = await sql<IssuingStop & { times: number }>`
    select stopped_by as by, reason, stopped_at as since, times from ledger_issuing_stops
    where stopped_by = ${by} for update`.execute(tx)
  return rows[0]
}

/** Asked inside the transaction that issues, before it posts: a stop that comes now waits until that one has ended. */
export const refuseIfStopped = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${issuingLock})`.execute(tx)
  const [stop] = await issuingStopped(tx)
  if (stop) throw new LedgerError('IssuingStopped', stop.reason)
}

import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import { stakeMoves } from './rules.ts'
import { lockStakes, type Part, type StakeRow } from './store.ts'

/** One whose time is over. */
export type Due = { id: string; customer: string; dueAt: Date }

const dueAt = sql`coalesce(leaves_at, ends_at)`
const renewing = sql`(state = 'Staked' and renews)`

/** Those whose time is over, longest first, behind the one that is named; those that begin anew, or the others. */
export const readDue = async (
  db: Db,
  now: Date,
  { renews, after, most }: { renews: boolean; after: Due | undefined; most: number },
): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select id, customer, ${dueAt} as "dueAt" from stakes
    where state in ('Staked', 'Leaving') and ${dueAt} <= ${now} and ${renewing} = ${renews}
      and (${after?.id ?? null}::uuid is null or (${dueAt}, id) > (${after?.dueAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by ${dueAt}, id limit ${most}`.execute(db)
  return rows
}

/** Those of these that are still due, locked. What another one has in hand is left to him. */
export const lockDue = async (tx: Tx, ids: readonly string[], now: Date): Promise<StakeRow[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from stakes where id = any(${[...ids]}::uuid[]) and state in ('Staked', 'Leaving') and ${dueAt} <= ${now}
    order by number for update skip locked`.execute(tx)
  return lockStakes(
    tx,
    rows.map(({ id }) => id),
  )
}

type Over = { left: readonly Part[]; ended: readonly string[]; at: Date; why?: string | null }

/** Moves them on: what of each goes back to the pool is of those that were left. */
export const saveOver = async (tx: Tx, { left, ended, at, why = null }: Over): Promise<void> => {
  const set = { ended_at: at }
  if (ended.length > 0)
    await advanceAll(tx, stakeMoves, sql`id = any(${[...ended]}::uuid[])`, { to: 'Ended', by: 'clock', at, why, set })
  if (left.length === 0) return
  const ids = left.map(({ stake }) => stake)
  await sql`
    update stakes s set returned_units = given.units
    from unnest(${ids}::uuid[], ${left.map(({ units }) => String(units))}::numeric[]) as given (stake, units)
    where s.id = given.stake`.execute(tx)
  await advanceAll(tx, stakeMoves, sql`id = any(${ids}::uuid[])`, { to: 'Left', by: 'clock', at, why, set })
}

import type { Db, Tx } from '@ingot/db/connect'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { microsOf, momentOf, mostCounted, numberIn, type Place, type Sum } from '../../queue.ts'

/** Whether the watcher has seen something for an owner that is not final yet. */
export const hasArrivals = async (tx: Tx, owner: string): Promise<boolean> => {
  const { rows } = await sql`select from chain_arrivals where owner = ${owner} limit 1`.execute(tx)
  return rows.length > 0
}

/** Anybody can send these for next to nothing: they are shown for a while, and nobody has to do anything about them. */
const oddDays = 30
const isOdd = sql`state in ('dust', 'unknown-token') and seen_at > ingot_now() - make_interval(days => ${oddDays})`

export type DepositRow = {
  id: string
  state: 'too-large' | 'dust' | 'unknown-token'
  owner: string
  asset: OnChainAsset | null
  units: string
  token: string
  sender: string
  hash: string
  since: Date
  micros: string
}

/** Transfers that arrived and were not credited to a customer, oldest first. Each kind has an index of its own. */
export const listOddDeposits = async (db: Db, after: Place, limit: number): Promise<DepositRow[]> => {
  const of = (which: ReturnType<typeof sql>) => sql`(
    select id, state, owner, asset, units, token, sender, hash, seen_at as since, ${microsOf(sql`seen_at`)} as micros
    from chain_deposits where ${which} and (seen_at, id) > (${momentOf(after)}, ${numberIn(after)}::bigint)
    order by seen_at, id limit ${limit})`
  const { rows } = await sql<DepositRow>`
    ${of(sql`state = 'too-large'`)} union all ${of(isOdd)} order by since, id limit ${limit}`.execute(db)
  return rows
}

export const sumOddDeposits = async (db: Db): Promise<Sum> => {
  const of = (which: ReturnType<typeof sql>) => sql`(
    select seen_at as since from chain_deposits where ${which} order by seen_at limit ${mostCounted})`
  const { rows } = await sql<Sum>`
    select least(count(*), ${mostCounted})::int as count, min(since) as "oldestAt"
    from (${of(sql`state = 'too-large'`)} union all ${of(isOdd)}) waiting`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}

/** What the chain worker has seen that a person has to look at. There are at most a handful. */
export const listAlarms = async (db: Db) => {
  const { rows } = await sql<{ name: string; text: string; since: Date }>`
    select name, text, since from chain_alarms order by since, name`.execute(db)
  return rows
}

/** When ledger and chain were last found to agree or differ; null before that. */
export const readReconciled = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select at from chain_reconciliations where problem is null order by id desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** The last block that was read for deposits; null before the first. */
export const readLastBlock = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ block: string }>`select block from chain_cursor`.execute(db)
  return rows[0]?.block ?? null
}

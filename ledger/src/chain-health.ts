import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** How often ledger and chain are compared. */
export const reconcileSeconds = 60
/** Runs that may be missing before the comparison counts as stopped. */
const missedRuns = 3
/** A watcher that has not finished a round for so long counts as stopped. */
const watcherSilentSeconds = 120
/** The chain is asked to do something and has not done it for so long. */
const settlementSeconds = 600

/** A part of the chain's side, in words that anybody may read: who and how much stands in the alarm's own text. */
export type ChainPart = {
  name: 'deposits' | 'reconciliation' | 'settlements' | 'issuing'
  ok: boolean
  problem?: string
}

type Row = {
  begun: boolean
  watching: boolean
  deposits_alarm: boolean
  due: boolean
  finished: boolean
  unfinished: boolean
  differences: number | null
  failed: string
  slow: string
  limit_reached: boolean
  stoppers: string[] | null
}

/** How the chain's side is. Empty until a chain is connected. */
export const readChainHealth = async (db: Db): Promise<ChainPart[]> => {
  const { rows } = await sql<Row>`
    select c.begun, c.unfinished, c.differences, c.deposits_alarm, c.limit_reached,
      coalesce(c.looked_at > clock_timestamp() - make_interval(secs => ${watcherSilentSeconds}), false) as watching,
      coalesce(c.began_at < clock_timestamp() - make_interval(secs => ${reconcileSeconds * missedRuns}), false) as due,
      coalesce(c.reconciled_at > clock_timestamp() - make_interval(secs => ${reconcileSeconds * missedRuns}), false) as finished,
      s.failed, s.slow, (select array_agg(stopped_by order by stopped_by) from ledger_issuing_stops) as stoppers
    from chain_health c cross join lateral (${openSettlements}) s`.execute(db)
  const [row] = rows
  return row ? [depositsOf(row), reconciliationOf(row), settlementsOf(row), issuingOf(row)] : []
}

/** Time counts from when it was last queued. Sends that went back to their customers are over, though they have failed. */
const openSettlements = sql`
  select count(*) filter (where x.state = 'failed') as failed,
    count(*) filter (where x.state <> 'failed' and queued.at < ingot_now() - make_interval(secs => ${settlementSeconds})) as slow
  from ledger_settlements x cross join lateral (
    select max(at) as at from ledger_settlement_states where settlement = x.id and state = 'queued') queued
  where x.state <> 'confirmed'
    and not (x.state = 'failed' and exists (select from ledger_entries e where e.reference = 'send-returned:' || x.entry))`

const part = (name: ChainPart['name'], problem: string | false | undefined): ChainPart =>
  problem ? { name, ok: false, problem } : { name, ok: true }

const depositsOf = ({ begun, watching, deposits_alarm }: Row) =>
  part('deposits', (deposits_alarm && 'the chain has changed') || (!begun && 'not begun') || (!watching && 'stopped'))

const reconciliationOf = ({ due, finished, unfinished, differences }: Row) => {
  if (differences)
    return part('reconciliation', `drift: ${differences} ${differences === 1 ? 'difference' : 'differences'}`)
  return part('reconciliation', due && !finished && (unfinished ? 'cannot be finished' : 'stopped'))
}

const settlementsOf = ({ failed, slow, limit_reached }: Row) => {
  const told = [
    failed !== '0' && `${failed} failed`,
    slow !== '0' && `${slow} older than ten minutes`,
    limit_reached && 'the limit to outside addresses is used up',
  ]
  return part('settlements', told.filter(Boolean).join(', '))
}

const issuingOf = ({ stoppers }: Row) =>
  part('issuing', stoppers?.length ? `stopped by ${stoppers.join(' and ')}` : false)

import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import { isSlow, openOnes } from './lagging.ts'

/** How often ledger and chain are compared. */
export const reconcileSeconds = 60
/** Runs that may be missing before the comparison counts as stopped. */
const missedRuns = 3
/** A watcher that has not finished a round for so long counts as stopped. */
const watcherSilentSeconds = 120
/** A part of the chain's side, in words that anybody may read: who and how much stands in the alarm's own text. */
export type ChainPart = {
  name: 'deposits' | 'reconciliation' | 'settlements' | 'issuing'
  ok: boolean
  problem?: string
  /** What to do about it, for operators. */
  advice?: string
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

/** Time counts from when it was last queued. */
const openSettlements = sql`
  select count(*) filter (where x.state = 'failed') as failed, count(*) filter (where ${isSlow}) as slow
  from ${openOnes}`

const part = (name: ChainPart['name'], problem: string | false | undefined, advice: string): ChainPart =>
  problem ? { name, ok: false, problem, advice } : { name, ok: true }

const advice = {
  changed:
    'A block that was final has another hash, and nothing is credited. Check that CHAIN_RPC_URL names the right chain: with the right node this ends automatically.',
  silent: 'Look at the log of the chain worker and at the node. What arrives in the meantime is caught up.',
  drift:
    'Run “npm run reconcile”, which names each place. Too little in our wallets, or more in existence than was issued: suspect a stolen key and have the pauser stop Settlement. Too much in one customer’s wallet: “npm run chain -- rescan BLOCK”.',
  unreconciled: 'Look at the log of the chain worker. The node has to keep the states of the last minutes.',
  settlements:
    'What failed stands in its queue with the reason. What is slow: is the settler out of gas money, the node behind, Settlement paused? “npm run chain -- status” says more.',
  issuing:
    'Stopped by an operator: when the reason is gone, two operators allow it again on the treasury page. Stopped by the reconciliation: it ends with the drift. Stopped by the reserves: look at the page Reserves.',
}

const depositsOf = ({ begun, watching, deposits_alarm }: Row) =>
  part(
    'deposits',
    (deposits_alarm && 'the chain has changed') || (!begun && 'not begun') || (!watching && 'stopped'),
    deposits_alarm ? advice.changed : advice.silent,
  )

const reconciliationOf = ({ due, finished, unfinished, differences }: Row) => {
  if (differences)
    return part(
      'reconciliation',
      `drift: ${differences} ${differences === 1 ? 'difference' : 'differences'}`,
      advice.drift,
    )
  const problem = due && !finished && (unfinished ? 'cannot be finished' : 'stopped')
  return part('reconciliation', problem, advice.unreconciled)
}

const settlementsOf = ({ failed, slow, limit_reached }: Row) => {
  const told = [
    failed !== '0' && `${failed} failed`,
    slow !== '0' && `${slow} older than ten minutes`,
    limit_reached && 'the limit to outside addresses is used up',
  ]
  return part('settlements', told.filter(Boolean).join(', '), advice.settlements)
}

const issuingOf = ({ stoppers }: Row) =>
  part('issuing', stoppers?.length ? `stopped by ${stoppers.join(' and ')}` : false, advice.issuing)

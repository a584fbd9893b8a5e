import type { Tx } from '@ingot/db/connect'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { formatUnits } from 'viem'
import type { InFlight, Place } from './reconcile-expected.ts'

/** A place where ledger and chain differ. Amounts are in whole tokens, as decimal text. */
export type Difference = {
  token: OnChainAsset
  place: Place
  /** Whose place it is; nobody's for the supply. */
  owner: string | null
  ledger: string
  /** What has still to happen, and is therefore no difference. */
  inFlight: string
  chain: string
  /** What the chain has too much, or too little with a minus. */
  difference: string
}

export type Reconciliation = {
  block: bigint
  at: Date
  /** How many sums were compared. */
  checked: number
  inFlight: InFlight[]
  differences: Difference[]
  /** Why it could not be finished. Then nothing is known, and nothing is concluded from it. */
  problem?: string
}

/** Runs that are kept, and how much of each. */
const runsKept = 1_000
const mostKept = 100
/** Any fixed number: runs are concluded one after the other. */
const concludeLock = 1_866_311
const decimals = 18

/** Whether no finished run knows a later block. Runs that end at the same time wait for each other here. */
export async function isNewest(tx: Tx, block: bigint): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${concludeLock})`.execute(tx)
  const { rows } = await sql`
    select from chain_reconciliations where problem is null and block > ${String(block)} limit 1`.execute(tx)
  return rows.length === 0
}

export async function insertRun(tx: Tx, run: Reconciliation): Promise<void> {
  const { block, checked, differences, inFlight, problem = null } = run
  const kept = inFlight
    .slice(0, mostKept)
    .map(({ units, ...each }) => ({ ...each, amount: formatUnits(units, decimals) }))
  await sql`
    insert into chain_reconciliations
      (block, checked, differences, difference_count, in_flight, in_flight_count, problem)
    values (${String(block)}, ${checked}, ${JSON.stringify(differences.slice(0, mostKept))}, ${differences.length},
      ${JSON.stringify(kept)}, ${inFlight.length}, ${problem})`.execute(tx)
  await sql`delete from chain_reconciliations where id <= (
    select id from chain_reconciliations order by id desc offset ${runsKept} limit 1)`.execute(tx)
}

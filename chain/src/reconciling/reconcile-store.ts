import type { Tx } from '@ingot/db/connect'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { formatUnits, parseUnits } from 'viem'
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
  /** How many sums were compared, in how many customers' wallets, and whether those were all there are. */
  checked: number
  wallets: number
  whole: boolean
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

/**
 * Whether no finished run knows a later block, or entries that this one has not seen. Runs that end at the same time wait for
 * each other here.
 */
export async function isNewest(tx: Tx, block: bigint, seen: bigint): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${concludeLock})`.execute(tx)
  const { rows } = await sql<{ overtaken: boolean }>`
    select exists (select from chain_reconciliations where problem is null and block > ${String(block)})
      or exists (select from chain_reach where entry > ${String(seen)}) as overtaken`.execute(tx)
  return rows[0]?.overtaken === false
}

/** Dollars that the chain has too few of: of all places, also of those that are not kept. */
const missingUsdt = (differences: readonly Difference[]): string =>
  formatUnits(
    differences.reduce((sum, { token, difference }) => {
      const units = token === 'USDT' ? parseUnits(difference, decimals) : 0n
      return units < 0n ? sum - units : sum
    }, 0n),
    decimals,
  )

/** `others` are known differences at places that the run did not look at. */
export async function insertRun(tx: Tx, run: Reconciliation, others: number): Promise<void> {
  const { block, checked, wallets, whole, differences, inFlight, problem = null } = run
  const kept = inFlight
    .slice(0, mostKept)
    .map(({ units, ...each }) => ({ ...each, amount: formatUnits(units, decimals) }))
  await sql`
    insert into chain_reconciliations
      (block, checked, wallets, whole, differences, difference_count, missing_usdt, in_flight, in_flight_count, problem)
    values (${String(block)}, ${checked}, ${wallets}, ${whole}, ${JSON.stringify(differences.slice(0, mostKept))},
      ${differences.length + others}, ${missingUsdt(differences)}, ${JSON.stringify(kept)}, ${inFlight.length}, ${problem})`.execute(
    tx,
  )
  // The newest that was finished stays, however often it failed since: what it found, and when, is what is known.
  await sql`delete from chain_reconciliations where id <= (
      select id from chain_reconciliations order by id desc offset ${runsKept} limit 1)
    and id is distinct from (select max(id) from chain_reconciliations where problem is null)`.execute(tx)
}

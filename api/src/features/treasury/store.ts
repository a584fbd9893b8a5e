import type { Db, Tx } from '@ingot/db/connect'
import type { IssuedToken } from '@ingot/endpoints/treasury'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type TrancheRow = {
  reference: string
  asset: IssuedToken
  units: string
  grams: string
  at: Date
  asker: string | null
  approver: string | null
  state: 'open' | 'final' | 'reverted' | 'lost' | null
  hash: string | null
  block: string | null
  reason: string | null
}

/** As an entry names what has caused it, and back. */
const causes = 'approval:'
export const causeOf = (approval: string): string => causes + approval

/** The newest tranches that were not taken back, each with its last try of minting. */
export const readTranches = async (db: Db, limit: number): Promise<TrancheRow[]> => {
  const { rows } = await sql<TrancheRow>`
    with newest as (
      select e.id, e.reference, e.caused_by, e.posted_at from ledger_entries e
      where e.kind = 'tranche' and not exists (select from ledger_entries r where r.reverses = e.id)
      order by e.id desc limit ${limit})
    select n.reference, m.asset, m.units, g.units as grams, n.posted_at as at, asker.username as asker,
      decider.username as approver, x.state, x.hash, x.block, x.reason
    from newest n
      join ledger_moves m on m.entry = n.id
      join ledger_accounts s on s.id = m.source and s.owner = 'house' and s.purpose = 'issued'
      join ledger_moves g on g.entry = n.id and g.asset = 'XAU'
      left join lateral (
        select state, hash, block, reason from chain_mints where entry = n.id order by id desc limit 1) x on true
      left join approvals a on a.id::text = substr(n.caused_by, ${causes.length + 1}) and n.caused_by like ${`${causes}%`}
      left join customers asker on asker.id = a.asker
      left join customers decider on decider.id = a.decider
    order by n.id desc`.execute(db)
  return rows
}

/** Which of these names tranches have already, or would have if what was asked for is approved. */
export const readKnownNames = async (db: Db, names: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where exists (select from ledger_entries where reference = 'tranche:' || name)
      or exists (select from approvals where action = 'issue-tranche' and thing = name and state = 'requested')`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

type AttestedRow = { asset: IssuedToken | 'XAU'; grams: string; units: string; block: string; seen_at: Date }

/** What the chain said when it was last looked at; nothing before that. */
export const readAttested = async (db: Db): Promise<AttestedRow[]> => {
  const { rows } = await sql<AttestedRow>`
    select asset, grams, units, block, seen_at from chain_attested`.execute(db)
  return rows
}

type LimitRow = {
  asset: OnChainAsset
  units: string
  left_units: string
  raise_units: string | null
  raise_from: Date | null
  seen_at: Date
}

export const readLimits = async (db: Db): Promise<LimitRow[]> => {
  const { rows } = await sql<LimitRow>`
    select asset, units, left_units, raise_units, raise_from, seen_at from chain_outside_limits order by asset`.execute(
    db,
  )
  return rows
}

/** What the treasury's accounts have and its wallet has not, such as dust in customers' wallets, by asset. */
export const readLyingElsewhere = async (
  db: Db | Tx,
  treasury: string | undefined,
): Promise<ReadonlyMap<OnChainAsset, bigint>> => {
  const { rows } = await sql<{ asset: OnChainAsset; units: string }>`
    select asset, sum(case wallet when 'all' then units else -units end) as units from chain_lying
    where booked and wallet = any(${['all', treasury ?? '']}) group by asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

type ArrivalRow = { asset: OnChainAsset; units: string; sender: string; hash: string; seen_at: Date }

/** The newest transfers to addresses of the house that were booked. */
export const readArrivals = async (db: Db, limit: number): Promise<ArrivalRow[]> => {
  const { rows } = await sql<ArrivalRow>`
    select asset, units, sender, hash, seen_at from chain_deposits
    where owner = 'house' and state = 'house' order by id desc limit ${limit}`.execute(db)
  return rows
}

export type RunRow = {
  id: string
  at: Date
  block: string
  differences: { token: OnChainAsset; place: string; owner: string | null; difference: string }[]
  difference_count: number
  in_flight_count: number
  wallets: number
  whole: boolean
  problem: string | null
}

export const readRuns = async (db: Db, hasTrouble: boolean, { before, limit }: Stretch): Promise<RunRow[]> => {
  const { rows } = await sql<RunRow>`
    select id, at, block, differences, difference_count, in_flight_count, wallets, whole, problem
    from chain_reconciliations
    where id < ${String(before ?? largestNumber)} and (not ${hasTrouble} or difference_count > 0 or problem is not null)
    order by id desc limit ${limit}`.execute(db)
  return rows
}

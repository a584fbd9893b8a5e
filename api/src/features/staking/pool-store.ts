import type { Db, Tx } from '@ingot/db/connect'
import type { PoolFill } from '@ingot/endpoints/staking-fields'
import { sql } from 'kysely'

export type PoolAsset = PoolFill['from']['asset']

/** Of two fills at once, the second one sees what the first has taken. */
export const lockPool = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('pool_fills'))`.execute(tx)

/** What was taken of fees so far. */
export const readTaken = async (db: Db | Tx): Promise<ReadonlyMap<PoolAsset, bigint>> => {
  const { rows } = await sql<{ asset: PoolAsset; units: string }>`
    select from_asset as asset, sum(from_units) as units from pool_fills group by from_asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

/** What left the fees for those who brought customers, and did not come back. */
export const readRewarded = async (db: Db | Tx): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ asset: string; units: string }>`
    select asset, sum(units) as units from (
      select asset, amount as units from rewards where posted_entry is not null and returned_entry is null
      union all select asset, -taken_units from reward_requests where kind = 'referral' and state = 'Paid') sides
    group by asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

export type NewFill = {
  /** Which is also the fill's. */
  approval: string
  asker: string
  decider: string
  from: PoolAsset
  taken: bigint
  units: bigint
  price: string | null
  entry: bigint
  at: Date
}

/** With the reason that was given when it was asked for. */
export const insertFill = async (tx: Tx, fill: NewFill): Promise<void> => {
  await sql`
    insert into pool_fills (id, from_asset, from_units, units, price, asked_by, approved_by, reason, entry, at)
    select id, ${fill.from}, ${String(fill.taken)}, ${String(fill.units)}, ${fill.price}, ${fill.asker}, ${fill.decider},
      reason, ${String(fill.entry)}, ${fill.at}
    from approvals where id = ${fill.approval}`.execute(tx)
}

export type FillRow = {
  id: string
  number: string
  at: Date
  units: string
  from_asset: PoolAsset
  from_units: string
  price: string | null
  asker: string
  approver: string
  reason: string
}

export const listFills = async (db: Db, limit: number): Promise<FillRow[]> => {
  const { rows } = await sql<FillRow>`
    select f.id, f.number, f.at, f.units, f.from_asset, f.from_units, f.price, a.username as asker,
      b.username as approver, f.reason
    from pool_fills f join customers a on a.id = f.asked_by join customers b on b.id = f.approved_by
    order by f.number desc limit ${limit}`.execute(db)
  return rows
}

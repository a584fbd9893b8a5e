import type { Db } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/** What bookings and terminations took of each asset from the treasury since a moment, less what they gave it. What ends is burnt. */
export const sumTakenByHoldings = async (db: Db, since: Date): Promise<ReadonlyMap<Asset, bigint>> => {
  const { rows } = await sql<{ asset: Asset; units: string }>`
    select asset, sum(units) as units from (
      select asset, units from holdings where booked_at >= ${since} and passed_from is null
      union all select paid_asset, fee_units - paid_units from holdings
        where booked_at >= ${since} and paid_asset <> 'USD' and passed_from is null
      union all select currency, gross_units from terminations where at >= ${since}) moved
    group by asset`.execute(db)
  return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

export const countBookingsSince = async (db: Db, since: Date): Promise<string> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from holdings where booked_at >= ${since} and passed_from is null`.execute(db)
  return rows[0]?.count ?? '0'
}

export const countTerminationsSince = async (db: Db, since: Date): Promise<string> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from terminations where at >= ${since}`.execute(db)
  return rows[0]?.count ?? '0'
}

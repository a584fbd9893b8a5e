import type { Tx } from '@ingot/db/connect'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import type { BackedToken } from '../deployed.ts'
import type { Room } from '../settling/outside-limits.ts'

type Share = { asset: BackedToken | 'XAU'; grams: bigint; units: bigint; attestedAt?: Date | null }

/** A look that was slow does not take the place of a later one. */
export async function saveAttested(tx: Tx, shares: readonly Share[], block: bigint): Promise<void> {
  const rows = shares.map(({ asset, grams, units, attestedAt = null }) => ({
    ...{ asset, grams: String(grams), units: String(units) },
    attested_at: attestedAt,
  }))
  await sql`
    insert into chain_attested as known (asset, grams, units, block, seen_at, attested_at)
    select asset, grams, units, ${String(block)}, clock_timestamp(), attested_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (asset text, grams numeric, units numeric, attested_at timestamptz)
    order by asset
    on conflict (asset) do update set grams = excluded.grams, units = excluded.units, block = excluded.block,
      seen_at = excluded.seen_at, attested_at = excluded.attested_at where known.block <= excluded.block`.execute(tx)
}

export async function saveLimits(tx: Tx, rooms: ReadonlyMap<OnChainAsset, Room>, block: bigint): Promise<void> {
  const rows = [...rooms].map(([asset, { limit, left, raise }]) => ({
    asset,
    units: String(limit),
    left: String(left),
    raise: raise.from > 0n ? String(raise.limit) : null,
    from: raise.from > 0n ? String(raise.from) : null,
  }))
  await sql`
    insert into chain_outside_limits as known (asset, units, left_units, raise_units, raise_from, block, seen_at)
    select asset, units, "left", raise, to_timestamp("from"), ${String(block)}, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (asset text, units numeric, "left" numeric, raise numeric, "from" double precision)
    order by asset
    on conflict (asset) do update set units = excluded.units, left_units = excluded.left_units,
      raise_units = excluded.raise_units, raise_from = excluded.raise_from, block = excluded.block,
      seen_at = excluded.seen_at where known.block <= excluded.block`.execute(tx)
}

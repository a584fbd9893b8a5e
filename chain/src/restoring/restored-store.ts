import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** Of all blocks up to this one settler and watcher know what was in them. */
export const lastKnownBlock = async (db: Db, read: bigint): Promise<bigint> => {
  const { rows } = await sql<{ block: string }>`
    select least(${String(read)}::bigint, coalesce(max(block), 0)) as block from chain_batches where state = 'final'`.execute(
    db,
  )
  return BigInt(rows[0]?.block ?? 0)
}

export const lastSnapshot = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ number: string }>`
    select coalesce(max(number), 0) as number from proof_snapshots`.execute(db)
  return BigInt(rows[0]?.number ?? 0)
}

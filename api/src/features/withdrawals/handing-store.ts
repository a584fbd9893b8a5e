import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** Any fixed number: of two who note the same tracking number at once, one comes after the other. */
const trackingLock = 1_866_411

/** Which withdrawal has this number, and nobody else takes it until the transaction ends. */
export const lockTracking = async (tx: Tx, tracking: string): Promise<string | undefined> => {
  await sql`select pg_advisory_xact_lock(${trackingLock})`.execute(tx)
  const { rows } = await sql<{ id: string }>`select id from withdrawals where tracking = ${tracking} limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}

import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** Whether the watcher has seen something for an owner that is not final yet. */
export const hasArrivals = async (tx: Tx, owner: string): Promise<boolean> => {
  const { rows } = await sql`select from chain_arrivals where owner = ${owner} limit 1`.execute(tx)
  return rows.length > 0
}

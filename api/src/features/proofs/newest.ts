import type { Db, Tx } from '@ingot/db/connect'
import { readStanding } from './store.ts'

/** Since when there is a contract to anchor in, and of when the newest snapshot is that was. Null where there is none. */
export const readNewestAnchored = async (db: Db | Tx): Promise<{ anchorsSince: Date | null; at: Date | null }> => {
  const { anchorsSince, anchoredAt } = await readStanding(db)
  return { anchorsSince, at: anchoredAt }
}

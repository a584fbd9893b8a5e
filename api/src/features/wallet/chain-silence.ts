import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** The chain is looked at every second or so, also when nothing happens there. */
const silentAfterSeconds = 30

/** Since when the chain was not seen, because it does not answer or its worker is down; null while it is, or without one. */
export const readChainSilence = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ looked_at: Date }>`
    select looked_at from chain_cursor
    where looked_at < clock_timestamp() - make_interval(secs => ${silentAfterSeconds})`.execute(db)
  return rows[0]?.looked_at ?? null
}

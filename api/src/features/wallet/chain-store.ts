import type { Db } from '@ingot/db/connect'
import type { Arrival } from '@ingot/endpoints/wallet-fields'
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

/** When the chain was seen last; undefined without one. */
export const readLastLook = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{ looked_at: Date }>`select looked_at from chain_cursor`.execute(db)
  return rows[0]?.looked_at
}

type ArrivalRow = Pick<Arrival, 'asset' | 'hash' | 'confirmations' | 'confirmationsNeeded'> & { units: string }

/**
 * What the watcher of the chain has seen of transfers to an owner that are not final yet. It needs as many confirmations as
 * the newest block is ahead of the last final one, and one more for its own block.
 */
export const arrivalsOf = async (db: Db, owner: string, most: number): Promise<ArrivalRow[]> => {
  const { rows } = await sql<ArrivalRow>`
    select a.asset, a.units, a.hash, greatest(0, c.head - a.block + 1)::int as confirmations,
      (greatest(c.head, a.block) - least(c.block, a.block) + 1)::int as "confirmationsNeeded"
    from chain_arrivals a cross join chain_cursor c where a.owner = ${owner}
    order by a.block desc, a.log_index limit ${most}`.execute(db)
  return rows
}

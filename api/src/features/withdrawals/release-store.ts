import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** Which parcel a courier's link is of; undefined for a link that nobody was given, or that is no longer any. */
export const findByLink = async (tx: Tx, link: Buffer): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`select id from withdrawals where courier_link = ${link}`.execute(tx)
  return rows[0]?.id
}

/** Each handover has a code and a link of its own, and counts wrong codes anew. */
export const saveHandover = async (
  tx: Tx,
  id: string,
  made: { sealed: Buffer; link: Buffer; at: Date },
): Promise<void> => {
  await sql`
    update withdrawals set handovers = handovers + 1, handed_at = ${made.at}, release_code = ${made.sealed},
      courier_link = ${made.link}, wrong_codes = 0
    where id = ${id}`.execute(tx)
}

/** Counts a wrong code, whoever else counts one at the same time. */
export const countWrongCode = async (tx: Tx, id: string): Promise<void> => {
  await sql`update withdrawals set wrong_codes = wrong_codes + 1 where id = ${id}`.execute(tx)
}

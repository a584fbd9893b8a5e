import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** The moment it is by the clock of the books. */
export const readMoment = async (tx: Tx): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select ingot_now() as at`.execute(tx)
  if (!rows[0]) throw new Error('the database has no clock')
  return rows[0].at
}

import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

/** The numbers of withdrawals, by their ids. */
export const readNumbers = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from withdrawals where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

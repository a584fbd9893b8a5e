import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

export const countActive = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from plan_dues where try_at is not null`.execute(db)
  return rows[0]?.count ?? '0'
}

/** Dates whose time came before a moment and that nobody has tried since. */
export const countLate = async (db: Db, before: Date): Promise<string> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from plan_dues where try_at < ${before}`.execute(db)
  return rows[0]?.count ?? '0'
}

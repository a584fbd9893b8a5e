import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

export const noteAnswer = async (db: Db, party: string, at: Date) => {
  await sql`
    insert into outside_contacts (party, answered_at) values (${party}, ${at})
    on conflict (party) do update set answered_at = excluded.answered_at, failing_since = null, failures = 0`.execute(
    db,
  )
}

export const noteFailure = async (db: Db, party: string, at: Date) => {
  await sql`
    insert into outside_contacts as c (party, failed_at, failing_since, failures) values (${party}, ${at}, ${at}, 1)
    on conflict (party) do update set failed_at = excluded.failed_at, failures = c.failures + 1,
      failing_since = coalesce(c.failing_since, excluded.failing_since)`.execute(db)
}

/** Those who failed so often in a row, the last time since then. */
export const readSilent = async (db: Db, failures: number, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ party: string }>`
    select party from outside_contacts where failures >= ${failures} and failed_at > ${since} order by party`.execute(
    db,
  )
  return rows.map(({ party }) => party)
}

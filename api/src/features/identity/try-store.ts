import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** How many there were in the window that is open, or in the one that this try begins. */
export const countTry = async (
  db: Db,
  { scope, subject, at, resets }: { scope: string; subject: string; at: Date; resets: Date },
) => {
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    insert into tries as known (scope, subject, count, resets_at) values (${scope}, ${subject}, 1, ${resets})
    on conflict (scope, subject) do update set
      count = case when known.resets_at <= ${at} then 1 else known.count + 1 end,
      resets_at = case when known.resets_at <= ${at} then excluded.resets_at else known.resets_at end
    returning count, resets_at`.execute(db)
  return rows[0]
}

/** The subject starts anew, and the network gets one try of its window back. */
export const forgetTry = async (
  db: Db,
  given: { scope: string; subject: string; network: string | null; window: Date | null | undefined },
) => {
  const { scope, subject, network, window } = given
  await sql`
    with forgotten as (delete from tries where scope = ${scope} and subject = ${subject})
    update tries set count = count - 1
    where scope = ${`${scope} address`} and subject = ${network} and resets_at = ${window} and count > 0`.execute(db)
}

export const purgeTries = (db: Db) => sql`delete from tries where resets_at < now() - interval '1 day'`.execute(db)

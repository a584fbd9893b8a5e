import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** How often a background process says that it lives, and after how long a silence it counts as stopped. */
export const heartbeatSeconds = 5
const silentAfterSeconds = 20

export const beat = async (db: Db, part: string) => {
  await db
    .insertInto('heartbeats')
    .values({ part, beat_at: sql`now()` })
    .onConflict((conflict) => conflict.column('part').doUpdateSet({ beat_at: sql`now()` }))
    .execute()
}

/** Each process that ever reported, and whether it still does. Says by itself that the database answers. */
export const readHeartbeats = (db: Db) =>
  db
    .selectFrom('heartbeats')
    .select(['part', sql<boolean>`beat_at > now() - make_interval(secs => ${silentAfterSeconds})`.as('alive')])
    .orderBy('part')
    .execute()

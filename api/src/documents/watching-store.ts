import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

export type Watched = { id: string; customer: string; subject: string }

/** Valid documents of a kind about something that may still come back, for the sweep of the feature whose they are. */
export const watchedDocuments = async (
  db: Db,
  kind: string,
  after: string | null,
  most: number,
): Promise<Watched[]> => {
  const { rows } = await sql<Watched>`
    select id, customer, subject from documents where kind = ${kind} and watched and state = 'valid'
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** What it is about can no longer come back. */
export const stopWatching = async (db: Db, id: string) => {
  await sql`update documents set watched = false where id = ${id}`.execute(db)
}

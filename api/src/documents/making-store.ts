import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { DocumentRow } from './store.ts'

type Made = { hash: Buffer; missing: number; at: Date }

/** Whoever is first sets the file. Answers whose file it is by now; undefined when the customer was erased meanwhile. */
export const saveMade = async (db: Db, id: string, { hash, missing, at }: Made): Promise<Buffer | undefined> => {
  await sql`
    update documents set hash = ${hash}, made_at = ${at}, missing = ${missing}
    where id = ${id} and hash is null and key_sealed is not null`.execute(db)
  const { rows } = await sql<{ hash: Buffer | null }>`
    select hash from documents where id = ${id} and key_sealed is not null`.execute(db)
  return rows[0]?.hash ?? undefined
}

type Page = { after: string | null; most: number }

/** Those without a file that were issued before a moment. */
export const documentsToMake = async (
  db: Db,
  before: Date,
  { after, most }: Page,
): Promise<Pick<DocumentRow, 'id' | 'customer'>[]> => {
  const { rows } = await sql<Pick<DocumentRow, 'id' | 'customer'>>`
    select id, customer from documents where hash is null and data_sealed is not null and issued_at <= ${before}
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** Since when a file is known to be changed or gone; null where it is found to be right again. */
export const noteDamage = async (db: Db, id: string, at: Date | null) => {
  await sql`update documents set damaged_at = ${at} where id = ${id}`.execute(db)
}

export const readDamaged = async (db: Db, most: number): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select code from documents where damaged_at is not null order by id limit ${most}`.execute(db)
  return rows.map(({ code }) => code)
}

/** How many were made since a moment with letters that no font has. */
export const countMissing = async (db: Db, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from documents where missing > 0 and made_at >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

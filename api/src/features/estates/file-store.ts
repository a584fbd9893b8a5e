import type { Db, Tx } from '@ingot/db/connect'
import type { EstateFileKind } from '@ingot/endpoints/estate-fields'
import { sql } from 'kysely'

export type FileRow = {
  id: string
  number: string
  estate: string
  kind: EstateFileKind
  beneficiary: string | null
  sent_by: 'reporter' | 'operator'
  name: string
  type: 'webp' | 'pdf'
  bytes: number
  sealed_key: Buffer | null
  sent_at: Date
  accepted_at: Date | null
  accepted_by: string | null
}

const columns = sql`id, number, estate, kind, beneficiary, sent_by, name, type, bytes, sealed_key, sent_at, accepted_at, accepted_by`

export const listFiles = async (db: Db | Tx, estate: string): Promise<FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select ${columns} from estate_files where estate = ${estate} order by number`.execute(db)
  return rows
}

/** One of this estate; that of another is not there. */
export const findFile = async (db: Db | Tx, estate: string, id: string): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${columns} from estate_files where id = ${id} and estate = ${estate}`.execute(db)
  return rows[0]
}

export const findSameFile = async (
  db: Db | Tx,
  { estate, sentBy, hash }: Pick<NewFile, 'estate' | 'sentBy' | 'hash'>,
): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${columns} from estate_files
    where estate = ${estate} and sent_by = ${sentBy} and hash = ${hash} and sealed_key is not null limit 1`.execute(db)
  return rows[0]
}

/** Those of the one who reported and those of operators are counted apart: he cannot take their room. */
export const countFiles = async (db: Db | Tx, estate: string, sentBy: FileRow['sent_by']): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from estate_files where estate = ${estate} and sent_by = ${sentBy}`.execute(db)
  return rows[0]?.count ?? 0
}

export type NewFile = {
  id: string
  estate: string
  kind: EstateFileKind
  beneficiary: string | null
  sentBy: FileRow['sent_by']
  operator: string | null
  name: string
  type: FileRow['type']
  bytes: number
  hash: Buffer
  sealedKey: Buffer
  at: Date
  keptUntil: Date
}

export const insertFile = async (tx: Tx, file: NewFile): Promise<FileRow> => {
  const { rows } = await sql<FileRow>`
    insert into estate_files (id, estate, kind, beneficiary, sent_by, operator, name, type, bytes, hash, sealed_key, sent_at, kept_until)
    values (${file.id}, ${file.estate}, ${file.kind}, ${file.beneficiary}, ${file.sentBy}, ${file.operator}, ${file.name},
      ${file.type}, ${file.bytes}, ${file.hash}, ${file.sealedKey}, ${file.at}, ${file.keptUntil})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a paper was not inserted')
  return row
}

/** Of reports that have ended so long ago; what is still at work keeps its papers. */
export const listOldFiles = async (
  db: Db,
  { now, endedBefore }: { now: Date; endedBefore: Date },
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select f.id from estate_files f join estates e on e.id = f.estate
    where f.sealed_key is not null and f.kept_until <= ${now} and e.ended_at <= ${endedBefore}
    order by f.id <= ${after}, f.id limit ${most}`.execute(db)
  return rows
}

/** Only its name is left. */
export const eraseFile = async (db: Db, id: string) => {
  await sql`update estate_files set sealed_key = null, hash = null where id = ${id}`.execute(db)
}

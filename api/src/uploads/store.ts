import type { Db, Tx } from '@ingot/db/connect'
import { advance, advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import { type KeptType, uploadStates } from './rules.ts'

export type UploadRow = {
  number: string
  id: string
  customer: string
  kind: string
  subject: string | null
  name: string
  type: KeptType
  bytes: number
  sealed_key: Buffer | null
  state: 'stored' | 'erased'
  uploaded_at: Date
  kept_until: Date
}

const columns = sql`number, id, customer, kind, subject, name, type, bytes, sealed_key, state, uploaded_at, kept_until`

export type Sent = { customer: string; kind: string; hash: Buffer }

/** What nothing has been made of yet. */
const openOf = ({ customer, kind }: Pick<Sent, 'customer' | 'kind'>) =>
  sql`customer = ${customer} and kind = ${kind} and state = 'stored' and subject is null`

export const findSame = async (db: Db | Tx, sent: Sent): Promise<UploadRow | undefined> => {
  const { rows } = await sql<UploadRow>`
    select ${columns} from uploads where ${openOf(sent)} and hash = ${sent.hash} limit 1`.execute(db)
  return rows[0]
}

export const countOpen = async (db: Db | Tx, sent: Pick<Sent, 'customer' | 'kind'>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from uploads where ${openOf(sent)}`.execute(db)
  return rows[0]?.count ?? 0
}

type NewUpload = Sent &
  Pick<UploadRow, 'id' | 'name' | 'type' | 'bytes'> & { sealedKey: Buffer; at: Date; keptUntil: Date }

export const insertUpload = async (tx: Tx, made: NewUpload): Promise<UploadRow> => {
  const { id, customer, kind, name, type, bytes, hash, sealedKey, at, keptUntil } = made
  const { rows } = await sql<UploadRow>`
    insert into uploads (id, customer, kind, name, type, bytes, hash, sealed_key, uploaded_at, kept_until)
    values (${id}, ${customer}, ${kind}, ${name}, ${type}, ${bytes}, ${hash}, ${sealedKey}, ${at}, ${keptUntil})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an upload was not inserted')
  return row
}

export const findUpload = async (db: Db, id: string): Promise<UploadRow | undefined> => {
  const { rows } = await sql<UploadRow>`select ${columns} from uploads where id = ${id}`.execute(db)
  return rows[0]
}

/** Whoever changes one waits for the one before. */
export const lockUpload = async (tx: Tx, id: string): Promise<UploadRow | undefined> => {
  const { rows } = await sql<UploadRow>`select ${columns} from uploads where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Newest first; of these kinds, where not all are meant. */
export const readUploads = async (
  db: Db,
  { customer, kinds }: { customer: string; kinds?: readonly string[] },
  { before, limit }: Stretch,
): Promise<UploadRow[]> => {
  const { rows } = await sql<UploadRow>`
    select ${columns} from uploads
    where customer = ${customer} and number < ${String(before ?? largestNumber)}::bigint
      ${kinds ? sql`and kind = any(${kinds})` : sql``}
    order by number desc limit ${limit}`.execute(db)
  return rows
}

/** False when it is somebody else's, of another kind, taken already or erased. */
export const saveSubject = async (
  tx: Tx,
  { id, customer, kind, subject }: { id: string; customer: string; kind: string; subject: string },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update uploads set subject = ${subject} where id = ${id} and ${openOf({ customer, kind })}`.execute(tx)
  return numAffectedRows === 1n
}

export const listTaken = async (db: Db | Tx, kind: string, subject: string): Promise<UploadRow[]> => {
  const { rows } = await sql<UploadRow>`
    select ${columns} from uploads where kind = ${kind} and subject = ${subject} order by number`.execute(db)
  return rows
}

export const insertRead = async (
  tx: Db | Tx,
  { upload, customer, reader, at }: { upload: string; customer: string; reader: string; at: Date },
) => {
  await sql`
    insert into upload_reads (upload, customer, reader, at)
    values (${upload}, ${customer}, ${reader}, ${at})`.execute(tx)
}

/** Rows whose time is over, those behind the named one first. */
export const listDue = async (db: Db, now: Date, after: string | null, most: number): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where state = 'stored' and kept_until <= ${now}
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** Without its key nobody reads the file, wherever a copy of it lies. */
const gone = { sealed_key: null, hash: null }

type Erasing = { by: string; why: string; at: Date }

export const eraseUpload = (tx: Tx, id: string, { by, why, at }: Erasing): Promise<void> =>
  advance(tx, uploadStates, id, { to: 'erased', by, why, at, set: gone })

/** All that a customer has sent, with the names; answers with the ids of those that were still there. */
export const eraseUploadsOf = async (tx: Tx, customer: string, at: Date): Promise<string[]> => {
  const move = { to: 'erased', by: 'command', why: 'the customer was erased', at, set: gone } as const
  const ids = await advanceAll(tx, uploadStates, sql`customer = ${customer}`, move)
  await sql`update uploads set name = '' where customer = ${customer}`.execute(tx)
  return ids
}

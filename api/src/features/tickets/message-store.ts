import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type MessageRow = {
  id: string
  ticket: string
  customer: string | null
  operator: string | null
  text: string
  masked: number
  by_mail: boolean
  lost_files: number
  at: Date
}

const columns = sql`id, ticket, customer, operator, text, masked, by_mail, lost_files, at`

/** Undefined where this mail is there already. */
export const insertMessage = async (
  tx: Tx,
  { id, ticket, customer, operator, text, masked, by_mail, lost_files, at, mail }: MessageRow & { mail: Buffer | null },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into ticket_messages (id, ticket, customer, operator, text, masked, by_mail, lost_files, at, mail)
    values (${id}, ${ticket}, ${customer}, ${operator}, ${text}, ${masked}, ${by_mail}, ${lost_files}, ${at}, ${mail})
    on conflict (mail) where mail is not null do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export const wasMailed = async (db: Db | Tx, mail: Buffer): Promise<boolean> => {
  const { rows } = await sql`select 1 from ticket_messages where mail = ${mail}`.execute(db)
  return rows.length > 0
}

export const readMessages = async (db: Db | Tx, ticket: string): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    select ${columns} from ticket_messages where ticket = ${ticket} order by number`.execute(db)
  return rows
}

export const findMessage = async (db: Db, id: string): Promise<MessageRow | undefined> => {
  const { rows } = await sql<MessageRow>`select ${columns} from ticket_messages where id = ${id}`.execute(db)
  return rows[0]
}

/** What who asked has written last. */
export const findLastAsked = async (tx: Tx, ticket: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_messages where ticket = ${ticket} and operator is null order by number desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}

type NoteRow = { id: string; operator: string; text: string; at: Date }

export const insertNote = async (
  tx: Tx,
  { id, ticket, customer, operator, text, at }: NoteRow & { ticket: string; customer: string | null },
) => {
  await sql`
    insert into ticket_notes (id, ticket, customer, operator, text, at)
    values (${id}, ${ticket}, ${customer}, ${operator}, ${text}, ${at})`.execute(tx)
}

export const readNotes = async (db: Db, ticket: string): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    select id, operator, text, at from ticket_notes where ticket = ${ticket} order by number`.execute(db)
  return rows
}

export type FileRow = {
  id: string
  message: string
  name: string
  type: 'webp' | 'pdf'
  bytes: number
  sealed_key: Buffer
}

const fileColumns = sql`id, message, name, type, bytes, sealed_key`

export type NewFile = FileRow & { ticket: string; customer: string | null; hash: Buffer; at: Date }

export const insertFile = async (tx: Tx, file: NewFile) => {
  const { id, ticket, message, customer, name, type, bytes, hash, sealed_key, at } = file
  await sql`
    insert into ticket_files (id, ticket, message, customer, name, type, bytes, hash, sealed_key, sent_at)
    values (${id}, ${ticket}, ${message}, ${customer}, ${name}, ${type}, ${bytes}, ${hash}, ${sealed_key}, ${at})`.execute(
    tx,
  )
}

export const listFiles = async (db: Db | Tx, ticket: string): Promise<FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from ticket_files where ticket = ${ticket} order by number`.execute(db)
  return rows
}

/** One of this ticket; that of another is not there. */
export const findFile = async (db: Db, ticket: string, id: string): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from ticket_files where id = ${id} and ticket = ${ticket}`.execute(db)
  return rows[0]
}

export const findSameFile = async (
  db: Db | Tx,
  { message, hash }: { message: string; hash: Buffer },
): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from ticket_files where message = ${message} and hash = ${hash} limit 1`.execute(db)
  return rows[0]
}

/** How many there are, and how many of them did not come by mail. */
export const countFiles = async (db: Db | Tx, ticket: string): Promise<{ all: number; sent: number }> => {
  const { rows } = await sql<{ all: number; sent: number }>`
    select count(*)::int as all, count(*) filter (where not m.by_mail)::int as sent
    from ticket_files f join ticket_messages m on m.id = f.message where f.ticket = ${ticket}`.execute(db)
  return rows[0] ?? { all: 0, sent: 0 }
}

export const deleteFilesOf = async (tx: Tx, customer: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from ticket_files where customer = ${customer} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

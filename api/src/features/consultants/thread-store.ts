import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

/** A conversation: who began it, and the consultant. */
export type ThreadRow = {
  number: string
  id: string
  profile: string
  customer: string
  consultant: string
  lastAt: Date
}

const columns = sql`t.number, t.id, t.profile, t.customer, p.customer as consultant, t.last_at as "lastAt"`
const threads = sql`consultant_threads t join consultant_profiles p on p.id = t.profile`

/** Of two there is one conversation, however often it is begun. */
export const openThread = async (
  tx: Tx,
  { profile, customer, at }: { profile: string; customer: string; at: Date },
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into consultant_threads (id, profile, customer, created_at, last_at)
    values (${randomUUID()}, ${profile}, ${customer}, ${at}, ${at})
    on conflict (profile, customer) do update set last_at = greatest(consultant_threads.last_at, excluded.last_at)
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

export const findThread = async (db: Db | Tx, id: string, person: string): Promise<ThreadRow | undefined> => {
  const { rows } = await sql<ThreadRow>`
    select ${columns} from ${threads}
    where t.id = ${id} and (t.customer = ${person} or p.customer = ${person})`.execute(db)
  return rows[0]
}

export const listThreads = async (db: Db, person: string, { before, limit }: Stretch): Promise<ThreadRow[]> => {
  const { rows } = await sql<ThreadRow>`
    select ${columns} from ${threads}
    where (t.customer = ${person} or p.customer = ${person}) and t.number < ${String(before ?? largestNumber)}::bigint
    order by t.number desc limit ${limit}`.execute(db)
  return rows
}

export type MessageRow = { id: string; thread: string; customer: string; text: string; at: Date }

export const insertMessage = async (tx: Tx, message: Omit<MessageRow, 'id'>): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into consultant_messages (id, thread, customer, text, at)
    values (${id}, ${message.thread}, ${message.customer}, ${message.text}, ${message.at})`.execute(tx)
  await sql`update consultant_threads set last_at = greatest(last_at, ${message.at}) where id = ${message.thread}`.execute(
    tx,
  )
  return id
}

/** The last so many, oldest first. */
export const readMessages = async (db: Db | Tx, thread: string, most: number): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    select id, thread, customer, text, at from consultant_messages
    where thread = ${thread} order by at desc, id desc limit ${most}`.execute(db)
  return rows.reverse()
}

export const findMessage = async (db: Db, id: string): Promise<MessageRow | undefined> => {
  const { rows } = await sql<MessageRow>`
    select id, thread, customer, text, at from consultant_messages where id = ${id}`.execute(db)
  return rows[0]
}

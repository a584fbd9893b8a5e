import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { TicketState, TicketTopic } from '@ingot/endpoints/ticket-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import { type Clock, ticketMoves } from './rules.ts'

export type TicketRow = Clock & {
  number: string
  id: string
  customer: string | null
  sealed: Buffer | null
  topic: TicketTopic
  movement: string | null
  movement_number: string | null
  movement_type: string | null
  state: TicketState
  created_at: Date
  last_at: Date
  waiting_since: Date | null
  closed_at: Date | null
  taken_by: string | null
  confirmed_at: Date | null
}

const columns = sql`number, id, customer, sealed, topic, movement, movement_number, movement_type, state, created_at, last_at,
  waiting_since, closed_at, taken_by, confirmed_at, complaint_at, acknowledge_by, acknowledged_at, answer_by, answered_at`

type Begun = Pick<TicketRow, 'id' | 'customer' | 'sealed' | 'topic'> & {
  movement: { id: string; number: string; type: string } | null
  follows: string | null
  at: Date
  clock: Pick<Clock, 'complaint_at' | 'acknowledge_by' | 'answer_by'> | null
}

export const insertTicket = async (tx: Tx, made: Begun): Promise<TicketRow> => {
  const { id, customer, sealed, topic, movement, follows, at, clock } = made
  const { rows } = await sql<TicketRow>`
    insert into tickets (id, customer, sealed, topic, movement, movement_number, movement_type, follows, created_at, last_at,
      waiting_since, complaint_at, acknowledge_by, answer_by)
    values (${id}, ${customer}, ${sealed}, ${topic}, ${movement?.id ?? null}, ${movement?.number ?? null},
      ${movement?.type ?? null}, ${follows}, ${at}, ${at}, ${at}, ${clock?.complaint_at ?? null},
      ${clock?.acknowledge_by ?? null}, ${clock?.answer_by ?? null})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a ticket was not inserted')
  return row
}

const findWhere = async (db: Db | Tx, which: RawBuilder<unknown>): Promise<TicketRow | undefined> => {
  const { rows } = await sql<TicketRow>`select ${columns} from tickets where ${which}`.execute(db)
  return rows[0]
}

export const findTicket = (db: Db | Tx, id: string) => findWhere(db, sql`id = ${id}`)

export const findByNumber = (db: Db, number: string) => findWhere(db, sql`number = ${number}::bigint`)

/** Whoever writes in one waits for the one before. */
export const lockTicket = (tx: Tx, id: string) => findWhere(tx, sql`id = ${id} for update`)

/** The newest that goes on with a ticket that cannot be reopened. */
export const findFollowing = (tx: Tx, id: string) => findWhere(tx, sql`follows = ${id} order by number desc limit 1`)

/** What changes beside the state. */
export const saveTicket = async (
  tx: Tx,
  id: string,
  set: Readonly<Partial<Record<keyof TicketRow, string | Date | null>>>,
): Promise<void> => {
  const changes = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (changes.length > 0) await sql`update tickets set ${sql.join(changes)} where id = ${id}`.execute(tx)
}

/** False where another one has it. */
export const takeFor = async (tx: Tx, id: string, operator: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update tickets set taken_by = ${operator}
    where id = ${id} and (taken_by is null or taken_by = ${operator})`.execute(tx)
  return numAffectedRows === 1n
}

const before = (stretch: Stretch) => sql`number < ${String(stretch.before ?? largestNumber)}::bigint`

export const listOwn = async (db: Db, customer: string, stretch: Stretch): Promise<TicketRow[]> => {
  const { rows } = await sql<TicketRow>`
    select ${columns} from tickets where customer = ${customer} and ${before(stretch)}
    order by number desc limit ${stretch.limit}`.execute(db)
  return rows
}

export type DeskFilter = {
  state?: TicketState | undefined
  kind?: 'complaint' | undefined
  taken?: 'by-me' | 'by-nobody' | undefined
}

export const listForDesk = async (
  db: Db,
  { state, kind, taken }: DeskFilter,
  operator: string,
  stretch: Stretch,
): Promise<TicketRow[]> => {
  const wanted = [
    before(stretch),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(kind === undefined ? [] : [sql`complaint_at is not null`]),
    ...(taken === undefined ? [] : [taken === 'by-me' ? sql`taken_by = ${operator}` : sql`taken_by is null`]),
  ]
  const { rows } = await sql<TicketRow>`
    select ${columns} from tickets where ${sql.join(wanted, sql` and `)}
    order by number desc limit ${stretch.limit}`.execute(db)
  return rows
}

export const readHistory = async (db: Db, id: string): Promise<{ state: TicketState; at: string }[]> => {
  const { rows } = await sql<{ history: { state: TicketState; at: string }[] }>`
    select ${historyOf(ticketMoves, sql`t.id`)} as history from tickets t where t.id = ${id}`.execute(db)
  return rows[0]?.history ?? []
}

export type Waits = TicketRow & { micros: string }

const waits = sql`waiting_since is not null`
const isOpenComplaint = sql`complaint_at is not null and answered_at is null`

export const sumTickets = (db: Db) => sumOf(db, sql`select waiting_since as since from tickets where ${waits}`)

export const sumComplaints = (db: Db) =>
  sumOf(db, sql`select complaint_at as since from tickets where ${isOpenComplaint}`)

const listFrom = async (
  db: Db,
  { which, since }: { which: RawBuilder<unknown>; since: RawBuilder<unknown> },
  after: Place,
  limit: number,
): Promise<Waits[]> => {
  const { rows } = await sql<Waits>`
    select ${columns}, ${microsOf(since)} as micros from tickets
    where ${which} and (${since}, id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by ${since}, id limit ${limit}`.execute(db)
  return rows
}

export const listWaiting = (db: Db, after: Place, limit: number) =>
  listFrom(db, { which: waits, since: sql`waiting_since` }, after, limit)

export const listComplaints = (db: Db, after: Place, limit: number) =>
  listFrom(db, { which: isOpenComplaint, since: sql`complaint_at` }, after, limit)

type Due = { after: string | null; most: number }

/** What nobody has written in for a while. */
export const listQuiet = async (db: Db, quietSince: Date, { after, most }: Due): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where state in ('Waiting', 'Answered') and last_at <= ${quietSince}
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** What was closed long ago; complaints are kept longer. */
export const listOver = async (
  db: Db,
  { closedBefore, complaintsBefore }: { closedBefore: Date; complaintsBefore: Date },
  { after, most }: Due,
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from tickets
    where closed_at <= case when complaint_at is null then ${closedBefore}::timestamptz else ${complaintsBefore}::timestamptz end
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

/** With all that was written and noted in it. */
export const deleteTicket = async (tx: Tx, id: string) => {
  await sql`delete from tickets where id = ${id}`.execute(tx)
}

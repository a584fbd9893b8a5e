import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { PaymentKind, PaymentState } from '@ingot/endpoints/bank'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import type { PaymentOrder } from './part.ts'
import { paymentMoves } from './rules.ts'

type NewPayment = Pick<PaymentOrder, 'id' | 'kind' | 'subject' | 'customer' | 'cents' | 'approvedBy'> & {
  endToEndId: string
  lastFour: string
  sealed: Buffer
  at: Date
}

export const insertPayment = async (tx: Tx, payment: NewPayment): Promise<void> => {
  const { id, kind, subject, customer, cents, endToEndId, lastFour, sealed, approvedBy, at } = payment
  await sql`
    insert into bank_payments (id, kind, subject, customer, cents, end_to_end_id, last_four, sealed, approved_by, made_at)
    values (${id}, ${kind}, ${subject}, ${customer}, ${String(cents)}, ${endToEndId}, ${lastFour}, ${sealed},
      ${approvedBy}::uuid[], ${at})`.execute(tx)
}

export type PaymentRow = {
  id: string
  number: string
  kind: PaymentKind
  state: PaymentState
  subject: string
  customer: string | null
  customer_name: string | null
  cents: string
  end_to_end_id: string
  sealed: Buffer
  last_four: string
  approved_by: string[]
  approved_by_names: string[]
  made_at: Date
  file: string | null
  line: string | null
}

const columns = sql`
  p.id, p.number, p.kind, p.state, p.subject, p.customer, c.username as customer_name, p.cents, p.end_to_end_id, p.sealed,
  p.last_four, p.approved_by, p.made_at, p.file, p.line,
  array(select o.username from customers o where o.id = any(p.approved_by) order by o.username) as approved_by_names`
const from = sql`bank_payments p left join customers c on c.id = p.customer`

export const lockPayment = async (tx: Tx, id: string): Promise<PaymentRow | undefined> => {
  const { rows } = await sql<PaymentRow>`select ${columns} from ${from} where p.id = ${id} for update of p`.execute(tx)
  return rows[0]
}

/** Ours by the name that the bank carried along, or by its own name of the line that showed it. */
export const findPayment = async (
  tx: Tx,
  by: { endToEndId: string } | { bankReference: string },
): Promise<PaymentRow | undefined> => {
  const named =
    'endToEndId' in by
      ? sql`p.end_to_end_id = ${by.endToEndId}`
      : sql`p.line in (select l.id from bank_lines l where l.bank_reference = ${by.bankReference} and l.direction = 'out')`
  const { rows } = await sql<PaymentRow>`
    select ${columns} from ${from}
    where ${named} limit 1 for update of p`.execute(tx)
  return rows[0]
}

/** A return of a line that is in no file yet. */
export const findReadyReturn = async (tx: Tx, subject: string): Promise<{ id: string; cents: bigint } | undefined> => {
  const { rows } = await sql<{ id: string; cents: string }>`
    select id, cents from bank_payments where kind = 'return' and subject = ${subject} and state = 'Ready' for update`.execute(
    tx,
  )
  return rows[0] && { id: rows[0].id, cents: BigInt(rows[0].cents) }
}

/** That it left was seen after it had come back. */
export const noteLine = async (tx: Tx, id: string, line: string): Promise<void> => {
  await sql`update bank_payments set line = ${line} where id = ${id} and line is null`.execute(tx)
}

export type PaymentFilter = { state?: PaymentState | undefined; kind?: PaymentKind | undefined }

export const readPayments = async (
  db: Db,
  { state, kind }: PaymentFilter,
  { before, limit }: Stretch,
): Promise<PaymentRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`p.number < ${String(before ?? largestNumber)}::bigint`,
    ...(state === undefined ? [] : [sql`p.state = ${state}`]),
    ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
  ]
  const { rows } = await sql<PaymentRow>`
    select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}
    order by p.number desc limit ${limit}`.execute(db)
  return rows
}

/** What is ready, oldest first, and locked: never what whoever makes the file had a part in. */
export const lockReady = async (tx: Tx, operator: string, most: number): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from ${from} where p.state = 'Ready' and not ${operator}::uuid = any(p.approved_by)
    order by p.number limit ${most} for update of p`.execute(tx)
  return rows
}

/** Puts payments into a file, in one statement that looks once more at who may. */
export const sendAll = async (
  tx: Tx,
  payments: readonly Pick<PaymentRow, 'id'>[],
  file: { id: string; operator: string; at: Date },
): Promise<void> => {
  const { id, operator, at } = file
  const ids = payments.map((each) => each.id)
  const mine = sql`id = any(${ids}::uuid[]) and not ${operator}::uuid = any(approved_by)`
  const set = { file: id, sent_at: at }
  const sent = await advanceAll(tx, paymentMoves, mine, { to: 'Sent', by: `operator:${operator}`, at, set })
  if (sent.length < ids.length) throw new Error('a payment that was locked could not be sent')
}

export type FileRow = {
  id: string
  number: string
  name: string
  sha256: Buffer
  sealed: Buffer
  payments: number
  cents: string
  made_by: string
  made_by_name: string
  at: Date
}

type NewFile = Omit<FileRow, 'number' | 'made_by_name'> & { reason: string }

export const insertFile = async (tx: Tx, file: NewFile): Promise<void> => {
  await sql`
    insert into payment_files (id, name, sha256, sealed, payments, cents, made_by, reason, at)
    values (${file.id}, ${file.name}, ${file.sha256}, ${file.sealed}, ${file.payments}, ${file.cents}, ${file.made_by},
      ${file.reason}, ${file.at})`.execute(tx)
}

const fileColumns = sql`
  f.id, f.number, f.name, f.sha256, f.sealed, f.payments, f.cents, f.made_by, o.username as made_by_name, f.at`

export const readFiles = async (db: Db | Tx, { before, limit }: Stretch): Promise<FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from payment_files f join customers o on o.id = f.made_by
    where f.number < ${String(before ?? largestNumber)}::bigint order by f.number desc limit ${limit}`.execute(db)
  return rows
}

export const findFile = async (db: Db | Tx, id: string): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from payment_files f join customers o on o.id = f.made_by where f.id = ${id}`.execute(db)
  return rows[0]
}

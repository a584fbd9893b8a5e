import type { Db, Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { LineState } from '@ingot/endpoints/bank'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import { microsOf, momentOf, type Place, type Sum, sumOf, uuidIn } from '../queue.ts'
import type { Taken } from './part.ts'
import { lineMoves } from './rules.ts'

export type LineRow = {
  id: string
  number: string
  statement: string
  place: number
  sequence: string
  direction: 'in' | 'out'
  cents: string
  currency: string
  booked_on: string
  accepted_at: Date
  is_reversal: boolean
  return_code: string | null
  sealed: Buffer
  last_four: string | null
  reference: string | null
  end_to_end_id: string | null
  bank_reference: string | null
  undoes: string | null
  state: LineState
  became: string | null
  customer: string | null
  customer_name: string | null
  subject: string | null
  in_suspense: string | null
  since: Date | null
}

const columns = sql`
  l.id, l.number, l.statement, l.place, l.sequence, l.direction, l.cents, l.currency, l.booked_on::text, s.accepted_at,
  l.is_reversal, l.return_code, l.sealed, l.last_four, l.reference, l.end_to_end_id, l.bank_reference, l.undoes, l.state, l.became,
  l.customer, c.username as customer_name, l.subject, l.in_suspense, l.since`

/** Of accepted statements alone: others have no lines for anybody. */
const from = sql`bank_lines l join bank_statements s on s.id = l.statement and s.state = 'Accepted'
  left join customers c on c.id = l.customer`

/** Lines are worked one after the other, by whomever. */
export const lockLines = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('bank_lines'))`.execute(tx)

/** The next one behind a place that nobody has worked, by one step into an index for each statement that is not done. */
export const nextLine = async (
  tx: Tx,
  after: { statement: string; place: number } | null,
): Promise<LineRow | undefined> => {
  const statement = after?.statement ?? null
  const { rows } = await sql<{ id: string }>`
    select l.id from bank_statements s cross join lateral (
      select id from bank_lines
      where statement = s.id and state = 'New'
        and place > case when s.id = ${statement}::uuid then ${after?.place ?? 0}::int else 0 end
      order by place limit 1) l
    where s.state = 'Accepted' and s.worked_at is null
      and s.number >= coalesce((select number from bank_statements where id = ${statement}::uuid), 0)
    order by s.number limit 1`.execute(tx)
  return rows[0] && lockLine(tx, rows[0].id)
}

/** Those whose lines all became something. */
export const noteWorked = async (tx: Db | Tx, at: Date): Promise<void> => {
  await sql`
    update bank_statements s set worked_at = ${at}
    where state = 'Accepted' and worked_at is null
      and not exists (select from bank_lines l where l.statement = s.id and l.state = 'New')`.execute(tx)
}

export const lockLine = async (tx: Tx, id: string): Promise<LineRow | undefined> => {
  const { rows } = await sql<LineRow>`select ${columns} from ${from} where l.id = ${id} for update of l`.execute(tx)
  return rows[0]
}

type By = { by: string; at: Date; why?: string }

export const takeLine = (tx: Tx, id: string, { customer, subject, became }: Taken, { by, at }: By): Promise<void> =>
  advance(tx, lineMoves, id, {
    ...{ to: 'Taken', by, at },
    set: { customer, subject, became, in_suspense: null, since: at },
  })

export const suspendLine = (tx: Tx, id: string, cents: bigint, { by, at, why }: By): Promise<void> =>
  advance(tx, lineMoves, id, {
    ...{ to: 'Suspense', by, at, why: why ?? null },
    set: { in_suspense: String(cents), since: at, became: why ?? null },
  })

export const moveLine = (
  tx: Tx,
  id: string,
  to: 'Returning' | 'Returned' | 'Reversed' | 'Unexplained',
  { by, at }: By,
  became: string,
): Promise<void> => advance(tx, lineMoves, id, { to, by, at, set: { became, in_suspense: null, since: at } })

/**
 * Money that came, by what a line that undoes it says of it. Several that fit are none. A part of it is taken back only where the
 * bank names it, and from whoever took it.
 */
export const findOriginal = async (
  tx: Tx,
  by: { bankReference: string } | { endToEndId: string },
  cents: bigint,
): Promise<LineRow[]> => {
  const named =
    'bankReference' in by
      ? sql`l.bank_reference = ${by.bankReference} and (l.cents = ${String(cents)} or l.state = 'Taken' and l.cents > ${String(cents)})`
      : sql`l.end_to_end_id = ${by.endToEndId} and l.cents = ${String(cents)}`
  const { rows } = await sql<LineRow>`
    select ${columns} from ${from}
    where ${named} and l.direction = 'in' and l.state <> 'Reversed'
    order by l.number limit 2 for update of l`.execute(tx)
  return rows
}

/** Those in suspense for longer than they may be, that were never sent back and about which nobody is asked. */
export const dueReturns = async (db: Db, before: Date, now: Date, after: string | null, most: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from bank_lines l
    where state = 'Suspense' and since <= ${before} and last_four is not null
      and not exists (select from bank_payments p where p.kind = 'return' and p.subject = 'line:' || l.id)
      and not exists (select from approvals a where a.thing = 'line:' || l.id and a.state in ('requested', 'approved')
        and a.expires_at > ${now})
    order by id <= ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid, id limit ${most}`.execute(db)
  return rows
}

export type LineFilter = {
  statement?: string | undefined
  state?: LineState | undefined
  direction?: 'in' | 'out' | undefined
}

export const readLines = async (
  db: Db,
  { statement, state, direction }: LineFilter,
  { before, limit }: Stretch,
): Promise<LineRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`l.number < ${String(before ?? largestNumber)}::bigint`,
    ...(statement === undefined ? [] : [sql`l.statement = ${statement}`]),
    ...(state === undefined ? [] : [sql`l.state = ${state}`]),
    ...(direction === undefined ? [] : [sql`l.direction = ${direction}`]),
  ]
  const { rows } = await sql<LineRow>`
    select ${columns} from ${from} where ${sql.join(conditions, sql` and `)}
    order by l.number desc limit ${limit}`.execute(db)
  return rows
}

type Open = 'Suspense' | 'Unexplained'

export const sumOpen = (db: Db, state: Open): Promise<Sum> =>
  sumOf(db, sql`select since from bank_lines where state = ${state}`)

export const listOpen = async (
  db: Db,
  state: Open,
  after: Place,
  limit: number,
): Promise<(LineRow & { micros: string })[]> => {
  const { rows } = await sql<LineRow & { micros: string }>`
    select ${columns}, ${microsOf(sql`l.since`)} as micros from ${from}
    where l.state = ${state} and (l.since, l.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by l.since, l.id limit ${limit}`.execute(db)
  return rows
}

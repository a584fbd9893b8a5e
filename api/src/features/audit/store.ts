import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type AuditFilter = {
  from?: string | undefined
  until?: string | undefined
  operator?: string | undefined
  action?: string | undefined
  customer?: string | undefined
}

export type LineRow = {
  number: string
  at: Date
  operator: string | null
  action: string
  customer: string | null
  username: string | null
  thing: string | null
  /** The operator whom it is about, where the thing is one. */
  named: string | null
  reason: string | null
  facts: Record<string, string>
  alone: boolean
}

/** Newest first. An erased customer has no name any more, but still an id. */
export const readLines = async (db: Db, filter: AuditFilter, { before, limit }: Stretch): Promise<LineRow[]> => {
  const { from, until, operator, action, customer } = filter
  const wanted = [
    sql`l.number < ${String(before ?? largestNumber)}`,
    ...(from ? [sql`l.at >= ${from}`] : []),
    ...(until ? [sql`l.at < ${until}`] : []),
    ...(operator ? [sql`l.operator = (select id from customers where username = ${operator})`] : []),
    ...(action ? [sql`l.action = ${action}`] : []),
    ...(customer ? [sql`l.customer = ${customer}`] : []),
  ]
  const { rows } = await sql<LineRow>`
    select l.number, l.at, o.username as operator, l.action, l.customer, c.username, l.thing, t.username as named, l.reason, l.facts,
      l.alone
    from audit_lines l left join customers o on o.id = l.operator left join customers c on c.id = l.customer
      left join customers t on t.role = 'operator'
        and t.id = case when l.thing ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.thing::uuid end
    where ${sql.join(wanted, sql` and `)} order by l.number desc limit ${limit}`.execute(db)
  return rows
}

/** What one person did alone since then, newest first. */
export const readAlone = async (db: Db, since: Date, limit: number) => {
  const { rows } = await sql<Pick<LineRow, 'number' | 'at' | 'operator' | 'action'>>`
    select l.number, l.at, o.username as operator, l.action from audit_lines l left join customers o on o.id = l.operator
    where l.alone and l.at >= ${since} order by l.number desc limit ${limit}`.execute(db)
  return rows
}

/** Up to which line operators were written to. Whoever asks keeps others from writing the same until it is done. */
export const lockTold = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ number: string }>`select number from audit_told for update`.execute(tx)
  return rows[0]?.number ?? '0'
}

export const setTold = async (tx: Tx, number: string) => {
  await sql`update audit_told set number = ${number}`.execute(tx)
}

/** What was done alone after that line, oldest first. */
export const readUntold = async (tx: Tx, after: string, limit: number) => {
  const { rows } = await sql<{ number: string }>`
    select number from audit_lines where alone and number > ${after} order by number limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

export const readAloneLine = async (db: Db, number: string) => {
  const { rows } = await sql<Pick<LineRow, 'at' | 'operator' | 'action' | 'facts'>>`
    select l.at, o.username as operator, l.action, l.facts from audit_lines l left join customers o on o.id = l.operator
    where l.number = ${number}`.execute(db)
  return rows[0]
}

/** Everybody who runs the house, by id. */
export const listOperators = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from customers where role = 'operator' order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { RemittanceReason, RemittanceState } from '@ingot/endpoints/bank-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'
import { remittanceMoves } from './rules.ts'

export type ListedRow = {
  id: string
  number: string
  state: RemittanceState
  reason: RemittanceReason | null
  reference: string | null
  follows: string | null
  announced_cents: string | null
  arrived_cents: string | null
  settled_cents: string
  account: string | null
  last_four: string | null
  announced_at: Date | null
  expires_at: Date | null
  received_at: Date | null
  ended_at: Date | null
  history: { state: RemittanceState; at: string }[]
  slip: { id: string; name: string } | null
  booked: {
    units: string
    price: string
    fee_units: string
    holding: string
    note: string
    movement: string
    type: string
  } | null
}

/** With the account it was announced from, the newest slip, and what was booked. */
const columns = sql`r.id, r.number, r.state, r.reason, r.reference, r.follows, r.announced_cents, r.arrived_cents, r.settled_cents,
  r.account, (select b.last_four from bank_accounts b where b.id = r.account) as last_four, r.announced_at, r.expires_at,
  r.received_at, r.ended_at, ${historyOf(remittanceMoves, sql`r.id`)} as history,
  (select jsonb_build_object('id', u.id, 'name', u.name) from uploads u
    where u.kind = 'remittance-slip' and u.subject = 'remittance:' || r.id order by u.number desc limit 1) as slip,
  (select jsonb_build_object('units', o.units::text, 'price', o.price, 'fee_units', o.fee_units::text, 'holding', o.id, 'note', o.note,
      'movement', o.movement, 'type', m.type)
    from holdings o join ledger_movements m on m.id = o.movement where o.id = r.holding) as booked`

export type Filter = { state?: RemittanceState | undefined; from?: string | undefined; until?: string | undefined }

/** When it was announced, or came where nobody announced it. */
const began = sql`coalesce(announced_at, received_at)`

export const readRemittances = async (
  db: Db,
  customer: string,
  { state, from, until }: Filter,
  { before, limit }: Stretch,
): Promise<ListedRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`customer = ${customer}`,
    sql`number < ${String(before ?? largestNumber)}::bigint`,
    ...(state ? [sql`state = ${state}`] : []),
    ...(from ? [sql`${began} >= ${from}::timestamptz`] : []),
    ...(until ? [sql`${began} < ${until}::timestamptz`] : []),
  ]
  const { rows } = await sql<ListedRow>`
    select ${columns} from (
      select * from remittances where ${sql.join(conditions, sql` and `)} order by number desc limit ${limit}) r
    order by r.number desc`.execute(db)
  return rows
}

export const findListed = async (db: Db | Tx, customer: string, id: string): Promise<ListedRow | undefined> => {
  const { rows } = await sql<ListedRow>`
    select ${columns} from remittances r where r.id = ${id} and r.customer = ${customer}`.execute(db)
  return rows[0]
}

/** What a mail tells of one. */
export const readTold = async (db: Db, id: string) => {
  const { rows } = await sql<{ state: RemittanceState; reason: RemittanceReason | null; cents: string }>`
    select state, reason, coalesce(arrived_cents, announced_cents) as cents from remittances where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Those that are held, newest first. */
export const readHeld = async (db: Db, customer: string) => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, received_at as at from remittances where customer = ${customer} and state = 'Held'
    order by number desc limit 5`.execute(db)
  return rows
}

/** What waits for an operator: all that is here and is not booked by itself. */
const waiting = sql`state in ('Received', 'Held') and try_at is null`

export const sumWaiting = (db: Db) => sumOf(db, sql`select received_at as since from remittances where ${waiting}`)

type WaitingRow = { id: string; customer: string; username: string; since: Date; micros: string; day_cents: string }

export const listWaiting = async (db: Db, after: Place, limit: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select r.id, r.customer, c.username, r.received_at as since, ${microsOf(sql`r.received_at`)} as micros, (
      select coalesce(sum(o.arrived_cents), 0) from remittances o where o.customer = r.customer
        and o.received_at between r.received_at - interval '24 hours' and r.received_at
        and o.state in ('Received', 'Held', 'Booked')) as day_cents
    from (select id, customer, received_at from remittances where ${waiting}) r join customers c on c.id = r.customer
    where (r.received_at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by r.received_at, r.id limit ${limit}`.execute(db)
  return rows
}

/** How many were to be booked before a moment and are not, and how many are held since nobody has gold for them. */
export const countStuck = async (db: Db, before: Date): Promise<{ late: number; noGold: number }> => {
  const { rows } = await sql<{ late: number; noGold: number }>`
    select (select count(*) from remittances where try_at < ${before})::int as late,
      (select count(*) from remittances where state = 'Held' and reason = 'no-gold')::int as "noGold"`.execute(db)
  return rows[0] ?? { late: 0, noGold: 0 }
}

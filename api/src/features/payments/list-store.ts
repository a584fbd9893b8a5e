import type { Db, Tx } from '@ingot/db/connect'
import { historyOf } from '@ingot/db/states'
import type { PaymentReason, PaymentState } from '@ingot/endpoints/payment-fields'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { Shown } from '../remittances/booking.ts'
import { paymentMoves } from './rules.ts'

export type ListedRow = {
  id: string
  number: string
  state: PaymentState
  reason: PaymentReason | null
  cents: string
  fee_cents: string
  locked: Shown
  locked_until: Date
  created_at: Date
  paid_at: Date | null
  ended_at: Date | null
  checkout_url: string | null
  clears_at: Date | null
  refunded_cents: string
  lost_cents: string
  is_at_lock: boolean | null
  try_at: Date | null
  history: { state: PaymentState; at: string }[]
  booked: { units: string; price: string; holding: string; note: string; movement: string; type: string } | null
}

/** With what was booked. */
const columns = sql`p.id, p.number, p.state, p.reason, p.cents, p.fee_cents, p.locked, p.locked_until, p.created_at, p.paid_at, p.ended_at,
  p.checkout_url, p.clears_at, p.refunded_cents, p.lost_cents, p.is_at_lock, p.try_at,
  ${historyOf(paymentMoves, sql`p.id`)} as history,
  (select jsonb_build_object('units', o.units::text, 'price', o.price, 'holding', o.id, 'note', o.note, 'movement', o.movement,
      'type', m.type)
    from holdings o join ledger_movements m on m.id = o.movement where o.id = p.holding) as booked`

export type Filter = { state?: PaymentState | undefined; from?: string | undefined; until?: string | undefined }

export const readPayments = async (
  db: Db,
  customer: string,
  { state, from, until }: Filter,
  { before, limit }: Stretch,
): Promise<ListedRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`customer = ${customer}`,
    sql`number < ${String(before ?? largestNumber)}::bigint`,
    ...(state ? [sql`state = ${state}`] : []),
    ...(from ? [sql`created_at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`created_at < ${until}::timestamptz`] : []),
  ]
  const { rows } = await sql<ListedRow>`
    select ${columns} from (
      select * from card_payments where ${sql.join(conditions, sql` and `)} order by number desc limit ${limit}) p
    order by p.number desc`.execute(db)
  return rows
}

export const findListed = async (db: Db | Tx, customer: string, id: string): Promise<ListedRow | undefined> => {
  const { rows } = await sql<ListedRow>`
    select ${columns} from card_payments p where p.id = ${id} and p.customer = ${customer}`.execute(db)
  return rows[0]
}

/** What is held or disputed, newest first: as many as are told of. */
export const readUnsettled = async (db: Db, customer: string) => {
  const { rows } = await sql<{ id: string; state: 'Held' | 'Disputed'; at: Date }>`
    select id, state, coalesce(disputed_at, paid_at, created_at) as at from card_payments
    where customer = ${customer} and state in ('Held', 'Disputed') order by number desc limit 5`.execute(db)
  return rows
}

import type { Db, Tx } from '@ingot/db/connect'
import type { PaymentEvent } from '@ingot/providers/payments/port'
import { sql } from 'kysely'
import { isUuid } from '../../queue.ts'

/** Which payment something of the processor is about, by its page, its money, or our own id. */
export const findNamed = async (tx: Tx, { checkout, intent, payment }: PaymentEvent) => {
  const { rows } = await sql<{ id: string; checkout: string | null }>`
    select id, checkout from card_payments
    where checkout = ${checkout} or intent = ${intent} or id = ${payment !== null && isUuid(payment) ? payment : null}::uuid
    order by checkout = ${checkout} desc nulls last, intent = ${intent} desc nulls last limit 1`.execute(tx)
  return rows[0]
}

/** Says whether it is new. */
export const takeEvent = async (tx: Tx, event: PaymentEvent, payment: string | null, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into card_events (id, type, payment, happened_at, received_at)
    values (${event.id}, ${event.type}, ${payment}, ${event.at}, ${at}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export const deleteEvents = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from card_events where received_at < ${before}`.execute(db)
}

export const recordRefusal = async (db: Db, address: string, reason: string, at: Date): Promise<void> => {
  await sql`
    insert into card_event_refusals as known (day, address, reason, count, last_at)
    values (${at.toISOString().slice(0, 10)}, ${address}, ${reason}, 1, ${at})
    on conflict (day, address, reason) do update set count = known.count + 1, last_at = excluded.last_at`.execute(db)
}

/** How many messages were refused since a moment, by reason. */
export const readRefused = async (db: Db, since: Date) => {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(count)::int as count from card_event_refusals
    where day >= ${since.toISOString().slice(0, 10)}::date and last_at > ${since} group by reason`.execute(db)
  return rows
}

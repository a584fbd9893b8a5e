import type { Db, Tx } from '@ingot/db/connect'
import type { Activity, activityKinds } from '@ingot/endpoints/account'
import { sql } from 'kysely'
import type { Origin } from '../../bind.ts'

export type AuditEvent = { customer: string | null; kind: (typeof activityKinds)[number]; from: Origin }

export const insertEvent = async (tx: Db | Tx, { customer, kind, from }: AuditEvent, at: Date) => {
  const { address, agent } = from
  await sql`
    insert into audit_events (customer, kind, at, address, agent)
    values (${customer}, ${kind}, ${at}, ${address}, ${agent})`.execute(tx)
}

/** Done by the clock, from nowhere. */
export const insertRecoveryDone = async (tx: Tx, customer: string, at: Date) => {
  await sql`
    insert into audit_events (customer, kind, at, address, agent)
    values (${customer}, 'recovery-done', ${at}, '', '')`.execute(tx)
}

export type EventRow = Pick<Activity, 'id' | 'kind' | 'address'> & { at: Date; agent: string }

/** Newest first. */
export const listEvents = async (
  db: Db,
  customer: string,
  { before, limit }: { before: bigint; limit: number },
): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select id, kind, at, agent, address from audit_events
    where customer = ${customer} and id < ${String(before)} order by id desc limit ${limit}`.execute(db)
  return rows
}

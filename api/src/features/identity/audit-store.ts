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

export type Renewed = { password: boolean; pin: boolean; twoFactor: boolean }

/** Which credentials were changed after a moment. 2FA that was set up anew and taken off again is not. */
export const renewedSince = async (db: Db | Tx, customer: string, since: Date): Promise<Renewed> => {
  const { rows } = await sql<Renewed>`
    select coalesce(bool_or(e.kind in ('password-changed', 'password-reset')), false) as password,
      coalesce(bool_or(e.kind in ('pin-set', 'pin-changed')), false) as pin,
      coalesce(bool_or(e.kind = '2fa-enabled'), false)
        and exists (select from customers c where c.id = ${customer} and c.totp_secret is not null) as "twoFactor"
    from audit_events e where e.customer = ${customer} and e.at > ${since}
      and e.kind in ('password-changed', 'password-reset', 'pin-set', 'pin-changed', '2fa-enabled')`.execute(db)
  return rows[0] ?? { password: false, pin: false, twoFactor: false }
}

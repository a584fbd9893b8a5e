import type { Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Origin, Person } from '../../bind.ts'

export type SessionRow = {
  id: string
  customer: string
  username: string
  role: Person['role']
  roles: Person['roles']
  kyc_status: Person['kycStatus']
  residence: Person['residence']
  pin_set: boolean
  two_factor_on: boolean
  two_factor: boolean
  started_at: Date
  last_active_at: Date
  ended_at: Date | null
  session_version: string
  customer_version: string
}

/** Asked with every call of somebody signed in, so it is prepared. */
const sessionColumns = `
    select s.id, s.customer, c.username, c.role, c.roles, c.kyc_status, c.residence, c.pin_hash is not null as pin_set,
      c.totp_secret is not null as two_factor_on, s.two_factor, s.started_at, s.last_active_at, s.ended_at,
      s.xmin::text as session_version, c.xmin::text as customer_version
    from sessions s join customers c on c.id = s.customer`
const byId = { name: 'find-session', text: `${sessionColumns} where s.id = $1 and s.cookie_hash = $2` }
const byCookie = { name: 'find-session-by-cookie', text: `${sessionColumns} where s.cookie_hash = $1` }

/** Fails with IG001 unless a session and its customer are as they were when they were read: neither row was written since. */
export const sessionStands = ({ id, session_version, customer_version }: SessionRow): Statement => ({
  name: 'session-stands',
  text: 'select session_stands($1, $2, $3)',
  values: [id, session_version, customer_version],
})

export const findSession = async (db: Db, id: string, cookieHash: Buffer) => {
  const [row] = await runStatement<SessionRow>(db, { ...byId, values: [id, cookieHash] })
  return row
}

export const findSessionByCookie = async (db: Db, cookieHash: Buffer) => {
  const [row] = await runStatement<SessionRow>(db, { ...byCookie, values: [cookieHash] })
  return row
}

export const insertSession = async (
  tx: Tx,
  given: { customer: string; cookieHash: Buffer; twoFactor: boolean; from: Origin; at: Date },
): Promise<string> => {
  const { customer, cookieHash, twoFactor, from, at } = given
  const { rows } = await sql<{ id: string }>`
    insert into sessions
      (customer, cookie_hash, two_factor, address, agent, started_at, last_active_at, password_given_at)
    values (${customer}, ${cookieHash}, ${twoFactor}, ${from.address}, ${from.agent},
      ${at}, ${at}, ${at})
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** Notes, for each side, that accounts are signed in to from one device. It opens and refuses nothing. */
export const noteSharedDevice = async (
  tx: Tx,
  customer: string,
  others: readonly string[],
  at: Date,
): Promise<void> => {
  if (others.length === 0) return
  await sql`
    insert into shared_devices (customer, other, seen_at)
    select side.customer, side.other, ${at}::timestamptz from customers o
      cross join lateral (values (${customer}::uuid, o.id), (o.id, ${customer}::uuid)) as side (customer, other)
    where o.id = any(${[...others]}::uuid[]) and o.id <> ${customer}
    order by 1, 2 on conflict (customer, other) do nothing`.execute(tx)
}

/** Whether the customer has signed in from a device like this one before; true for the very first time. */
export const knowsDevice = async (tx: Tx, customer: string, { agent }: Origin): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select coalesce(bool_or(agent = ${agent}), true) as known
    from sessions where customer = ${customer}`.execute(tx)
  return rows[0]?.known ?? true
}

/** Ends the sessions of a customer, all but one if it is named, and says how many. */
export const endSessions = async (tx: Db | Tx, customer: string, at: Date, but: string | null = null) => {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${at}
    where customer = ${customer} and ended_at is null and id is distinct from ${but}::uuid`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const endAllSessions = async (tx: Tx, customer: string, at: Date) => {
  await sql`
    update sessions set ended_at = ${at} where customer = ${customer} and ended_at is null`.execute(tx)
}

/** False when the customer has no such session that is open. */
export const endSession = async (db: Db, customer: string, id: string, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${at}
    where id = ${id} and customer = ${customer} and ended_at is null`.execute(db)
  return Boolean(numAffectedRows)
}

export const saveActivity = async (db: Db, id: string, at: Date) => {
  await sql`update sessions set last_active_at = ${at} where id = ${id} and last_active_at < ${at}`.execute(db)
}

/** Those that are open, the asking one first. */
export const listSessions = async (
  db: Db,
  { id, session }: Pick<Person, 'id' | 'session'>,
  { activeSince, startedSince }: { activeSince: Date; startedSince: Date },
) => {
  const { rows } = await sql<{ id: string; agent: string; address: string; started_at: Date; last_active_at: Date }>`
    select id, agent, address, started_at, last_active_at from sessions
    where customer = ${id} and ended_at is null
      and last_active_at > ${activeSince} and started_at > ${startedSince}
    order by id = ${session} desc, last_active_at desc limit 100`.execute(db)
  return rows
}

export const savePasswordGiven = async (db: Db, id: string, at: Date) => {
  await sql`update sessions set password_given_at = ${at} where id = ${id}`.execute(db)
}

export const wasPasswordGiven = async (db: Db, id: string, since: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from sessions
    where id = ${id} and ended_at is null and password_given_at > ${since}`.execute(db)
  return rows.length > 0
}

/** From here on it counts as signed in with 2FA. */
export const saveTwoFactorGiven = async (tx: Tx, id: string) => {
  await sql`update sessions set two_factor = true where id = ${id}`.execute(tx)
}

export const isSecondStepUsed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`select from used_second_steps where id = ${id}`.execute(db)
  return rows.length > 0
}

/** False when it was used before. */
export const useSecondStep = async (tx: Tx, id: string, expires: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into used_second_steps (id, expires_at) values (${id}, ${expires}) on conflict do nothing`.execute(tx)
  return Boolean(numAffectedRows)
}

export const purgeSecondSteps = (db: Db, at: Date) =>
  sql`delete from used_second_steps where expires_at < ${at}`.execute(db)

export const purgeSessions = (db: Db, before: Date) =>
  sql`delete from sessions where last_active_at < ${before}`.execute(db)

import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import type { Gate } from '@ingot/endpoints/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import { sql } from 'kysely'
import { type Caller, type Identify, type Origin, type Person, visitor } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, record } from './identity.ts'
import { newToken, tokenHash } from './keys.ts'
import { deviceOf } from './rules.ts'

const idle = policy.session.idleMinutes * 60_000
const longest = policy.session.longestHours * 3600_000
const longestAgent = 400

const cookieNameOf = (secure: boolean) => (secure ? '__Host-ingot-session' : 'ingot-session')

const setCookie = (secure: boolean, value: string, maxAge: number) => ({
  'set-cookie': stringifySetCookie({
    name: cookieNameOf(secure),
    value,
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    maxAge,
    secure,
  }),
})

export const removeCookie = (secure: boolean) => setCookie(secure, '', 0)

type SessionRow = {
  customer: string
  username: string
  role: Person['role']
  kyc_status: string
  pin_set: boolean
  two_factor_on: boolean
  two_factor: boolean
  started_at: Date
  last_active_at: Date
  ended_at: Date | null
}

const gatesOf = ({ role, kyc_status, two_factor, two_factor_on }: SessionRow): Gate[] => {
  if (role === 'operator')
    return two_factor && two_factor_on ? ['public', 'session', 'operator'] : ['public', 'session']
  return kyc_status === 'Verified' ? ['public', 'session', 'customer', 'verified'] : ['public', 'session', 'customer']
}

const endOf = (row: SessionRow, at: number): Caller['ended'] => {
  if (row.ended_at) return 'ended'
  if (at - row.started_at.getTime() >= longest) return 'expired'
  if (at - row.last_active_at.getTime() >= idle) return 'idle'
}

/** Asked with every call of somebody signed in, so it is prepared. */
const findSession = {
  name: 'find-session',
  text: `
    select s.customer, c.username, c.role, c.kyc_status, c.pin_hash is not null as pin_set,
      c.totp_secret is not null as two_factor_on, s.two_factor, s.started_at, s.last_active_at, s.ended_at
    from sessions s join customers c on c.id = s.customer
    where s.id = $1 and s.cookie_hash = $2`,
}

/** Both are asked for: a stolen bearer lacks the cookie, and a forged call from another site lacks the bearer. */
export const createIdentify = ({ db, now, tokens, secure }: Identity): Identify => {
  const name = cookieNameOf(secure)
  return async ({ headers }) => {
    const bearer = headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice(7) : undefined
    const cookie = headers.cookie && parseCookie(headers.cookie)[name]
    const session = bearer && cookie ? tokens.session.read(bearer)?.sid : undefined
    if (!session || !cookie) return visitor
    const [row] = await runStatement<SessionRow>(db, { ...findSession, values: [session, tokenHash(cookie)] })
    if (!row) return visitor
    const ended = endOf(row, now().getTime())
    if (ended) return { ...visitor, ended }
    const person = {
      id: row.customer,
      username: row.username,
      session,
      role: row.role,
      pinSet: row.pin_set,
      twoFactorOn: row.two_factor_on,
    }
    return { id: row.customer, gates: new Set(gatesOf(row)), person }
  }
}

/** Opens a session and gives what names it: the token for the answer, the cookie for its headers. */
export const startSession = async (
  tx: Tx,
  { now, tokens, secure }: Identity,
  { customer, twoFactor, from }: { customer: string; twoFactor: boolean; from: Origin },
) => {
  const cookie = newToken()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (customer, cookie_hash, two_factor, address, agent, started_at, last_active_at)
    values (${customer}, ${tokenHash(cookie)}, ${twoFactor}, ${from.address}, ${from.agent.slice(0, longestAgent)},
      ${now()}, ${now()})
    returning id`.execute(tx)
  const sid = rows[0]?.id ?? ''
  return { jwt: tokens.session.sign({ sid }), headers: setCookie(secure, cookie, longest / 1000) }
}

/** Whether the customer has signed in from a device like this one before; true for the very first time. */
export const knowsDevice = async (tx: Tx, customer: string, { agent }: Origin): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select coalesce(bool_or(agent = ${agent.slice(0, longestAgent)}), true) as known
    from sessions where customer = ${customer}`.execute(tx)
  return rows[0]?.known ?? true
}

/** Ends the sessions of a customer, all but one if it is named, and says how many. */
export const endSessions = async (tx: Db | Tx, { now }: Identity, customer: string, but: string | null = null) => {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${now()}
    where customer = ${customer} and ended_at is null and id is distinct from ${but}::uuid`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const endSession = async (identity: Identity, person: Person, id: string, from: Origin) => {
  const { db, now } = identity
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${now()}
    where id = ${id} and customer = ${person.id} and ended_at is null`.execute(db)
  if (!numAffectedRows) throw new Failure('NotFound')
  await record(db, identity, {
    customer: person.id,
    kind: id === person.session ? 'signed-out' : 'session-ended',
    from,
  })
}

export const endOtherSessions = async (identity: Identity, person: Person, from: Origin) => {
  const ended = await endSessions(identity.db, identity, person.id, person.session)
  if (ended) await record(identity.db, identity, { customer: person.id, kind: 'session-ended', from })
  return { ended }
}

export const reportActivity = async ({ db, now }: Identity, { session }: Person) => {
  await sql`update sessions set last_active_at = ${now()} where id = ${session} and last_active_at < ${now()}`.execute(
    db,
  )
}

export const listSessions = async ({ db, now }: Identity, person: Person) => {
  const { rows } = await sql<{ id: string; agent: string; address: string; started_at: Date; last_active_at: Date }>`
    select id, agent, address, started_at, last_active_at from sessions
    where customer = ${person.id} and ended_at is null
      and last_active_at > ${new Date(now().getTime() - idle)} and started_at > ${new Date(now().getTime() - longest)}
    order by id = ${person.session} desc, last_active_at desc limit 100`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.agent),
    address: row.address,
    startedAt: row.started_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    current: row.id === person.session,
  }))
}

import { timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import type { Gate } from '@ingot/endpoints/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Caller, type Claim, type Identify, type Origin, type Person, visitor } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, record } from './identity.ts'
import { newToken, tokenHash } from './keys.ts'
import { deviceOf } from './rules.ts'

const idle = policy.session.idleMinutes * 60_000
const longest = policy.session.longestHours * 3600_000
const longestAgent = 400

const cookieNameOf = (secure: boolean) => (secure ? '__Host-ingot-session' : 'ingot-session')

/** The cookie that names the session, and the one that a page reads and repeats in a header, which another site cannot. */
const setCookies = (secure: boolean, value: string, xsrf: string, maxAge: number) => {
  const attributes = { sameSite: 'strict', path: '/', maxAge, secure } as const
  return [
    stringifySetCookie({ name: cookieNameOf(secure), value, httpOnly: true, ...attributes }),
    stringifySetCookie({ name: xsrfCookie, value: xsrf, ...attributes }),
  ]
}

/** The device stays known: it keeps its tries apart from those of strangers at the next sign-in. */
export const removeCookies = (secure: boolean) => setCookies(secure, '', '', 0)

const xsrfCookie = 'XSRF-TOKEN'
const xsrfHeader = 'x-xsrf-token'

/** Belongs to one session's cookie, so that a value which somebody else planted in the browser fits no session. */
const xsrfOf = ({ keys }: Identity, cookie: string) => keys.digest('xsrf', cookie).toString('base64url')

type SessionRow = {
  id: string
  customer: string
  username: string
  role: Person['role']
  kyc_status: Person['kycStatus']
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
const sessionColumns = `
    select s.id, s.customer, c.username, c.role, c.kyc_status, c.pin_hash is not null as pin_set,
      c.totp_secret is not null as two_factor_on, s.two_factor, s.started_at, s.last_active_at, s.ended_at
    from sessions s join customers c on c.id = s.customer`
const findSession = { name: 'find-session', text: `${sessionColumns} where s.id = $1 and s.cookie_hash = $2` }
const findSessionByCookie = { name: 'find-session-by-cookie', text: `${sessionColumns} where s.cookie_hash = $1` }

const nobody: Claim = { look: () => visitor }

/**
 * Two things are asked for: a stolen bearer lacks the cookie, and a forged call from another site lacks the bearer. Where
 * the bearer is the page's public token, which everybody knows, what a forged call lacks is the header.
 */
export const createIdentify = (identity: Identity, clientToken: string): Identify => {
  const { db, now, tokens, secure } = identity
  const name = cookieNameOf(secure)
  const namedIn = ({ headers: { authorization, cookie: sent } }: FastifyRequest) => {
    const bearer = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
    const cookies = bearer && sent ? parseCookie(sent) : {}
    const cookie = cookies[name]
    return bearer && cookie ? { bearer, cookie, cookies } : undefined
  }
  const claim = (session: string | undefined, find: () => Promise<SessionRow | undefined>): Claim => ({
    session,
    look: async () => {
      const row = await find()
      return row ? callerOf(row, now().getTime()) : visitor
    },
  })
  const byToken = ({ bearer, cookie }: Named): Claim => {
    const session = tokens.session.read(bearer)?.sid
    if (!session) return nobody
    return claim(session, async () => {
      const [row] = await runStatement<SessionRow>(db, { ...findSession, values: [session, tokenHash(cookie)] })
      return row
    })
  }
  const byCookie = ({ bearer, cookie, cookies }: Named, { headers }: FastifyRequest): Claim => {
    const isFromPage = identity.keys.digests('xsrf', cookie).some((digest) => {
      const xsrf = digest.toString('base64url')
      return isSame(headers[xsrfHeader], xsrf) && isSame(cookies[xsrfCookie], xsrf)
    })
    if (!isSame(bearer, clientToken) || !isFromPage) return nobody
    const cookieHash = tokenHash(cookie)
    return claim(cookieHash.toString('base64'), async () => {
      const [row] = await runStatement<SessionRow>(db, { ...findSessionByCookie, values: [cookieHash] })
      return row
    })
  }
  return (request, kind) => {
    const named = namedIn(request)
    if (!named) return nobody
    return kind === 'client' ? byCookie(named, request) : byToken(named)
  }
}

type Named = { bearer: string; cookie: string; cookies: Cookies }

type Cookies = ReturnType<typeof parseCookie>

const isSame = (given: unknown, expected: string) => {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const callerOf = (row: SessionRow, at: number): Caller => {
  const ended = endOf(row, at)
  if (ended) return { ...visitor, ended }
  const person = {
    id: row.customer,
    username: row.username,
    session: row.id,
    role: row.role,
    pinSet: row.pin_set,
    twoFactorOn: row.two_factor_on,
    kycStatus: row.kyc_status,
  }
  return { id: row.customer, gates: new Set(gatesOf(row)), person }
}

/** Opens a session and gives what names it: the token for the answer, the cookies for its headers. Whoever does has given the password. */
export const startSession = async (
  tx: Tx,
  identity: Identity,
  { customer, twoFactor, from }: { customer: string; twoFactor: boolean; from: Origin },
) => {
  const { now, tokens, secure } = identity
  const cookie = newToken()
  const { rows } = await sql<{ id: string }>`
    insert into sessions
      (customer, cookie_hash, two_factor, address, agent, started_at, last_active_at, password_given_at)
    values (${customer}, ${tokenHash(cookie)}, ${twoFactor}, ${from.address}, ${from.agent.slice(0, longestAgent)},
      ${now()}, ${now()}, ${now()})
    returning id`.execute(tx)
  const sid = rows[0]?.id ?? ''
  return {
    jwt: tokens.session.sign({ sid }),
    cookies: setCookies(secure, cookie, xsrfOf(identity, cookie), longest / 1000),
  }
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

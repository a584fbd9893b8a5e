import { hash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { forgetLastWrite } from '@ingot/db/replica'
import type { Gate } from '@ingot/endpoints/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { type Caller, type Claim, type Identify, type Origin, type Person, type Recall, visitor } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, originKept, record } from './identity.ts'
import { newToken, tokenHash } from './keys.ts'
import { deviceOf } from './rules.ts'
import * as store from './session-store.ts'

const idle = policy.session.idleMinutes * 60_000
const longest = policy.session.longestHours * 3600_000
const longestOf = (role: Person['role']) =>
  role === 'operator' ? policy.session.operatorLongestHours * 3600_000 : longest

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

const gatesOf = ({ role, kyc_status, two_factor, two_factor_on }: store.SessionRow): Gate[] => {
  if (role === 'operator')
    return two_factor && two_factor_on ? ['public', 'session', 'operator'] : ['public', 'session']
  return kyc_status === 'Verified' ? ['public', 'session', 'customer', 'verified'] : ['public', 'session', 'customer']
}

const endOf = (row: store.SessionRow, at: number): Caller['ended'] => {
  if (row.ended_at) return 'ended'
  if (at - row.started_at.getTime() >= longestOf(row.role)) return 'expired'
  if (at - row.last_active_at.getTime() >= idle) return 'idle'
}

const nobody: Claim = { look: () => visitor }

/**
 * Two things are asked for: a stolen bearer lacks the cookie, and a forged call from another site lacks the bearer. Where
 * the bearer is the page's public token, which everybody knows, what a forged call lacks is the header.
 */
export const createIdentify = (identity: Identity, clientToken: string): { identify: Identify; recall: Recall } => {
  const { db, now, tokens, secure, mayOperate } = identity
  const name = cookieNameOf(secure)
  const memory = createMemory()
  const namedIn = ({ headers: { authorization, cookie: sent } }: FastifyRequest) => {
    const bearer = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
    const cookies = bearer && sent ? parseCookie(sent) : {}
    const cookie = cookies[name]
    return bearer && cookie ? { bearer, cookie, cookies } : undefined
  }
  /** An operator who is elsewhere than operators may be is nobody there. */
  const callerAt = (row: store.SessionRow, { ip }: FastifyRequest) =>
    row.role === 'operator' && !mayOperate(ip) ? visitor : callerOf(row, now().getTime())
  const claim = (
    request: FastifyRequest,
    session: string | undefined,
    find: () => Promise<store.SessionRow | undefined>,
  ): Claim => ({
    session,
    look: async () => {
      const row = await find()
      return row ? callerAt(row, request) : visitor
    },
  })
  const byToken = ({ bearer, cookie }: Named, request: FastifyRequest): Claim => {
    const session = tokens.session.read(bearer)?.sid
    if (!session) return nobody
    return claim(request, session, async () => {
      const row = await store.findSession(db, session, tokenHash(cookie))
      if (row) memory.keep(bearer, cookie, row)
      return row
    })
  }
  const byCookie = ({ bearer, cookie, cookies }: Named, request: FastifyRequest): Claim => {
    const { headers } = request
    const isFromPage = identity.keys.digests('xsrf', cookie).some((digest) => {
      const xsrf = digest.toString('base64url')
      return isSame(headers[xsrfHeader], xsrf) && isSame(cookies[xsrfCookie], xsrf)
    })
    if (!isSame(bearer, clientToken) || !isFromPage) return nobody
    const cookieHash = tokenHash(cookie)
    return claim(request, cookieHash.toString('base64'), () => store.findSessionByCookie(db, cookieHash))
  }
  return {
    identify: (request, kind) => {
      const named = namedIn(request)
      if (!named) return nobody
      return kind === 'client' ? byCookie(named, request) : byToken(named, request)
    },
    recall: (request) => {
      const named = namedIn(request)
      const row = named && memory.find(named.bearer, named.cookie)
      return row && { ...callerAt(row, request), standing: { statement: store.sessionStands(row), isSent: false } }
    },
  }
}

type Named = { bearer: string; cookie: string; cookies: Cookies }

/** More sessions than are likely to call within one minute; the oldest give way. */
const sessionsRemembered = 10_000

/** What the last look at a session found, by both halves of it. A session is over before its token is. */
const createMemory = () => {
  const known = new Map<string, store.SessionRow>()
  const nameOf = (bearer: string, cookie: string) => hash('sha256', `${bearer} ${cookie}`, 'base64')
  return {
    keep: (bearer: string, cookie: string, row: store.SessionRow) => {
      const name = nameOf(bearer, cookie)
      known.delete(name)
      known.set(name, row)
      const [oldest] = known.size > sessionsRemembered ? known.keys() : []
      if (oldest) known.delete(oldest)
    },
    find: (bearer: string, cookie: string) => known.get(nameOf(bearer, cookie)),
  }
}

type Cookies = ReturnType<typeof parseCookie>

const isSame = (given: unknown, expected: string) => {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const callerOf = (row: store.SessionRow, at: number): Caller => {
  const ended = endOf(row, at)
  if (ended) return { ...visitor, ended }
  const person = {
    id: row.customer,
    username: row.username,
    session: row.id,
    role: row.role,
    roles: row.roles,
    pinSet: row.pin_set,
    twoFactorOn: row.two_factor_on,
    kycStatus: row.kyc_status,
    residence: row.residence,
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
  const sid = await store.insertSession(tx, {
    customer,
    cookieHash: tokenHash(cookie),
    twoFactor,
    from: originKept(from),
    at: now(),
  })
  await forgetLastWrite(tx, customer)
  return {
    jwt: tokens.session.sign({ sid }),
    cookies: setCookies(secure, cookie, xsrfOf(identity, cookie), longest / 1000),
  }
}

export const endSession = async (identity: Identity, person: Person, id: string, from: Origin) => {
  const { db, now } = identity
  if (!(await store.endSession(db, person.id, id, now()))) throw new Failure('NotFound')
  await record(db, identity, {
    customer: person.id,
    kind: id === person.session ? 'signed-out' : 'session-ended',
    from,
  })
}

export const endOtherSessions = async (identity: Identity, person: Person, from: Origin) => {
  const ended = await store.endSessions(identity.db, person.id, identity.now(), person.session)
  if (ended) await record(identity.db, identity, { customer: person.id, kind: 'session-ended', from })
  return { ended }
}

export const reportActivity = ({ db, now }: Identity, { session }: Person) => store.saveActivity(db, session, now())

export const listSessions = async ({ db, now }: Identity, person: Pick<Person, 'id' | 'session' | 'role'>) => {
  const rows = await store.listSessions(db, person, {
    activeSince: new Date(now().getTime() - idle),
    startedSince: new Date(now().getTime() - longestOf(person.role)),
  })
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.agent),
    address: row.address,
    startedAt: row.started_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    current: row.id === person.session,
  }))
}

import { createHmac, randomBytes } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { allEndpoints } from '@ingot/endpoints/all'
import { data, type Endpoint, endpoint, type Gate } from '@ingot/endpoints/endpoint'
import { roles } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from './bind.ts'
import { issueTestReceipt } from './documents/test-documents.ts'
import { insertTestMember } from './features/affiliates/test-members.ts'
import { insertTestThread } from './features/consultants/test-consultants.ts'
import { insertTestGroup } from './features/groups/test-groups.ts'
import { insertTestHolding, testQuotes } from './features/holdings/test-holdings.ts'
import { startSession } from './features/identity/sessions.ts'
import { createPeople } from './features/identity/test-people.ts'
import { createTokens } from './features/identity/tokens.ts'
import { insertTestPack } from './features/leaving/test-insert.ts'
import { insertTestPayment } from './features/payments/test-payments.ts'
import { insertTestPayout } from './features/payouts/test-payouts.ts'
import { insertTestPlan } from './features/plans/test-plans.ts'
import { insertTestRemittance } from './features/remittances/test-remittances.ts'
import { insertTestStake } from './features/staking/test-staking.ts'
import { insertTestTicket } from './features/tickets/test-insert.ts'
import { insertTestQuote } from './features/trade/test-market.ts'
import { fundCustomer, insertWaiting } from './features/wallet/test-wallet.ts'
import { withdrawalMakers } from './features/withdrawals/test-insert.ts'
import { allFeatures, type ServerDeps } from './server.ts'
import { cardEnv, looksItself, publicByDesign, publicParams } from './test-open-calls.ts'
import { signaturesFor } from './test-signatures.ts'
import { insertTestUpload } from './uploads/test-uploads.ts'

// The gate that an endpoint declares is the gate that the server keeps, for every endpoint and every kind of caller.
// A new endpoint is covered as it is declared; only one that is public, or names an object in its path, needs a line.

/** For an endpoint whose path names an object: makes one that belongs to the customer, and gives the parameters. */
const makers: Record<string, (customer: string) => Promise<Record<string, string>>> = {
  endSession: async (customer) => ({ id: (await openSession(customer)).id }),
  cancelTransfer: async (customer) => ({ id: await insertWaiting(people.db, customer, people.now()) }),
  removeAddress: async (customer) => ({ id: await insertAddress(customer) }),
  downloadUpload: async (customer) => ({ id: await insertTestUpload(people, customer) }),
  readTicket: async (customer) => ({ id: await insertTestTicket(people, customer) }),
  removeUpload: async (customer) => ({ id: await insertTestUpload(people, customer) }),
  readMovement: async (customer) => ({ code: await fundCustomer(people.db, customer, { asset: 'USDT', text: '1' }) }),
  reserveQuote: (customer) => insertHeldQuote(customer),
  reservePurchase: (customer) => insertHeldQuote(customer, testQuotes.reservePurchase),
  reserveConvert: (customer) => insertHeldQuote(customer, testQuotes.reserveConvert),
  reserveTermination: (customer) => insertHeldQuote(customer, testQuotes.reserveTermination),
  readHolding: async (customer) => ({ id: (await insertTestHolding(people, customer)).holding }),
  readTermination: async (customer) => ({ id: (await insertTestHolding(people, customer)).termination }),
  readGroup: (customer) => insertTestGroup(people, customer),
  readNetworkMember: (customer) => insertTestMember(people.db, customer),
  renewGroupCode: (customer) => insertTestGroup(people, customer),
  leaveGroup: (customer) => insertTestGroup(people, customer),
  closeGroup: (customer) => insertTestGroup(people, customer),
  listGroupPurchases: (customer) => insertTestGroup(people, customer),
  readCertificate: (customer) => insertTestGroup(people, customer),
  reserveGroupPurchase: async (customer) => ({
    ...(await insertTestGroup(people, customer)),
    quote: (await insertHeldQuote(customer, testQuotes.reserveGroupPurchase)).id,
  }),
  readPlan: async (customer) => ({ id: await insertTestPlan(people.db, customer) }),
  listDues: async (customer) => ({ id: await insertTestPlan(people.db, customer) }),
  downloadDues: async (customer) => ({ id: await insertTestPlan(people.db, customer) }),
  readRemittance: async (customer) => ({ id: await insertTestRemittance(people.db, customer) }),
  readPayment: async (customer) => ({ id: await insertTestPayment(people.db, customer) }),
  ...withdrawalMakers(() => people),
  readPayout: async (customer) => ({ id: await insertTestPayout(people, customer) }),
  readStake: async (customer) => ({ id: await insertTestStake(people.db, customer, people.now()) }),
  readLeaving: async (customer) => ({ id: await insertTestStake(people.db, customer, people.now()) }),
  downloadExitPack: async (customer) => ({ id: await insertTestPack(people, customer) }),
  readThread: async (customer) => ({ id: await insertTestThread(people.db, customer, people.now()) }),
  deleteAlert: async (customer) => ({ id: await insertAlert(customer) }),
  readDocument: async (customer) => ({ id: await issueTestReceipt(people, customer) }),
  downloadDocument: async (customer) => ({ id: await issueTestReceipt(people, customer) }),
  readAccountAddress: async (customer) => {
    const address = `0x${randomBytes(20).toString('hex')}`
    await sql`
      insert into wallet_addresses (customer, address, recorded_at) values (${customer}, ${address}, now())
      on conflict do nothing`.execute(people.db)
    const { rows } = await sql<{ user_hash: string }>`
      select user_hash from customers where id = ${customer}`.execute(people.db)
    return { userHash: rows[0]?.user_hash ?? '' }
  },
}

/** Held already: there is no price here to hold it against. */
const insertHeldQuote = async (customer: string, what?: { kind: string; shown: object }) => {
  const id = await insertTestQuote(people.db, customer, people.now(), what)
  await sql`
    insert into deal_reserves (customer, quote, until)
    values (${customer}, ${id}, ${new Date(people.now().getTime() + 30_000)})
    on conflict (customer) do update set quote = excluded.quote, until = excluded.until`.execute(people.db)
  return { id }
}

const insertAddress = async (customer: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into wallet_outside_addresses (customer, address, label, added_at, usable_from)
    values (${customer}, ${`0x${randomBytes(20).toString('hex')}`}, '', ${people.now()}, ${people.now()})
    returning id`.execute(people.db)
  return rows[0]?.id ?? ''
}

const insertAlert = async (customer: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into price_alerts (customer, kind, level, made_at) values (${customer}, 'above', 1, ${people.now()})
    returning id`.execute(people.db)
  return rows[0]?.id ?? ''
}

/** Of each gate one call that does nothing, so that gates that few endpoints have yet are kept as well. */
const probes = (['session', 'customer', 'verified', 'operator'] as const).map((gate) =>
  endpoint({
    name: `probe-${gate}`,
    method: 'POST',
    path: `/test/probe-${gate}`,
    summary: 'Does nothing.',
    gate,
    ...(gate === 'operator' && { roles }),
    body: z.strictObject({ fine: z.optional(z.boolean()) }),
    reply: data(z.null()),
    errors: [],
    fallback: 'Failed',
    onFailure: 'raise',
  }),
)
const endpoints: readonly Endpoint[] = [...allEndpoints, ...probes]

const withProbes = (deps: ServerDeps) => ({
  endpoints,
  bindings: [...allFeatures(deps).bindings, ...probes.map((probe) => bind(probe, async () => ({ data: null })))],
})

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople({ features: withProbes, env: cardEnv })
  await insertPeople()
})
afterAll(() => people.close())

const ids = { unverified: '', verified: '', other: '', operator: '', operatorWithout: '' }

/** Written into the table: how they register is not what this is about. */
const insertPeople = async () => {
  const rows: [keyof typeof ids, string, string, boolean][] = [
    ['unverified', 'customer', 'Not Verified', false],
    ['verified', 'customer', 'Verified', false],
    ['other', 'customer', 'Verified', false],
    ['operator', 'operator', 'Not Verified', true],
    ['operatorWithout', 'operator', 'Verified', false],
  ]
  for (const [name, role, kyc, twoFactor] of rows) {
    const secret = twoFactor ? Buffer.from('sealed') : null
    const { rows: inserted } = await sql<{ id: string }>`
      insert into customers (email, username, role, password_hash, email_verified_at, kyc_status, ref_code, user_hash,
        totp_secret, created_at)
      values (${`${name.toLowerCase()}@example.com`}, ${name}, ${role}, '', ${people.now()}, ${kyc},
        ${`AAAAAAA${rows.findIndex(([each]) => each === name)}`}, ${randomBytes(32).toString('hex')}, ${secret},
        ${people.now()})
      returning id`.execute(people.db)
    ids[name] = inserted[0]?.id ?? ''
    // What customers who have not may call is held by features/content/terms.test.ts.
    await sql`
      insert into customer_consents (customer, text_name, text_version, accepted_at)
      select ${ids[name]}::uuid, name, version, ${people.now()} from texts`.execute(people.db)
    if (role === 'operator')
      await sql`
        insert into operator_roles (operator, role, given_at)
        select ${ids[name]}, unnest(${roles}::text[]), ${people.now()}`.execute(people.db)
  }
}

type Session = { id: string; jwt: string; cookie: string }

const openSession = async (customer: string, twoFactor = false): Promise<Session> => {
  const from = { address: '192.0.2.1', agent: 'test' }
  const { jwt, cookies } = await inTransaction(people.db, (tx) =>
    startSession(tx, people.identity, { customer, twoFactor, from }),
  )
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  return { id: people.identity.tokens.session.read(jwt)?.sid ?? '', jwt, cookie }
}

const headersOf = ({ jwt, cookie }: { jwt?: string; cookie?: string }): Record<string, string> => ({
  ...(jwt && { authorization: `Bearer ${jwt}` }),
  ...(cookie && { cookie }),
})

/** As the page calls an endpoint: with the session's token, or with its own and the sign that it is the page. */
const headersFor = ({ bearer }: Endpoint, session: Session): Record<string, string> => {
  if (bearer !== 'client') return headersOf(session)
  const xsrf = /XSRF-TOKEN=([\w-]+)/.exec(session.cookie)?.[1] ?? ''
  return { ...headersOf({ ...session, jwt: people.config.VERIFICATION_CLIENT_TOKEN }), 'x-xsrf-token': xsrf }
}

const setBack = async ({ id }: Session, change: { started?: number; active?: number; ended?: true }) => {
  const before = (minutes = 0) => new Date(people.now().getTime() - minutes * 60_000)
  await sql`
    update sessions set started_at = ${before(change.started)}, last_active_at = ${before(change.active)},
      ended_at = ${change.ended ? people.now() : null} where id = ${id}`.execute(people.db)
}

/** A token with its signature, of claims and a header that we would not write. */
const forge = (header: object, claims: object, key: Buffer | null, hash = 'sha256') => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${key ? createHmac(hash, key).update(signed).digest('base64url') : ''}`
}

type Kind = {
  gates: readonly Gate[]
  /** Why the session is over, as the answer has to say. */
  reason?: 'ended' | 'idle' | 'expired'
  /** Whose object is named in the path. */
  owner: keyof typeof ids
  headers: (each: Endpoint) => Promise<Record<string, string>>
}

const nobody = { gates: ['public'], owner: 'verified' } as const
/** The session of a verified customer is alive, and the token is not ours. */
const withToken = (tokenFor: (session: Session, claims: object) => string): Kind => ({
  ...nobody,
  headers: async () => {
    const session = await openSession(ids.verified)
    const seconds = Math.floor(people.now().getTime() / 1000)
    const claims = { sid: session.id, aud: 'session', iat: seconds, exp: seconds + 3600 }
    return headersOf({ ...session, jwt: tokenFor(session, claims) })
  },
})
const withSession = (change: Parameters<typeof setBack>[1], reason: 'ended' | 'idle' | 'expired'): Kind => ({
  ...nobody,
  reason,
  headers: async (each) => {
    const session = await openSession(ids.verified)
    // The server has known it while it was alive.
    await people.app.inject({ url: '/api/getInfo', headers: headersOf(session) })
    await setBack(session, change)
    return headersFor(each, session)
  },
})
const signedIn = (owner: keyof typeof ids, gates: readonly Gate[], twoFactor = false): Kind => ({
  gates,
  owner,
  headers: async (each) => headersFor(each, await openSession(ids[owner], twoFactor)),
})
const hs256 = { alg: 'HS256', typ: 'JWT' }
const ourKey = () => people.identity.keys.tokens[0]

const kinds: Record<string, Kind> = {
  'a visitor': { ...nobody, headers: async () => ({}) },
  'an unverified customer': signedIn('unverified', ['public', 'session', 'customer']),
  'a verified customer': signedIn('verified', ['public', 'session', 'customer', 'verified']),
  'an operator without 2FA': signedIn('operatorWithout', ['public', 'session']),
  'an operator who is not signed in with the 2FA that is on': signedIn('operator', ['public', 'session']),
  'an operator whose 2FA was taken away after signing in': signedIn('operatorWithout', ['public', 'session'], true),
  'an operator with 2FA': signedIn('operator', ['public', 'session', 'operator'], true),
  'an ended session': withSession({ ended: true }, 'ended'),
  'an idle session': withSession({ started: 60, active: 15 }, 'idle'),
  'a session of twelve hours': withSession({ started: 12 * 60, active: 0 }, 'expired'),
  'a bearer without its cookie': {
    ...nobody,
    headers: async () => headersOf({ jwt: (await openSession(ids.verified)).jwt }),
  },
  'a cookie without its bearer': {
    ...nobody,
    headers: async () => headersOf({ cookie: (await openSession(ids.verified)).cookie }),
  },
  'the bearer of one session with the cookie of another': {
    ...nobody,
    headers: async () => {
      const [one, another] = [await openSession(ids.verified), await openSession(ids.other)]
      return headersOf({ jwt: one.jwt, cookie: another.cookie })
    },
  },
  'the bearer and cookie of two sessions of the same customer': {
    ...nobody,
    headers: async () => {
      const [one, another] = [await openSession(ids.verified), await openSession(ids.verified)]
      return headersOf({ jwt: one.jwt, cookie: another.cookie })
    },
  },
  'an expired token': withToken(({ id }) => {
    const longAgo = () => new Date(people.now().getTime() - 24 * 3600_000)
    return createTokens([ourKey()], longAgo).session.sign({ sid: id })
  }),
  'a token signed with another key': withToken((_, claims) => forge(hs256, claims, randomBytes(32))),
  'a token that is not signed': withToken((_, claims) => forge({ alg: 'none', typ: 'JWT' }, claims, null)),
  'a token whose signature was cut off': withToken(({ jwt }) => jwt.replace(/[^.]+$/, '')),
  'a token signed in another way': withToken((_, claims) =>
    forge({ ...hs256, alg: 'HS512' }, claims, ourKey(), 'sha512'),
  ),
  'a token for another use': withToken((_, claims) => forge(hs256, { ...claims, aud: 'second-step' }, ourKey())),
  'a token for no use': withToken((_, claims) => forge(hs256, { ...claims, aud: undefined }, ourKey())),
  'a token without an end': withToken((_, claims) => forge(hs256, { ...claims, exp: undefined }, ourKey())),
}

const call = async (each: Endpoint, params: Record<string, string>, headers: Record<string, string>) => {
  const path = each.path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')
  const sendsBody = each.method !== 'GET' && each.method !== 'DELETE'
  const answer = await people.app.inject({
    method: each.method,
    url: `/api${path}`,
    headers: { ...headers, ...signaturesFor(people)[each.name]?.('{}') },
    ...(sendsBody && { payload: {} }),
  })
  const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
  return { status: answer.statusCode, error: isJson ? answer.json().error : undefined }
}

const paramsFor = async (each: Endpoint, owner: keyof typeof ids) =>
  publicParams[each.name] ?? (await makers[each.name]?.(ids[owner])) ?? {}

describe.each(Object.entries(kinds))('%s', (_title, kind) => {
  const may = endpoints.filter(({ gate }) => kind.gates.includes(gate))
  const mayNot = endpoints.filter(({ gate }) => !kind.gates.includes(gate))

  test.each(may.map((each) => [each.name, each] as const))('may call %s', async (_name, each) => {
    const { status, error } = await call(each, await paramsFor(each, kind.owner), await kind.headers(each))
    if (error?.name !== 'StepUpRequired' && !looksItself.has(each.name)) expect([401, 403]).not.toContain(status)
    expect(status).toBeLessThan(500)
  })

  test.each(mayNot.map((each) => [each.name, each] as const))('may not call %s', async (_name, each) => {
    const { status, error } = await call(each, await paramsFor(each, kind.owner), await kind.headers(each))
    const isSignedIn = kind.gates.includes('session')
    expect({ status, name: error?.name }).toEqual(
      isSignedIn ? { status: 403, name: 'Forbidden' } : { status: 401, name: 'Unauthorized' },
    )
    expect(error.details).toEqual(kind.reason ? { reason: kind.reason } : {})
  })
})

/** A quote may have been lost with the database's last moment, so one that is not there is told as one that is over. */
const quoteIsOver = { status: 409, error: { name: 'QuoteExpired' } }
const missing: Record<string, object> = {
  reserveQuote: quoteIsOver,
  reservePurchase: quoteIsOver,
  reserveConvert: quoteIsOver,
  reserveTermination: quoteIsOver,
}

describe('what belongs to somebody else is answered like what is not there', () => {
  test.each(Object.keys(makers))('%s', async (name) => {
    const each = endpoints.find((known) => known.name === name) as Endpoint
    const params = await paramsFor(each, 'verified')
    const stranger = headersFor(each, await openSession(ids.other))
    const notThere = missing[name] ?? { status: 404, error: { name: 'NotFound' } }
    expect(await call(each, params, stranger)).toMatchObject(notThere)
    const owner = headersFor(each, await openSession(ids.verified))
    expect(await call(each, params, owner)).not.toMatchObject(notThere)
  })
})

test('an endpoint whose path names something says here whose it is', () => {
  const named = endpoints.filter(({ path }) => path.includes(':')).map(({ name }) => name)
  const undecided = named.filter((name) => !publicParams[name] && !makers[name])
  expect(undecided, 'add a maker of the object, or its parameters to publicParams, in gates.test.ts').toEqual([])
  const gone = [...Object.keys(publicParams), ...Object.keys(makers)].filter((name) => !named.includes(name))
  expect(gone, 'these are no endpoints with parameters any more').toEqual([])
})

test('only what is named here is open to everybody', () => {
  const open = allEndpoints.filter(({ gate }) => gate === 'public').map(({ name }) => name)
  expect(new Set(open), 'a new public endpoint has to be named in gates.test.ts').toEqual(publicByDesign)
})

describe('a call that carries the page’s public token', () => {
  const client = endpoints.filter(({ bearer }) => bearer === 'client').map((each) => [each.name, each] as const)
  const wrong: Record<string, (right: Record<string, string>) => Record<string, string>> = {
    'with the session’s own token': (right) => ({ ...right, authorization: `Bearer ${right.jwt}` }),
    'with another token': (right) => ({ ...right, authorization: 'Bearer somebody-else' }),
    'without the header that another site cannot set': ({ 'x-xsrf-token': _, ...right }) => right,
    'with a header of the caller’s own making': (right) => ({ ...right, 'x-xsrf-token': 'x'.repeat(43) }),
    'with a cookie and a header that somebody else planted': (right) => ({
      ...right,
      cookie: (right.cookie ?? '').replace(/XSRF-TOKEN=[\w-]+/, `XSRF-TOKEN=${'x'.repeat(43)}`),
      'x-xsrf-token': 'x'.repeat(43),
    }),
    'with the header and without its cookie': (right) => ({
      ...right,
      cookie: (right.cookie ?? '').replace(/; XSRF-TOKEN=[\w-]+/, ''),
    }),
  }

  test.each(client)('%s is refused unless everything is right', async (_name, each) => {
    const session = await openSession(ids.verified)
    const right = headersFor(each, session)
    expect((await call(each, {}, right)).status).toBe(400)
    for (const [how, spoil] of Object.entries(wrong)) {
      const { jwt: _, ...headers } = spoil({ ...right, jwt: session.jwt })
      expect([how, (await call(each, {}, headers)).status]).toEqual([how, 401])
    }
  })

  test('there are some', () => expect(client).toHaveLength(3))
})

test('whoever may not call learns nothing about what was sent, and it is not even read', async () => {
  const gated = endpoints.filter(({ gate, method }) => gate !== 'public' && method === 'POST')
  for (const each of gated) {
    const broken = await people.app.inject({
      method: 'POST',
      url: `/api${each.path}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    })
    expect([each.name, broken.statusCode]).toEqual([each.name, 401])
  }
})

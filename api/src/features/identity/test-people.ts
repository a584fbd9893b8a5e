import { randomBytes } from 'node:crypto'
import type { JobHandler } from '@ingot/db/jobs'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { type ErrorName, errorTable } from '@ingot/endpoints/errors'
import type { Role } from '@ingot/endpoints/roles'
import { type Mail, MailRefused } from '@ingot/providers/mail/mail'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { createTestApi } from '../../test-api.ts'
import { publishTexts } from '../content/service.ts'
import { toOpenAccounts } from './closing.ts'
import { record } from './identity.ts'
import { identityJobs } from './jobs.ts'
import { confirmRegistration } from './registration-store.ts'
import { newReferralCode } from './rules.ts'

export const goodPassword = 'blue kettle walks home'
export const goodPin = '274915'

/** For tests: what a refusal looks like, with the very words a person reads. */
export const refused = (name: ErrorName, message: string, details?: object) => {
  const { status } = errorTable[name]
  return { status, body: { data: null, error: { status, name, message, ...(details && { details }) } } }
}

/** For tests: a form as a browser sends it. */
export const formOf = (fields: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** As a browser keeps them: by name, until they are taken back. */
const keepCookies = (kept: string, set: readonly string[]) => {
  const jar = new Map(kept === '' ? [] : kept.split('; ').map((each) => [each.split('=')[0], each]))
  for (const cookie of set) {
    const [pair = ''] = cookie.split(';')
    const name = pair.split('=')[0]
    if (cookie.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}

const textsOfOurs = new URL('../../../texts/', import.meta.url).pathname

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** For tests: a browser with its cookie, its token and its address. */
export type Client = ReturnType<Awaited<ReturnType<typeof createPeople>>['newClient']>

/** For tests: the api with a clock that can be moved, an inbox, and people who use it. */
export const createPeople = async (
  options: Pick<
    NonNullable<Parameters<typeof createTestApi>[0]>,
    'features' | 'env' | 'turns' | 'processor' | 'replicaOf'
  > = {},
) => {
  let at = new Date('2026-11-02T09:00:00Z').getTime()
  const now = () => new Date(at)
  const api = await createTestApi({ now, ...options })
  await publishTexts(api.db, textsOfOurs)
  const { rows } = await sql<{ version: string }>`
    select version from texts where name = 'term-conditions' order by published_on desc limit 1`.execute(api.db)
  const termsVersion = rows[0]?.version ?? ''
  const inbox: Mail[] = []
  const lost: Mail[] = []
  let failures = 0
  const mailer = toOpenAccounts(api.db, {
    send: async (mail: Mail) => {
      if (failures === 0) return void inbox.push(mail)
      failures -= 1
      lost.push(mail)
      throw new MailRefused('the mail server is down', false)
    },
    close: () => undefined,
  })
  const { db, config, outbox, log } = api
  /** Jobs whose mail was not taken: they are tried again with the next that are run. */
  const toTryAgain: (() => Promise<void>)[] = []
  const tryingAgain = (each: JobHandler): JobHandler => {
    const handle: JobHandler['handle'] = (data, id) =>
      each.handle(data, id).catch((error) => {
        if (!(error instanceof MailRefused)) throw error
        toTryAgain.push(() => handle(data, id))
      })
    return { ...each, handle }
  }
  const jobs = identityJobs({ db, config, mailer, outbox, log, now }).map(tryingAgain)
  const worker = await openTestWorker(api.databaseUrl, jobs)
  const runJobs = async () => {
    for (const again of toTryAgain.splice(0)) await again()
    await worker.run()
  }

  let addresses = 0
  /** At an address of its own, so that limits meet only those who are meant. */
  const newClient = (address = `192.0.2.${++addresses}`) => {
    const state = { cookie: '', jwt: '', agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }
    const send = async (
      method: Method,
      path: string,
      body?: object | FormData,
      headers: Record<string, string> = {},
    ) => {
      const form = body instanceof FormData ? new Response(body) : undefined
      const answer: LightMyRequestResponse = await api.app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: address,
        headers: {
          'user-agent': state.agent,
          ...(state.cookie && { cookie: state.cookie }),
          ...(state.jwt && { authorization: `Bearer ${state.jwt}` }),
          ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
          ...headers,
        },
        ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : body }),
      } as never)
      state.cookie = keepCookies(state.cookie, [answer.headers['set-cookie'] ?? []].flat())
      const reply = answer.headers['content-type']?.toString().startsWith('application/json')
        ? answer.json()
        : undefined
      if (reply?.jwt) state.jwt = reply.jwt
      return { status: answer.statusCode, headers: answer.headers, body: reply, raw: answer.rawPayload }
    }
    return {
      state,
      send,
      get: (path: string) => send('GET', path),
      post: (path: string, body?: object | FormData, headers?: Record<string, string>) =>
        send('POST', path, body ?? {}, headers),
      signIn: (identifier: string, password = goodPassword) => send('POST', '/auth/local', { identifier, password }),
    }
  }

  /** The newest mail to someone, with the token of the first link below a path. */
  const mailTo = async (to: string) => {
    await runJobs()
    const mail = inbox.findLast((each) => each.to === to)
    return {
      subject: mail?.subject,
      text: mail?.text ?? '',
      tokenOf: (path: string) => mail?.text.match(new RegExp(`${path}/([\\w-]+)`, 'i'))?.[1] ?? '',
      code: mail?.text.match(/\b\d{6}\b/)?.[0] ?? '',
    }
  }

  const registration = (username: string, more: object = {}) => ({
    email: `${username}@example.com`,
    username,
    password: goodPassword,
    termsVersion,
    ...more,
  })

  const passwordHash = api.identity.passwords.hash(goodPassword)
  /** As registering and confirming would leave it, without their work: tests need many customers. */
  const insertCustomer = async (username: string, introducer: string | null = null) => {
    const from = { address: '192.0.2.1', agent: '' }
    const { email } = registration(username)
    const secrets = { refCode: newReferralCode(), userHash: randomBytes(32).toString('hex'), at: now() }
    await inTransaction(db, async (tx) => {
      const customer = await confirmRegistration(
        tx,
        {
          id: '0',
          email,
          username,
          password_hash: await passwordHash,
          introducer,
          terms_version: termsVersion,
          created_at: now(),
          ...from,
          mailed_at: null,
          code_mailed_at: null,
        },
        secrets,
      )
      for (const kind of ['registered', 'email-verified'] as const)
        await record(tx, api.identity, { customer, kind, from })
    })
  }

  const makeOperator = async (username: string, roles: readonly Role[]) => {
    const { rows } = await sql<{ id: string }>`
      update customers set role = 'operator' where username = ${username} returning id`.execute(db)
    for (const role of roles)
      await sql`
        insert into operator_roles (operator, role, given_at) values (${rows[0]?.id}, ${role}, ${now()})`.execute(db)
  }

  /** A customer whose e-mail is verified and who is signed in. */
  const newCustomer = async (
    username: string,
    more: {
      verified?: boolean
      operator?: boolean | readonly Role[]
      pin?: boolean
      address?: string
      introducer?: string
    } = {},
  ) => {
    const client = newClient(more.address)
    await insertCustomer(username, more.introducer)
    if (more.operator) await makeOperator(username, more.operator === true ? ['Owner'] : more.operator)
    const { status } = await client.signIn(username)
    if (status !== 200) throw new Error(`${username} could not sign in`)
    if (more.pin) await client.post('/set-pin', { password: goodPassword, pin: goodPin })
    // After the PIN, as it is done: one that is set later would hold what goes out.
    if (more.verified) await sql`update customers set kyc_status = 'Verified' where username = ${username}`.execute(db)
    return client
  }

  /** Turns 2FA on, and gives back what the phone and the paper have. */
  const enrol = async (client: ReturnType<typeof newClient>) => {
    const { secret } = (await client.post('/mfa/generate')).body.data
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: at })
    await client.post('/mfa/check-pin-6-enabled', { secret, token: code() })
    const { backupCodes } = (await client.post('/admin/mfa/enable', { mfaSecret: secret })).body.data
    return { code, codeNow: () => totp.generate(), backupCodes: backupCodes as string[] }
  }

  /** Signs in on another device, with a code where 2FA is on. */
  const signInAgain = async (username: string, code?: () => string, password = goodPassword) => {
    const client = newClient()
    const { body } = await client.signIn(username, password)
    if (code) await client.post('/auth/local/2fa', { mfaToken: body.data.mfaToken, code: code() })
    if (!client.state.jwt) throw new Error(`${username} could not sign in again`)
    return client
  }

  /** What the owner sees to have happened, newest first. */
  const activityOf = async (client: ReturnType<typeof newClient>): Promise<string[]> =>
    (await client.get('/activity')).body.data.map(({ kind }: { kind: string }) => kind)

  /** The subjects of what someone was mailed, oldest first. */
  const subjectsTo = async (to: string) => {
    await runJobs()
    return inbox.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }

  /** The next code is another one. */
  const nextCode = () => {
    at += 30_000
  }

  const close = async () => {
    await worker.close()
    await api.close()
  }
  return {
    ...api,
    termsVersion,
    inbox,
    mailer,
    newClient,
    newCustomer,
    registration,
    mailTo,
    subjectsTo,
    signInAgain,
    activityOf,
    enrol,
    nextCode,
    runJobs,
    /** Mails that were not taken. */
    lost,
    failMails: (count: number) => {
      failures = count
    },
    strikeClock: worker.strikeClock,
    passTime: (milliseconds: number) => {
      at += milliseconds
    },
    now,
    close,
  }
}

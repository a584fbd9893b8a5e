import { openTestWorker } from '@ingot/db/test-jobs'
import type { Mail } from '@ingot/providers/mail/mail'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Features, ServerDeps } from '../../server.ts'
import { createTestApi } from '../../test-api.ts'
import { publishTexts } from '../content/service.ts'
import { identityJobs } from './jobs.ts'

export const goodPassword = 'blue kettle walks home'
export const goodPin = '274915'

const textsOfOurs = new URL('../../../texts/', import.meta.url).pathname

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** For tests: a browser with its cookie, its token and its address. */
export type Client = ReturnType<Awaited<ReturnType<typeof createPeople>>['newClient']>

/** For tests: the api with a clock that can be moved, an inbox, and people who use it. */
export const createPeople = async (options: { features?: (deps: ServerDeps) => Features } = {}) => {
  let at = new Date('2026-11-02T09:00:00Z').getTime()
  const now = () => new Date(at)
  const api = await createTestApi({ now, ...options })
  await publishTexts(api.db, textsOfOurs)
  const { rows } = await sql<{ version: string }>`
    select version from texts where name = 'term-conditions' order by published_on desc limit 1`.execute(api.db)
  const termsVersion = rows[0]?.version ?? ''
  const inbox: Mail[] = []
  const mailer = { send: async (mail: Mail) => void inbox.push(mail), close: () => undefined }
  const { db, config, outbox, log } = api
  const worker = await openTestWorker(api.databaseUrl, identityJobs({ db, config, mailer, outbox, log, now }))

  const newClient = (address = '192.0.2.1') => {
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
      const cookie = answer.headers['set-cookie']
      if (typeof cookie === 'string') state.cookie = cookie.split(';')[0] ?? ''
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
    await worker.run()
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

  /** A customer whose e-mail is verified and who is signed in. */
  const newCustomer = async (username: string, more: { verified?: boolean; address?: string } = {}) => {
    const client = newClient(more.address)
    await client.post('/auth/local/register', registration(username))
    const { tokenOf } = await mailTo(`${username}@example.com`)
    await client.post('/link-verification/code-register', { verifyCode: tokenOf('/Email-Verification') })
    if (more.verified) await sql`update customers set kyc_status = 'Verified' where username = ${username}`.execute(db)
    const { status } = await client.signIn(username)
    if (status !== 200) throw new Error(`${username} could not sign in`)
    return client
  }

  /** Turns 2FA on, and gives back what the phone and the paper have. */
  const enrol = async (client: ReturnType<typeof newClient>) => {
    const { secret } = (await client.post('/mfa/generate')).body.data
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: at })
    await client.post('/mfa/check-pin-6-enabled', { secret, token: code() })
    const { backupCodes } = (await client.post('/admin/mfa/enable', { mfaSecret: secret })).body.data
    return { code, backupCodes: backupCodes as string[] }
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
    newClient,
    newCustomer,
    registration,
    mailTo,
    enrol,
    nextCode,
    runJobs: worker.run,
    strikeClock: worker.strikeClock,
    passTime: (milliseconds: number) => {
      at += milliseconds
    },
    now,
    close,
  }
}

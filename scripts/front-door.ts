import { setTimeout as sleep } from 'node:timers/promises'
import { readInfo } from '@ingot/endpoints/account'
import { aimOf } from '@ingot/endpoints/aim'
import { readText } from '@ingot/endpoints/content'
import { verifyPin } from '@ingot/endpoints/credentials'
import type { Endpoint, ReplyOf } from '@ingot/endpoints/endpoint'
import { register, signIn, verifyEmailByLink } from '@ingot/endpoints/identity'
import { openApplicant, readAccountAddress, submitPersonalInfo } from '@ingot/endpoints/kyc'
import { makeQuote, type Quote, sellToken, swap, type Trade } from '@ingot/endpoints/trade'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Address } from 'viem'
import { readStackConfig } from './stack.ts'

const mailPatienceSeconds = 30
/** Somewhat longer than the limit of requests counts. Whoever is refused for longer gives up. */
const busyPatience = 90_000

export type Person = { email: string; username: string; password: string }

type Refusal = { status: number; retryAfter: number; error: { name: string; message: string } | undefined }

/** The server has answered, and not with what was asked for. */
export class Refused extends Error {
  readonly status: number
  /** The error's name in the table of errors. */
  readonly reason: string
  /** In seconds. */
  readonly retryAfter: number

  constructor(path: string, { status, retryAfter, error }: Refusal) {
    super(`${path}: ${error?.message ?? status}`)
    this.status = status
    this.reason = error?.name ?? ''
    this.retryAfter = retryAfter
  }
}

type Headers = Record<string, string>
type Fields = Record<string, string>
type Sent = { params?: Fields; query?: Fields; body?: object; headers?: Headers }

const pathOf = ({ path }: Endpoint, params: Fields = {}, query: Fields = {}) => {
  const search = new URLSearchParams(query).toString()
  return path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '') + (search && `?${search}`)
}

/** Others may use up what one address may ask for in a minute: then this waits for the next one, as the answer says. */
const ask = async <E extends Endpoint>(portal: string, endpoint: E, sent: Sent) => {
  for (const deadline = Date.now() + busyPatience; ; ) {
    const asked = await askOnce(portal, endpoint, sent)
    if (!(asked instanceof Refused)) return asked
    const wait = asked.retryAfter * 1000
    if (asked.reason !== 'RateLimited' || Date.now() + wait > deadline) throw asked
    await sleep(wait)
  }
}

const askOnce = async <E extends Endpoint>(portal: string, endpoint: E, { params, query, body, headers }: Sent) => {
  const path = pathOf(endpoint, params, query)
  const isForm = body instanceof FormData
  const answer = await fetch(`${portal}/api${path}`, {
    method: endpoint.method,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
  })
  const reply = (await answer.json()) as ReplyOf<E> & { error?: { name: string; message: string } }
  if (!answer.ok) {
    const retryAfter = Number(answer.headers.get('retry-after') ?? 1)
    return new Refused(path, { status: answer.status, retryAfter, error: reply.error })
  }
  return { reply: reply as ReplyOf<E>, cookies: answer.headers.getSetCookie() }
}

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return form
}

/** Asks for an account. Whoever asked before and did not open the mail has the name already. */
export const askForAccount = async (portal: string, person: Person) => {
  const { reply: terms } = await ask(portal, readText, { params: { name: 'term-conditions' } })
  const body = { ...person, termsVersion: terms.data.version }
  await ask(portal, register, { body }).catch((error) => {
    if (!(error instanceof Refused) || error.reason !== 'UsernameTaken') throw error
  })
}

/** Opens the first mail that came, and follows its link. */
export const openFirstMail = async (portal: string, sandbox: string, { email }: Person) => {
  const mail = await sandboxClient(sandbox).mail.next({ to: email, waitSeconds: mailPatienceSeconds })
  const verifyCode = /\/Email-Verification\/([\w-]+)/.exec(mail.text ?? '')?.[1]
  await ask(portal, verifyEmailByLink, { body: { verifyCode } })
}

/** What a token says of itself, without asking whether it is true. */
const issuedAt = (jwt: string): Date =>
  new Date(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString() || '{}').iat * 1000)

export type Customer = Awaited<ReturnType<typeof enter>>

/** Signs in through the front door, and does what a page does for its customer. */
export const enter = async (portal: string, { email, username, password }: Person) => {
  const { reply, cookies } = await ask(portal, signIn, { body: { identifier: email, password } })
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  if (!('jwt' in reply)) throw new Error(`${username} has to give a second factor`)
  const signedIn = { authorization: `Bearer ${reply.jwt}`, cookie }
  const call = async <E extends Endpoint>(endpoint: E, { headers, ...sent }: Sent = {}): Promise<ReplyOf<E>> =>
    (await ask(portal, endpoint, { ...sent, headers: { ...signedIn, ...headers } })).reply

  /** Hands in everything that identity verification asks for. Who decides comes later. */
  const handIn = async (sandbox: string) => {
    await call(submitPersonalInfo, { body: formOf(samplePerson) })
    // Only where there is a sandbox, whatever a test runner calls its surroundings.
    const { VERIFICATION_CLIENT_TOKEN } = readStackConfig({ ...process.env, NODE_ENV: 'development' })
    const xsrf = /XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? ''
    const headers = { authorization: `Bearer ${VERIFICATION_CLIENT_TOKEN}`, 'x-xsrf-token': xsrf }
    const { data } = await call(openApplicant, { body: { username }, headers })
    await sandboxClient(sandbox).kyc.handIn(data.token)
  }
  const wallet = async (): Promise<Address> => {
    const { userHash } = (await call(readInfo)).data
    return (await call(readAccountAddress, { params: { userHash } })).data as Address
  }
  /** Proves the PIN for one operation, and does it. The key names it: whoever asks again after a lost answer asks with the same. */
  const withPin = async <E extends Endpoint>(
    endpoint: E,
    pin: string,
    { params, body }: { params?: Fields; body: object },
    key: string,
  ): Promise<ReplyOf<E>> => {
    await call(verifyPin, { body: formOf({ pin, ...(await aimOf(endpoint, key, { params, body })) }) })
    const sent = endpoint.bodyType === 'form' ? formOf(body as Fields) : body
    return call(endpoint, { ...(params && { params }), body: sent, headers: { 'idempotency-key': key } })
  }
  return {
    /** By the portal's own clock. */
    signedInAt: issuedAt(reply.jwt),
    call,
    handIn,
    wallet,
    withPin,
    quote: async (body: object): Promise<Quote> => (await call(makeQuote, { body })).data,
    swap: async (pin: string, quoteId: string, key: string): Promise<Trade> =>
      (await withPin(swap, pin, { body: { quoteId } }, key)).data,
    sell: async (pin: string, amount: string, key: string): Promise<Trade> =>
      (await withPin(sellToken, pin, { body: { amount } }, key)).data,
  }
}

/** A person who does not exist, at an address and with numbers that are kept for examples. */
const samplePerson = {
  ...{ firstName: 'Demo', middleName: '', lastName: 'Customer', dateOfBirth: '1990-01-15', gender: 'Other' },
  ...{ maritalStatus: 'Single', motherMaidenName: '', citizenship: 'GB', country: 'GB', city: 'London' },
  ...{ address: '1 Example Street', postalCode: 'SW1A 1AA', mobilePhone: '+44 7400 123456', altPhoneNumber: '' },
  ...{ faxNo: '', idType: 'PASSPORT', idNumber: '000000000', incomeTaxNo: '', occupation: 'Tester', industry: '' },
  ...{ employeeName: '', sourceOfIncome: 'Savings', annualIncome: '40000', currency: 'GBP', auth: 'true' },
}

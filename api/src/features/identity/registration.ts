import { randomBytes } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/identity'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { currentText } from '../content/service.ts'
import { type Identity, originKept, type Proving, record } from './identity.ts'
import { tokenHash } from './keys.ts'
import { requestedMail } from './mail-jobs.ts'
import { type LinkPurpose, takeLink } from './mail-store.ts'
import { refuseWeakPassword } from './passwords.ts'
import * as store from './registration-store.ts'
import { newReferralCode } from './rules.ts'
import { findIntroducer } from './store.ts'

/** A registration is over when its links are. */
const linkLife = policy.mail.verifyLinkHours * 3600_000

/** The same work and the same answer, whether the e-mail is known or not. */
export const register = async (identity: Identity, body: BodyOf<typeof endpoints.register>, from: Origin) => {
  const { db, now, keys, passwords, limits, outbox, brand } = identity
  const { email, username, password, referralCode, termsVersion } = body
  await limits.take('register', keys.digest('tries', email).toString('hex'), from.address)
  refuseWeakPassword(password, [email, username, brand])
  if ((await currentText(identity, 'term-conditions')).version !== termsVersion) throw new Failure('TextOutdated')
  const introducer = referralCode === undefined ? null : (await introducerOf(identity, referralCode)).id
  const at = now()
  const validSince = new Date(at.getTime() - linkLife)
  if (await store.isUsernameTaken(db, username, validSince)) throw new Failure('UsernameTaken')
  const password_hash = await passwords.hash(password, saltFor(identity, email))
  const { address, agent } = originKept(from)
  await inTransaction(db, async (tx) => {
    const given = { email, username, password_hash, introducer, terms_version: termsVersion, created_at: at }
    const registration = await store.insertRegistration(tx, { ...given, address, agent }, validSince)
    await outbox.send(tx, requestedMail, { kind: 'registration', email, at: at.toISOString(), registration })
  }).catch((error) => {
    if (error.constraint === 'registrations_username') throw new Failure('UsernameTaken')
    throw error
  })
  return { user: { email } }
}

/** One for all that is registered with an e-mail, so that a password is compared with all of it by one hash. */
const saltFor = ({ keys }: Proving, email: string) => keys.digest('registration salt', email).subarray(0, 16)

/** Whether this is the password of what waits under a name. The same work for none, one and several. */
export const isWaiting = async (identity: Proving, identifier: string, password: string): Promise<boolean> => {
  const waiting = await store.listRegistrations(identity.db, identifier)
  const email = waiting[0]?.email ?? identifier.toLowerCase()
  const given = await identity.passwords.hash(password, saltFor(identity, email))
  return waiting.some(({ password_hash }) => password_hash === given)
}

export const introducerOf = async ({ db }: Identity, referralCode: string) => {
  const introducer = await findIntroducer(db, referralCode)
  if (!introducer) throw new Failure('UnknownReferralCode')
  return introducer
}

/** Leaves the work to the worker, so that an unknown e-mail is answered as fast as a known one. */
export const requestMail = async (
  { db, now, keys, limits, outbox }: Identity,
  kind: 'registration' | 'code',
  email: string,
  { address }: Origin,
) => {
  await limits.take('send-mail', keys.digest(`tries ${kind}`, email).toString('hex'), address)
  await inTransaction(db, (tx) => outbox.send(tx, requestedMail, { kind, email, at: now().toISOString() }))
}

/** Uses up a mailed link, and all others that were mailed for the same purpose. */
export const useLink = async (tx: Tx, { now }: Identity, purpose: LinkPurpose, token: string): Promise<string> => {
  const customer = await takeLink(tx, { tokenHash: tokenHash(token), purpose, at: now() })
  if (customer === undefined) throw new Failure('LinkInvalid')
  return customer
}

/** A link that is opened again, by its owner or by what scans his mail first, says that it has done its work. */
export const verifyEmailByLink = async (identity: Identity, token: string, from: Origin) => {
  const [hash, at] = [tokenHash(token), identity.now()]
  await identity.limits.take('link', hash.toString('hex'), from.address)
  return inTransaction(identity.db, async (tx) => {
    const linked = await store.findLinked(tx, hash, at)
    const registration = linked === undefined ? undefined : await store.lockRegistration(tx, linked)
    if (registration) await confirm(tx, identity, registration, from)
    else if (!(await store.isLinkUsed(tx, hash, at))) throw new Failure('LinkInvalid')
    return { alreadyVerified: registration === undefined }
  })
}

/** Each waiting registration of an e-mail may have a code; the one that is typed confirms the one it was mailed for. */
export const verifyEmailByCode = async (identity: Identity, email: string, code: string, from: Origin) => {
  const { db, keys, limits, now } = identity
  await limits.take('mail-code', keys.digest('tries code', email).toString('hex'), from.address)
  const given = keys.digests('mail code', `${email} ${code}`)
  const [found, another] = await store.tryMailCode(db, email, given, now())
  // Two that happen to have the same code: it does not say which one is meant.
  if (found === undefined || another !== undefined) throw new Failure('CodeIncorrect')
  await inTransaction(db, async (tx) => {
    const registration = await store.lockRegistration(tx, found)
    if (!registration) throw new Failure('CodeIncorrect')
    await confirm(tx, identity, registration, from)
  })
}

const confirm = async (tx: Tx, identity: Identity, registration: store.Registration, from: Origin) => {
  const secrets = { refCode: newReferralCode(), userHash: randomBytes(32).toString('hex'), at: identity.now() }
  const customer = await store.confirmRegistration(tx, registration, secrets).catch((error) => {
    // Registrations keep the username for each other; only an operator made meanwhile can have it.
    if (error.constraint === 'customers_username') throw new Failure('UsernameTaken')
    throw error
  })
  if (!customer) throw new Failure('LinkInvalid')
  for (const kind of ['registered', 'email-verified'] as const) await record(tx, identity, { customer, kind, from })
}

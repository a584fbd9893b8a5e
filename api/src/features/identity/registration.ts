import { randomBytes } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/identity'
import { sql } from 'kysely'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { currentText } from '../content/service.ts'
import { type Identity, record } from './identity.ts'
import { tokenHash } from './keys.ts'
import { requestedMail } from './mail-jobs.ts'
import { refuseWeakPassword } from './passwords.ts'
import { newReferralCode } from './rules.ts'
import * as store from './store.ts'

/** The same work and the same answer, whether the e-mail is known or not. */
export const register = async (identity: Identity, body: BodyOf<typeof endpoints.register>, from: Origin) => {
  const { db, now, keys, passwords, limits, outbox, brand } = identity
  const { email, username, password, referralCode, termsVersion } = body
  await limits.take('register', keys.digest('tries', email).toString('hex'), from.address)
  refuseWeakPassword(password, [email, username, brand])
  if ((await currentText(db, 'term-conditions', brand)).version !== termsVersion) throw new Failure('TextOutdated')
  const introducer = referralCode === undefined ? null : (await introducerOf(identity, referralCode)).id
  if (await store.isUsernameTaken(db, username)) throw new Failure('UsernameTaken')
  const registration = {
    email,
    username,
    passwordHash: await passwords.hash(password),
    introducer,
    refCode: newReferralCode(),
    userHash: randomBytes(32).toString('hex'),
    termsVersion,
    at: now(),
  }
  await inTransaction(db, async (tx) => {
    const customer = await store.insertRegistration(tx, registration)
    await record(tx, identity, { customer, kind: 'registered', from })
    await outbox.send(tx, requestedMail, { kind: 'registration', email })
  }).catch((error) => {
    if (error.constraint === 'customers_username') throw new Failure('UsernameTaken')
    throw error
  })
  return { user: { email } }
}

export const introducerOf = async ({ db }: Identity, referralCode: string) => {
  const introducer = await store.findIntroducer(db, referralCode)
  if (!introducer) throw new Failure('UnknownReferralCode')
  return introducer
}

/** Leaves the work to the worker, so that an unknown e-mail is answered as fast as a known one. */
export const requestMail = async (
  { db, keys, limits, outbox }: Identity,
  kind: 'registration' | 'reset-password' | 'code',
  email: string,
  { address }: Origin,
) => {
  await limits.take('send-mail', keys.digest(`tries ${kind}`, email).toString('hex'), address)
  await inTransaction(db, (tx) => outbox.send(tx, requestedMail, { kind, email }))
}

type LinkPurpose = 'verify-email' | 'reset-password' | 'veto-recovery' | 'lock-account'

/** Uses up a mailed link, and all others that were mailed for the same purpose. */
export const useLink = async (tx: Tx, { now }: Identity, purpose: LinkPurpose, token: string): Promise<string> => {
  const { rows } = await sql<{ customer: string }>`
    delete from mail_links where customer = (
      select customer from mail_links
      where token_hash = ${tokenHash(token)} and purpose = ${purpose} and expires_at > ${now()}
    ) and purpose = ${purpose} returning customer`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('LinkInvalid')
  return row.customer
}

export const verifyEmailByLink = async (identity: Identity, token: string, from: Origin) => {
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(identity.db, async (tx) =>
    markEmailVerified(tx, identity, await useLink(tx, identity, 'verify-email', token), from),
  )
}

export const verifyEmailByCode = async (identity: Identity, email: string, code: string, from: Origin) => {
  const { db, keys, limits, now } = identity
  await limits.take('mail-code', keys.digest('tries code', email).toString('hex'), from.address)
  // The try is used up before the code is looked at, and stays so when it was wrong.
  const { rows } = await sql<{ customer: string; code_hash: Buffer }>`
    update mail_codes set tries_left = tries_left - 1
    from customers where customers.id = mail_codes.customer and customers.email = ${email}
      and tries_left > 0 and expires_at > ${now()}
    returning customer, code_hash`.execute(db)
  const [known] = rows
  const given = keys.digest('mail code', `${known?.customer} ${code}`)
  if (!known?.code_hash.equals(given)) throw new Failure('CodeIncorrect')
  await inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from mail_codes where customer = ${known.customer} and code_hash = ${given}`.execute(tx)
    if (!numAffectedRows) throw new Failure('CodeIncorrect')
    await markEmailVerified(tx, identity, known.customer, from)
  })
}

const markEmailVerified = async (tx: Tx, identity: Identity, customer: string, from: Origin) => {
  await sql`
    with codes as (delete from mail_codes where customer = ${customer}),
      links as (delete from mail_links where customer = ${customer} and purpose = 'verify-email')
    update customers set email_verified_at = ${identity.now()}
    where id = ${customer} and email_verified_at is null`.execute(tx)
  await record(tx, identity, { customer, kind: 'email-verified', from })
}

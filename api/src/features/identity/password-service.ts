import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { userOf } from './account.ts'
import { noteChange, stopRecovery } from './credentials.ts'
import { type Identity, record } from './identity.ts'
import { tokenHash } from './keys.ts'
import { accountMail } from './mail-jobs.ts'
import { refuseWeakPassword } from './passwords.ts'
import { useLink } from './registration.ts'
import { endSessions } from './sessions.ts'
import * as store from './store.ts'

/** For what needs the current password besides the session. */
export const checkPassword = async (identity: Identity, person: Person, password: string, from: Origin) => {
  const { db, limits, passwords } = identity
  await limits.take('password', person.id, from.address)
  const customer = await store.readCustomer(db, person.id)
  if (!(await passwords.verify(customer.password_hash, password))) throw new Failure('PasswordIncorrect')
  await limits.forget('password', person.id)
  return customer
}

/** Checking a password takes a while, in which it may have been reset: what it allowed must not happen after that. */
export const lockIfUnchanged = async (tx: Tx, checked: store.Customer) => {
  const customer = await store.lockCustomer(tx, checked.id)
  if (customer.password_hash !== checked.password_hash) throw new Failure('PasswordIncorrect')
  return customer
}

export const changePassword = async (
  identity: Identity,
  person: Person,
  { currentPassword, password }: { currentPassword: string; password: string },
  from: Origin,
  useGrants: (tx: Tx) => Promise<void>,
) => {
  const customer = await checkPassword(identity, person, currentPassword, from)
  refuseWeakPassword(password, [customer.email, customer.username, identity.brand])
  if (await identity.passwords.verify(customer.password_hash, password))
    throw new Failure('PasswordRefused', {}, 'Your new password must be different than your current password')
  const hash = await identity.passwords.hash(password)
  await inTransaction(identity.db, async (tx) => {
    await lockIfUnchanged(tx, customer)
    await useGrants(tx)
    await setPassword(tx, person.id, hash)
    await endSessions(tx, identity, person.id, person.session)
    await noteChange(tx, identity, { customer: person.id, kind: 'password-changed', from })
  })
  return { user: userOf(customer) }
}

/** Needs nothing but the link; 2FA is still asked for at the next sign-in. */
export const resetPassword = async (
  identity: Identity,
  { code, password }: { code: string; password: string },
  from: Origin,
) => {
  await identity.limits.take('link', tokenHash(code).toString('hex'), from.address)
  // Rolled back together with the use of the link, which a refused password must not cost.
  await inTransaction(identity.db, async (tx) => {
    const customer = await store.readCustomer(tx, await useLink(tx, identity, 'reset-password', code))
    refuseWeakPassword(password, [customer.email, customer.username, identity.brand])
    await setPassword(tx, customer.id, await identity.passwords.hash(password))
    await endSessions(tx, identity, customer.id)
    await noteChange(tx, identity, { customer: customer.id, kind: 'password-reset', from })
  })
}

/** “This was not me”: nobody is signed in any more, and no password fits until one is set by mail. */
export const lockAccount = async (identity: Identity, token: string, from: Origin) => {
  const { db, now, limits, outbox } = identity
  await limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(db, async (tx) => {
    const customer = await useLink(tx, identity, 'lock-account', token)
    await setPassword(tx, customer, '')
    await sql`update customers set credentials_changed_at = ${now()} where id = ${customer}`.execute(tx)
    await endSessions(tx, identity, customer)
    // Whoever asked for it knew the password that is now gone, and may be the reason for the lock.
    await stopRecovery(tx, identity, customer, from)
    await record(tx, identity, { customer, kind: 'account-locked', from })
    await outbox.send(tx, accountMail, { customer, kind: 'account-locked', at: now().toISOString(), ...from })
  })
}

/** Links that were mailed to set another password end with it. */
const setPassword = (tx: Tx, customer: string, hash: string) =>
  sql`
    with links as (delete from mail_links where customer = ${customer} and purpose = 'reset-password')
    update customers set password_hash = ${hash} where id = ${customer}`.execute(tx)

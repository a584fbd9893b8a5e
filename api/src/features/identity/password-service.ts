import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { networkOf } from '../../network.ts'
import { policy } from '../../policy.ts'
import { userOf } from './account.ts'
import { noteChange, stopRecovery } from './credentials.ts'
import { countedFor, type Device, trustDevice } from './devices.ts'
import { type Identity, record } from './identity.ts'
import { tokenHash } from './keys.ts'
import { accountMail, requestedMail } from './mail-jobs.ts'
import { doesLinkWork } from './mail-store.ts'
import { refuseWeakPassword } from './passwords.ts'
import { useLink } from './registration.ts'
import { endSessions, savePasswordGiven, wasPasswordGiven } from './session-store.ts'
import * as store from './store.ts'

/** For what needs the current password besides the session. */
export const checkPassword = async (identity: Identity, person: Person, password: string, from: Origin) => {
  const { db, now, limits, passwords } = identity
  const wasRight = await limits.take('password', person.id, from.address)
  const customer = await store.readCustomer(db, person.id)
  if (!(await passwords.verify(customer.password_hash, password))) throw new Failure('PasswordIncorrect')
  await wasRight()
  await savePasswordGiven(db, person.session, now())
  return customer
}

/** For what needs it too, unless it was given in this session a short while ago. */
export const checkFreshPassword = async (
  identity: Identity,
  person: Person,
  password: string | undefined,
  from: Origin,
) => {
  if (password !== undefined) return checkPassword(identity, person, password, from)
  const { db, now } = identity
  // Read before the session: if the password changes after this, what it allowed is refused.
  const customer = await store.readCustomer(db, person.id)
  const since = new Date(now().getTime() - policy.credentials.passwordFreshMinutes * 60_000)
  if (!(await wasPasswordGiven(db, person.session, since))) throw new Failure('PasswordRequired')
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
  device: Device,
  useGrants: (tx: Tx) => Promise<void>,
) => {
  const customer = await checkPassword(identity, person, currentPassword, from)
  refuseWeakPassword(password, [customer.email, customer.username, identity.brand])
  if (await identity.passwords.verify(customer.password_hash, password))
    throw new Failure('PasswordRefused', {}, 'Please choose a password other than your current one.')
  const hash = await identity.passwords.hash(password)
  await inTransaction(identity.db, async (tx) => {
    await lockIfUnchanged(tx, customer)
    await useGrants(tx)
    await store.savePassword(tx, person.id, hash)
    await endSessions(tx, person.id, identity.now(), person.session)
    await noteChange(tx, identity, { customer: person.id, kind: 'password-changed', from })
  })
  return { user: userOf(customer), trust: trustDevice(identity, device, { ...customer, password_hash: hash }) }
}

/**
 * Asks for a mail with a link to `resetPassword`. Past the limit only those at the same address are refused: nobody may keep the
 * owner's mail from leaving. How often one leaves is for the worker to say, who looks the e-mail up.
 */
export const requestReset = async (identity: Identity, email: string, from: Origin, device: Device) => {
  const { db, now, keys, limits, outbox } = identity
  const owner = await findAmongTrusted(db, device, email)
  const subject = keys.digest('tries reset-password', `${email} ${networkOf(from.address)}`).toString('hex')
  const counted = countedFor(identity, device, owner, { subject, address: from.address })
  await limits.take('send-mail', ...counted)
  await inTransaction(db, (tx) =>
    outbox.send(tx, requestedMail, { kind: 'reset-password', email, at: now().toISOString() }),
  )
}

/** Looked up only for a device that brought a true token, and by what that names: no answer takes longer for a known e-mail. */
const findAmongTrusted = async (db: Db, device: Device, email: string) => {
  if (device.length === 0) return
  const trusted = await store.listCustomers(
    db,
    device.map(({ sub }) => sub),
  )
  return trusted.find((customer) => customer.email === email)
}

/** Told before a new password is thought up. One that was used, has expired, or never was, is answered alike. */
export const checkResetLink = async ({ db, now, limits }: Identity, code: string, from: Origin) => {
  const hash = tokenHash(code)
  const wasRight = await limits.take('link', hash.toString('hex'), from.address)
  if (!(await doesLinkWork(db, { tokenHash: hash, purpose: 'reset-password', at: now() })))
    throw new Failure('LinkInvalid')
  await wasRight()
}

/**
 * Needs nothing but the link; 2FA is still asked for at the next sign-in. Who has the link has the owner's mail, so the device is
 * known from here on: strangers who try to sign in meanwhile do not keep him out.
 */
export const resetPassword = async (
  identity: Identity,
  { code, password }: { code: string; password: string },
  from: Origin,
  device: Device,
) => {
  await identity.limits.take('link', tokenHash(code).toString('hex'), from.address)
  // Rolled back together with the use of the link, which a refused password must not cost.
  return inTransaction(identity.db, async (tx) => {
    const customer = await store.readCustomer(tx, await useLink(tx, identity, 'reset-password', code))
    refuseWeakPassword(password, [customer.email, customer.username, identity.brand])
    const hash = await identity.passwords.hash(password)
    await store.savePassword(tx, customer.id, hash)
    await endSessions(tx, customer.id, identity.now())
    await noteChange(tx, identity, { customer: customer.id, kind: 'password-reset', from })
    return trustDevice(identity, device, { ...customer, password_hash: hash })
  })
}

/** “This was not me”: nobody is signed in any more, and no password fits until one is set by mail. */
export const lockAccount = async (identity: Identity, token: string, from: Origin) => {
  const { db, now, limits, outbox } = identity
  await limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(db, async (tx) => {
    const customer = await useLink(tx, identity, 'lock-account', token)
    await store.savePassword(tx, customer, '')
    await store.saveCredentialsChange(tx, customer, now())
    await endSessions(tx, customer, now())
    // Whoever asked for it knew the password that is now gone, and may be the reason for the lock.
    await stopRecovery(tx, identity, customer, from)
    await record(tx, identity, { customer, kind: 'account-locked', from })
    await outbox.send(tx, accountMail, { customer, kind: 'account-locked', at: now().toISOString(), ...from })
  })
}

import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/identity'
import type { Origin } from '../../bind.ts'
import { Answer } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { ofEach } from '../../secrets.ts'
import { userOf } from './account.ts'
import { stopRecovery } from './credentials.ts'
import { countedFor, type Device, trustDevice } from './devices.ts'
import { type Identity, originKept, type Proving, record } from './identity.ts'
import { tokenHash } from './keys.ts'
import { accountMail } from './mail-jobs.ts'
import { isWaiting, useLink } from './registration.ts'
import { isSecondStepUsed, knowsDevice, noteSharedDevice, useSecondStep } from './session-store.ts'
import { startSession } from './sessions.ts'
import * as store from './store.ts'
import { secondStepSeconds } from './tokens.ts'
import { acceptAnyCode } from './two-factor.ts'
import { findRecoveryEnd, insertRecovery } from './two-factor-store.ts'

/** Operators log in from where the house says, if it says so. To anybody else it looks like a wrong password. */
const isElsewhere = ({ mayOperate }: Proving, { role }: store.Customer, { address }: Origin) =>
  role === 'operator' && !mayOperate(address)

/** The same work for known and unknown names; what differs comes only after the right password, or on the owner's device. */
export const provePassword = async (
  identity: Proving,
  { identifier, password }: BodyOf<typeof endpoints.signIn>,
  from: Origin,
  device: Device,
): Promise<store.Customer> => {
  const { db, keys, limits, passwords } = identity
  const found = await store.findByIdentifier(db, identifier)
  // Whose account is closed is nobody here, and is answered as anybody who never was.
  const customer = found?.closed_at ? undefined : found
  const subject = keys.digest('tries', identifier.toLowerCase()).toString('hex')
  const wasRight = await limits.take(
    'sign-in',
    ...countedFor(identity, device, customer, { subject, address: from.address }),
  )
  const right = await passwords.verify(customer?.password_hash, password)
  if (!customer || !right || isElsewhere(identity, customer, from)) {
    // Somebody may have registered a known e-mail with a password of their own: to them it looks like any other.
    const waits = await isWaiting(identity, identifier, password)
    await record(db, identity, { customer: customer?.id ?? null, kind: 'sign-in-refused', from })
    throw new Failure(waits ? 'EmailNotVerified' : 'InvalidCredentials')
  }
  await wasRight()
  return customer
}

export const signIn = async (
  identity: Identity,
  body: BodyOf<typeof endpoints.signIn>,
  from: Origin,
  device: Device,
) => {
  const customer = await provePassword(identity, body, from, device)
  if (customer.totp_secret) {
    const mfaToken = identity.tokens.secondStep.sign({
      id: randomUUID(),
      sub: customer.id,
      stamp: stampsOf(identity, customer)[0],
    })
    return { data: { mfaRequired: true as const, mfaToken } }
  }
  return inTransaction(identity.db, (tx) => openSession(tx, identity, customer, { twoFactor: false, from, device }))
}

const changedMeanwhile = 'Something has changed in the meantime. Please log in again.'

/** Ends with the password, or the 2FA secret, for which the first step was passed. */
const stampsOf = ({ keys }: Identity, { password_hash, totp_secret }: store.Customer) =>
  ofEach(keys.digests('stamp', `${password_hash} ${totp_secret?.toString('hex')}`), (each) =>
    each.toString('base64url'),
  )

const openSession = async (
  tx: Tx,
  identity: Identity,
  customer: store.Customer,
  { twoFactor, from, device }: { twoFactor: boolean; from: Origin; device: Device },
) => {
  // Checking took a while: a password that was changed meanwhile, or an account that was locked, opens nothing.
  const now = await store.lockCustomer(tx, customer.id)
  const isChanged = now.closed_at !== null || stampsOf(identity, now)[0] !== stampsOf(identity, customer)[0]
  if (isChanged || isElsewhere(identity, customer, from))
    throw twoFactor ? new Failure('LinkInvalid', {}, changedMeanwhile) : new Failure('InvalidCredentials')
  const known = await knowsDevice(tx, customer.id, originKept(from))
  const { jwt, cookies } = await startSession(tx, identity, { customer: customer.id, twoFactor, from })
  await noteSharedDevice(
    tx,
    customer.id,
    device.map(({ sub }) => sub),
    identity.now(),
  )
  await record(tx, identity, { customer: customer.id, kind: 'signed-in', from })
  if (!known)
    await identity.outbox.send(tx, accountMail, {
      customer: customer.id,
      kind: 'new-device',
      at: identity.now().toISOString(),
      ...from,
    })
  const headers = { 'set-cookie': [...cookies, trustDevice(identity, device, customer)] }
  return new Answer({ jwt, user: userOf(customer) }, { headers })
}

const readSecondStep = async (identity: Identity, mfaToken: string) => {
  const claims = identity.tokens.secondStep.read(mfaToken)
  if (!claims) throw new Failure('LinkInvalid', {}, 'This took too long. Please log in again.')
  if (await isSecondStepUsed(identity.db, claims.id)) throw usedUp()
  const customer = await store.readCustomer(identity.db, claims.sub)
  if (customer.closed_at || !stampsOf(identity, customer).includes(claims.stamp))
    throw new Failure('LinkInvalid', {}, changedMeanwhile)
  return { id: claims.id, customer }
}

const usedUp = () => new Failure('LinkInvalid', {}, 'This login has already been completed. Please log in again.')

/** One first step opens one session, however many second ones are sent at the same moment. */
const useUp = async (tx: Tx, { now }: Identity, id: string) => {
  const expires = new Date(now().getTime() + secondStepSeconds * 1000)
  if (!(await useSecondStep(tx, id, expires))) throw usedUp()
}

export const signInWithCode = async (
  identity: Identity,
  { mfaToken, code }: BodyOf<typeof endpoints.signInWithCode>,
  from: Origin,
  device: Device,
) => {
  const { id, customer } = await readSecondStep(identity, mfaToken)
  const counted = countedFor(identity, device, customer, { subject: `stranger ${customer.id}`, address: from.address })
  return acceptAnyCode(identity, customer.id, { code, from, counted }, async (tx) => {
    await useUp(tx, identity, id)
    return openSession(tx, identity, customer, { twoFactor: true, from, device })
  })
}

const day = 24 * 3600_000

/** Phone and backup codes are lost: 2FA ends after some days in which the owner can object. */
export const requestRecovery = async (identity: Identity, mfaToken: string, from: Origin) => {
  const { db, now, limits, outbox } = identity
  const { customer } = await readSecondStep(identity, mfaToken)
  await limits.take('link', customer.id, from.address)
  // An operator's second factor is given anew by another operator, never by waiting.
  if (customer.role === 'operator') throw new Failure('LinkInvalid', {}, 'Please ask another operator.')
  const at = now()
  const endsAt = await inTransaction(db, async (tx) => {
    await store.lockCustomer(tx, customer.id)
    const waitsUntil = await findRecoveryEnd(tx, customer.id)
    if (waitsUntil) return waitsUntil
    const ends = new Date(at.getTime() + policy.credentials.recoveryDays * day)
    await insertRecovery(tx, customer.id, { at, ends })
    await record(tx, identity, { customer: customer.id, kind: 'recovery-requested', from })
    await outbox.send(tx, accountMail, {
      customer: customer.id,
      kind: 'recovery-requested',
      at: at.toISOString(),
      ...from,
    })
    return ends
  })
  return { endsAt: endsAt.toISOString() }
}

export const vetoRecovery = async (identity: Identity, token: string, from: Origin) => {
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(identity.db, async (tx) => {
    const customer = await useLink(tx, identity, 'veto-recovery', token)
    await stopRecovery(tx, identity, customer, from)
  })
}

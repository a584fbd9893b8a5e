import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type * as credentials from '@ingot/endpoints/credentials'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { noteChange, stopRecovery } from './credentials.ts'
import type { Counted } from './devices.ts'
import { type Identity, type Proving, record } from './identity.ts'
import { checkFreshPassword, checkPassword, lockIfUnchanged } from './password-service.ts'
import { newBackupCodes, plainBackupCode } from './rules.ts'
import { endSessions, saveTwoFactorGiven } from './session-store.ts'
import { aimIn, grant, type PossibleAim } from './step-up.ts'
import * as store from './store.ts'
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts'
import * as twoFactorStore from './two-factor-store.ts'

/** A new secret that counts for nothing yet. Asking again replaces it. The password is asked for here already, not at the end. */
export const generate = async (identity: Identity, person: Person, password: string | undefined, from: Origin) => {
  const { db, keys, brand } = identity
  await checkFreshPassword(identity, person, password, from)
  const secret = newTotpSecret()
  const sealed = keys.encrypt(person.id, secret.bytes)
  const email = await twoFactorStore.savePendingSecret(db, person.id, sealed)
  if (email === undefined) throw new Failure('TwoFactorOn')
  return { secret: secret.base32, uri: totpUri(secret, brand, email) }
}

/** Proves the pending secret with a code of the app. */
export const checkPending = async (identity: Identity, person: Person, code: string, from: Origin) => {
  const { db, keys, limits, now } = identity
  const wasRight = await limits.take('2fa', person.id, from.address)
  await inTransaction(db, async (tx) => {
    const { totp_secret, totp_pending_secret } = await store.lockCustomer(tx, person.id)
    if (totp_secret) throw new Failure('TwoFactorOn')
    if (!totp_pending_secret) throw new Failure('TwoFactorOff')
    const step = totpStepOf(keys.decrypt(person.id, totp_pending_secret), code, now())
    if (step === null) throw new Failure('TwoFactorCodeIncorrect')
    await twoFactorStore.savePendingProof(tx, person.id, step)
  })
  await wasRight()
}

/** Turns on what was proven. The session that did so counts as signed in with 2FA; all others end. */
export const enable = async (identity: Identity, person: Person, password: string | undefined, from: Origin) => {
  const checked = await checkFreshPassword(identity, person, password, from)
  return inTransaction(identity.db, async (tx) => {
    const customer = await lockIfUnchanged(tx, checked)
    if (customer.totp_secret) throw new Failure('TwoFactorOn')
    if (!customer.totp_pending_secret || !customer.totp_pending_proven) throw new Failure('TwoFactorOff')
    await twoFactorStore.turnOnPending(tx, person.id)
    await saveTwoFactorGiven(tx, person.session)
    await endSessions(tx, person.id, identity.now(), person.session)
    await noteChange(tx, identity, {
      customer: person.id,
      kind: '2fa-enabled',
      from,
      isFirst: !customer.two_factor_was_on,
    })
    return replaceBackupCodes(tx, identity, person.id)
  })
}

const replaceBackupCodes = async (tx: Tx, { keys }: Identity, customer: string) => {
  const codes = newBackupCodes()
  const hashes = codes.map((code) => keys.digest(`backup code of ${customer}`, plainBackupCode(code)))
  await twoFactorStore.replaceBackupCodes(tx, customer, hashes, keys.digestKey)
  return codes
}

/** Takes a code of the app, once: the step it belongs to must lie after the last one that was taken. */
const takeCode = async (tx: Tx, { keys, now }: Proving, customer: string, code: string): Promise<boolean> => {
  const { totp_secret, totp_last_step } = await store.lockCustomer(tx, customer)
  if (!totp_secret) throw new Failure('TwoFactorOff')
  const step = totpStepOf(keys.decrypt(customer, totp_secret), code, now())
  if (step === null || (totp_last_step !== null && step <= Number(totp_last_step))) return false
  await twoFactorStore.saveLastStep(tx, customer, step)
  return true
}

const takeBackupCode = async (tx: Tx, identity: Identity, customer: string, code: string, from: Origin) => {
  const hashes = identity.keys.digests(`backup code of ${customer}`, plainBackupCode(code))
  if (!(await twoFactorStore.takeBackupCode(tx, customer, hashes))) return false
  await noteChange(tx, identity, { customer, kind: 'backup-code-used', from })
  return true
}

/** The work of a check, with its limit and its record; `then` runs in the same transaction if the code was right. */
const accept = async <T>(
  identity: Proving,
  customer: string,
  { from, counted = [customer, from.address] }: { from: Origin; counted?: Counted | undefined },
  take: (tx: Tx) => Promise<boolean>,
  then: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const { db, limits } = identity
  const wasRight = await limits.take('2fa', ...counted)
  let isRight = false
  const done = await inTransaction(db, async (tx) => {
    isRight = await take(tx)
    if (!isRight) return
    // Whoever has a code needs no recovery, and somebody else may have asked for it.
    await stopRecovery(tx, identity, customer, from)
    return { value: await then(tx) }
  }).catch(async (error) => {
    // What was refused for another reason was no guess.
    if (isRight) await wasRight()
    throw error
  })
  if (!done) {
    await record(db, identity, { customer, kind: '2fa-refused', from })
    throw new Failure('TwoFactorCodeIncorrect')
  }
  await wasRight()
  return done.value
}

/** At sign-in: a code of the app, or one of the backup codes. */
export const acceptAnyCode = <T>(
  identity: Identity,
  customer: string,
  { code, from, counted }: { code: string; from: Origin; counted: Counted },
  then: (tx: Tx) => Promise<T>,
) =>
  accept(
    identity,
    customer,
    { from, counted },
    (tx) =>
      /^\d{6}$/.test(code)
        ? takeCode(tx, identity, customer, code)
        : takeBackupCode(tx, identity, customer, code, from),
    then,
  )

/** A code of the app, and nothing else. */
export const acceptCode = <T>(
  identity: Proving,
  customer: string,
  code: string,
  from: Origin,
  then: (tx: Tx) => Promise<T>,
) => accept(identity, customer, { from }, (tx) => takeCode(tx, identity, customer, code), then)

/** Checks a code, and grants its aim if one is named. */
export const verify = (
  identity: Identity,
  person: Person,
  { token, ...named }: { token: string } & PossibleAim,
  from: Origin,
) =>
  acceptCode(identity, person.id, token, from, async (tx) => {
    const aim = aimIn(named)
    if (aim) await grant(tx, identity, person, aim, '2fa')
  })

/** A code, after the current password: what a change of 2FA itself takes. */
const acceptAfter = <T>(
  identity: Identity,
  checked: store.Customer,
  inputCode: string,
  from: Origin,
  then: (tx: Tx) => Promise<T>,
): Promise<T> =>
  acceptCode(identity, checked.id, inputCode, from, async (tx) => {
    await lockIfUnchanged(tx, checked)
    return then(tx)
  })

/** What proves that it is somebody for this very act. */
export type Proof = { password: string; inputCode: string }

/** The same with the password in the call itself, however fresh it is. */
export const acceptBoth = async <T>(
  identity: Identity,
  person: Person,
  { password, inputCode }: Proof,
  from: Origin,
  then: (tx: Tx) => Promise<T>,
): Promise<T> => acceptAfter(identity, await checkPassword(identity, person, password, from), inputCode, from, then)

export const resetBackupCodes = async (
  identity: Identity,
  person: Person,
  { password, inputCode }: BodyOf<typeof credentials.resetBackupCodes>,
  from: Origin,
) => {
  const checked = await checkFreshPassword(identity, person, password, from)
  return acceptAfter(identity, checked, inputCode, from, async (tx) => {
    await noteChange(tx, identity, { customer: person.id, kind: 'backup-codes-replaced', from })
    return replaceBackupCodes(tx, identity, person.id)
  })
}

export const disable = (
  identity: Identity,
  person: Person,
  proof: BodyOf<typeof credentials.disableTwoFactor>,
  from: Origin,
) =>
  acceptBoth(identity, person, proof, from, async (tx) => {
    await twoFactorStore.removeTwoFactor(tx, person.id)
    await noteChange(tx, identity, { customer: person.id, kind: '2fa-disabled', from })
  })

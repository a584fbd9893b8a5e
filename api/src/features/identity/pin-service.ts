import { type Condition, nameWith, statementOf } from '@ingot/db/batch'
import type { Tx } from '@ingot/db/connect'
import { inTransaction, runStatement, withoutWaiting } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { noteChange } from './credentials.ts'
import { type Identity, record } from './identity.ts'
import { tooManyTries } from './limits.ts'
import { checkPassword, lockIfUnchanged } from './password-service.ts'
import { refuseWeakPin } from './passwords.ts'
import { pinLockSecondsAfter } from './rules.ts'
import { grant, grantExpiry } from './step-up.ts'
import * as store from './store.ts'

/**
 * Six digits are guessed from any hash, however slow: only a key that is not in the database keeps them. How long a comparison
 * of two such digests takes tells nothing to anyone without the key.
 */
const pinText = ({ keys }: Identity, { id }: Person, pin: string) =>
  keys.digest(`pin of ${id}`, pin).toString('base64url')

/** The first PIN, or with `again` another one. */
export const setPin = async (
  identity: Identity,
  person: Person,
  { password, pin, again }: { password: string; pin: string; again: boolean },
  from: Origin,
  useGrants: (tx: Tx) => Promise<void>,
) => {
  const checked = await checkPassword(identity, person, password, from)
  refuseWeakPin(pin)
  const hash = pinText(identity, person, pin)
  await inTransaction(identity.db, async (tx) => {
    const { pin_hash, kyc_status } = await lockIfUnchanged(tx, checked)
    await useGrants(tx)
    if (pin_hash && !again) throw new Failure('PinSet')
    await sql`
      update customers set pin_hash = ${hash}, pin_failures = 0, pin_locked_until = null where id = ${person.id}
    `.execute(tx)
    await noteChange(tx, identity, {
      customer: person.id,
      kind: pin_hash ? 'pin-changed' : 'pin-set',
      from,
      isFirst: !pin_hash && kyc_status !== 'Verified',
    })
  })
}

/** What nearly always happens, as one statement: the PIN is right, and nobody has tried a wrong one since the last time. */
const grantAtOnce = async (
  identity: Identity,
  person: Person,
  { pin, operation }: { pin: string; operation: string },
  standing: Condition,
): Promise<boolean> => {
  const [granted] = await runStatement(identity.db, {
    name: nameWith(standing, 'grant-by-pin'),
    text: `
      insert into step_up_grants (session, operation, factor, expires_at)
      select $1, $2, 'pin', $3 from customers where id = $4 and pin_hash = $5 and pin_failures = 0
      on conflict (session, operation, factor) do update set expires_at = excluded.expires_at
      returning ${withoutWaiting}, ${standing.text(6)}`,
    values: [
      ...[person.session, operation, grantExpiry(identity), person.id, pinText(identity, person, pin)],
      ...standing.values,
    ],
  })
  return granted !== undefined
}

/** Checks the PIN, and grants the operation if one is named. */
export const verifyPin = async (
  identity: Identity,
  person: Person,
  { pin, operation }: { pin: string; operation?: string | undefined },
  from: Origin,
  standing: () => Condition,
) => {
  if (operation && (await grantAtOnce(identity, person, { pin, operation }, standing()))) return
  const { db, now } = identity
  // What was wrong is counted in the transaction, so it must commit; the refusal comes after it.
  const refusal = await inTransaction(db, async (tx) => {
    await runStatement(tx, statementOf(standing()))
    const { pin_hash, pin_failures, pin_locked_until } = await store.lockCustomer(tx, person.id)
    const at = now()
    if (!pin_hash) return new Failure('StepUpRequired', { needs: 'pin-unset' })
    if (pin_locked_until && pin_locked_until > at) return tooManyTries(pin_locked_until, at)
    if (pin_hash === pinText(identity, person, pin)) {
      if (pin_failures > 0)
        await sql`update customers set pin_failures = 0, pin_locked_until = null where id = ${person.id}`.execute(tx)
      if (operation) await grant(tx, identity, person, operation, 'pin')
      return
    }
    const seconds = pinLockSecondsAfter(pin_failures + 1)
    const locked = seconds ? new Date(at.getTime() + seconds * 1000) : null
    await sql`
      update customers set pin_failures = pin_failures + 1, pin_locked_until = ${locked} where id = ${person.id}
    `.execute(tx)
    await record(tx, identity, { customer: person.id, kind: 'pin-refused', from })
    return locked ? tooManyTries(locked, at) : new Failure('PinIncorrect')
  })
  if (refusal) throw refusal
}

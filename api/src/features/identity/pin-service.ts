import type { Tx } from '@ingot/db/connect'
import { inTransaction, runStatement, withoutWaiting } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { ofEach } from '../../secrets.ts'
import { noteChange } from './credentials.ts'
import { type Identity, originKept } from './identity.ts'
import { tooManyTries } from './limits.ts'
import { checkPassword, lockIfUnchanged } from './password-service.ts'
import { refuseWeakPin } from './passwords.ts'
import { aimIn, grantExpiry, keptHash, type PossibleAim } from './step-up.ts'

/**
 * Six digits are guessed from any hash, however slow: only a key that is not in the database keeps them. How long a comparison
 * of two such digests takes tells nothing to anyone without the key.
 */
const pinTexts = ({ keys }: Identity, { id }: Person, pin: string) =>
  ofEach(keys.digests(`pin of ${id}`, pin), (digest) => digest.toString('base64url'))

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
  const hash = pinTexts(identity, person, pin)[0]
  await inTransaction(identity.db, async (tx) => {
    const { pin_hash, kyc_status } = await lockIfUnchanged(tx, checked)
    await useGrants(tx)
    if (pin_hash && !again) throw new Failure('PinSet')
    await sql`
      update customers set pin_hash = ${hash}, pin_key = ${identity.keys.digestKey}, pin_failures = 0, pin_locked_until = null
      where id = ${person.id}
    `.execute(tx)
    await noteChange(tx, identity, {
      customer: person.id,
      kind: pin_hash ? 'pin-changed' : 'pin-set',
      from,
      isFirst: !pin_hash && kyc_status !== 'Verified',
    })
  })
}

type Checked = { verdict: 'right' | 'wrong' | 'locked' | 'unset'; locked_until: Date | null }

/**
 * Checks the PIN, and grants its aim if one is named: one statement, which compares and counts while the customer is locked.
 * Only a grant may be lost with the machine: that a guess was wrong waits for the disk.
 */
export const verifyPin = async (
  identity: Identity,
  person: Person,
  { pin, ...named }: { pin: string } & PossibleAim,
  from: Origin,
) => {
  const at = identity.now()
  const { pinTries, pinLockSeconds, pinLockLongestSeconds } = policy.credentials
  const aim = aimIn(named)
  const [checked] = await runStatement<Checked>(identity.db, {
    name: 'check-pin',
    text: `
      with checked as materialized (
        select verdict, locked_until
        from check_pin($1::uuid, string_to_array($2, ' '), $3, $4, $5, $6, $7, $8, $9)
      ), granted as (
        insert into step_up_grants (session, operation, factor, body_hash, expires_at)
        select $10::uuid, $11, 'pin', $12::bytea, $13::timestamptz from checked
        where verdict = 'right' and $11::text is not null
        on conflict (session, operation, factor)
          do update set body_hash = excluded.body_hash, expires_at = excluded.expires_at
      )
      select verdict, locked_until, case when verdict = 'right' then ${withoutWaiting} end from checked`,
    values: [
      ...[person.id, pinTexts(identity, person, pin).join(' '), identity.keys.digestKey, at],
      ...[pinTries, pinLockSeconds, pinLockLongestSeconds],
      ...[from.address, originKept(from).agent, person.session],
      ...(aim ? [aim.operation, keptHash(identity, person, aim), grantExpiry(identity)] : [null, null, null]),
    ],
  })
  if (checked?.verdict === 'right') return
  if (checked?.verdict === 'unset') throw new Failure('StepUpRequired', { needs: 'pin-unset' })
  throw checked?.locked_until ? tooManyTries(checked.locked_until, at) : new Failure('PinIncorrect')
}

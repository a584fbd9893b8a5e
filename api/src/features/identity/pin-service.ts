import type { Statement } from '@ingot/db/batch'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { ofEach } from '../../secrets.ts'
import { noteChange } from './credentials.ts'
import { type Identity, originKept } from './identity.ts'
import { tooManyTries } from './limits.ts'
import { checkPassword, lockIfUnchanged } from './password-service.ts'
import { refuseWeakPin } from './passwords.ts'
import { checkPin, savePin } from './pin-store.ts'
import { aimIn, grantExpiry, keptHash, type PossibleAim } from './step-up.ts'

/**
 * Six digits are guessed from any hash, however slow: only a key that is not in the database keeps them. How long a comparison
 * of two such digests takes tells nothing to anyone without the key.
 */
const pinTexts = ({ keys }: Identity, { id }: { id: string }, pin: string) =>
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
    await savePin(tx, person.id, { hash, key: identity.keys.digestKey })
    await noteChange(tx, identity, {
      customer: person.id,
      kind: pin_hash ? 'pin-changed' : 'pin-set',
      from,
      isFirst: !pin_hash && kyc_status !== 'Verified',
    })
  })
}

/** Checks the PIN, and grants its aim if one is named. */
export const verifyPin = async (
  identity: Identity,
  person: Person,
  { pin, ...named }: { pin: string } & PossibleAim,
  from: Origin,
  standing: Statement | undefined,
) => {
  const at = identity.now()
  const aim = aimIn(named)
  const checked = await checkPin(identity.db, person, {
    hashes: pinTexts(identity, person, pin),
    newestKey: identity.keys.digestKey,
    grant: aim && {
      operation: aim.operation,
      bodyHash: keptHash(identity, person, aim),
      expires: grantExpiry(identity),
    },
    from: originKept(from),
    at,
    standing,
  })
  if (checked?.verdict === 'unset') throw new Failure('StepUpRequired', { needs: 'pin-unset' })
  refuseWrong(checked, at)
}

const refuseWrong = (checked: Awaited<ReturnType<typeof checkPin>>, at: Date): void => {
  if (checked?.verdict === 'right') return
  throw checked?.locked_until ? tooManyTries(checked.locked_until, at) : new Failure('PinIncorrect')
}

/** Of somebody who is known by a link and has no session. Wrong ones count and lock as everywhere. */
export const provePin = async (identity: Identity, customer: string, pin: string, from: Origin): Promise<void> => {
  const at = identity.now()
  const person = { id: customer, session: null }
  const checked = await checkPin(identity.db, person, {
    hashes: pinTexts(identity, person, pin),
    newestKey: identity.keys.digestKey,
    from: originKept(from),
    at,
    grant: undefined,
    standing: undefined,
  })
  if (checked?.verdict === 'unset')
    throw new Failure('PinIncorrect', {}, 'You have no PIN yet. Please log in, and tell us there.')
  refuseWrong(checked, at)
}

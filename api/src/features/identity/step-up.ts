import type { Tx } from '@ingot/db/connect'
import type { Aim } from '@ingot/endpoints/aim'
import type { StepUp } from '@ingot/endpoints/endpoint'
import type { Grants, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Identity } from './identity.ts'
import { type Factor, findGrants, saveGrant, takeGrants } from './step-up-store.ts'

const factorsOf = (stepUp: StepUp, { twoFactorOn }: Person): readonly Factor[] =>
  stepUp === '2fa-if-on' ? (twoFactorOn ? ['2fa'] : []) : stepUp === 'pin' ? ['pin'] : ['pin', '2fa']

export const grantExpiry = ({ now }: Identity) => new Date(now().getTime() + policy.stepUp.grantSeconds * 1000)

/** What a proof may name: an aim or nothing, to which the schema sees. */
export type PossibleAim = { [Name in keyof Aim]?: Aim[Name] | undefined }

export const aimIn = ({ operation, bodyHash }: PossibleAim): Aim | undefined =>
  operation !== undefined && bodyHash !== undefined ? { operation, bodyHash } : undefined

/** As it is kept: under the server's key, since a password that is about to be changed could be guessed from the hash sent. */
export const keptHash = ({ keys }: Identity, { session }: Person, { bodyHash }: Aim) =>
  keys.digest(`body sent in ${session}`, bodyHash)

/** Grants what was just proven to one operation of one session, with what it will carry. Of several, the last counts. */
export const grant = (tx: Tx, identity: Identity, person: Person, aim: Aim, factor: Factor) =>
  saveGrant(tx, grantedFor(identity, person, aim), factor, grantExpiry(identity))

const grantedFor = (identity: Identity, person: Person, aim: Aim) => ({
  session: person.session,
  operation: aim.operation,
  bodyHash: keptHash(identity, person, aim),
})

export const createGrants = (identity: Identity): Grants => {
  const { db, now } = identity
  const refuseMissing = (person: Person, needed: readonly Factor[], found: { factor: Factor }[]) => {
    const missing = needed.find((factor) => !found.some((each) => each.factor === factor))
    if (missing === 'pin' && !person.pinSet) throw new Failure('StepUpRequired', { needs: 'pin-unset' })
    if (needed.includes('2fa') && !person.twoFactorOn) throw new Failure('StepUpRequired', { needs: '2fa-off' })
    if (missing) throw new Failure('StepUpRequired', { needs: missing })
  }
  return {
    check: async (person, stepUp, aim) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return false
      refuseMissing(person, needed, await findGrants(db, grantedFor(identity, person, aim), now()))
      return true
    },
    use: async (tx, person, stepUp, aim) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return
      refuseMissing(person, needed, await takeGrants(tx, grantedFor(identity, person, aim), now()))
    },
  }
}

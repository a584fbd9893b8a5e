import type { Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import type { Aim } from '@ingot/endpoints/aim'
import type { StepUp } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import type { Grants, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Identity } from './identity.ts'

type Factor = 'pin' | '2fa'

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
export const grant = async (tx: Tx, identity: Identity, person: Person, aim: Aim, factor: Factor) => {
  await sql`
    insert into step_up_grants (session, operation, factor, body_hash, expires_at)
    values (${person.session}, ${aim.operation}, ${factor}, ${keptHash(identity, person, aim)}, ${grantExpiry(identity)})
    on conflict (session, operation, factor)
      do update set body_hash = excluded.body_hash, expires_at = excluded.expires_at`.execute(tx)
}

/** The grants that hold for a call. */
const held = 'step_up_grants where session = $1 and operation = $2 and body_hash = $3 and expires_at > $4'

export const createGrants = (identity: Identity): Grants => {
  const { db, now } = identity
  const named = (person: Person, aim: Aim) => [person.session, aim.operation, keptHash(identity, person, aim), now()]
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
      const found = await runStatement<{ factor: Factor }>(db, {
        name: 'check-grants',
        text: `select factor from ${held}`,
        values: named(person, aim),
      })
      refuseMissing(person, needed, found)
      return true
    },
    use: async (tx, person, stepUp, aim) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return
      const found = await runStatement<{ factor: Factor }>(tx, {
        name: 'use-grants',
        text: `delete from ${held} returning factor`,
        values: named(person, aim),
      })
      refuseMissing(person, needed, found)
    },
  }
}

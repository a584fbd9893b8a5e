import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
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

/** Grants one operation of one session what was just proven. */
export const grant = async (tx: Tx, identity: Identity, { session }: Person, operation: string, factor: Factor) => {
  await sql`
    insert into step_up_grants (session, operation, factor, expires_at)
    values (${session}, ${operation}, ${factor}, ${grantExpiry(identity)})
    on conflict (session, operation, factor) do update set expires_at = excluded.expires_at`.execute(tx)
}

export const createGrants = (db: Db, now: () => Date): Grants => {
  const refuseMissing = (person: Person, needed: readonly Factor[], held: { factor: Factor }[]) => {
    const missing = needed.find((factor) => !held.some((each) => each.factor === factor))
    if (missing === 'pin' && !person.pinSet) throw new Failure('StepUpRequired', { needs: 'pin-unset' })
    if (needed.includes('2fa') && !person.twoFactorOn) throw new Failure('StepUpRequired', { needs: '2fa-off' })
    if (missing) throw new Failure('StepUpRequired', { needs: missing })
  }
  return {
    check: async (person, stepUp, operation) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return false
      const held = await runStatement<{ factor: Factor }>(db, {
        name: 'check-grants',
        text: 'select factor from step_up_grants where session = $1 and operation = $2 and expires_at > $3',
        values: [person.session, operation, now()],
      })
      refuseMissing(person, needed, held)
      return true
    },
    use: async (tx, person, stepUp, operation) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return
      const held = await runStatement<{ factor: Factor }>(tx, {
        name: 'use-grants',
        text: 'delete from step_up_grants where session = $1 and operation = $2 and expires_at > $3 returning factor',
        values: [person.session, operation, now()],
      })
      refuseMissing(person, needed, held)
    },
  }
}

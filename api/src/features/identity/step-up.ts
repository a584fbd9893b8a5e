import type { Db, Tx } from '@ingot/db/connect'
import type { StepUp } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import type { Grants, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Identity } from './identity.ts'

type Factor = 'pin' | '2fa'

const factorsOf = (stepUp: StepUp, { twoFactorOn }: Person): readonly Factor[] =>
  stepUp === '2fa-if-on' ? (twoFactorOn ? ['2fa'] : []) : stepUp === 'pin' ? ['pin'] : ['pin', '2fa']

/** Grants one operation of one session what was just proven. */
export const grant = async (tx: Tx, { now }: Identity, { session }: Person, operation: string, factor: Factor) => {
  const expires = new Date(now().getTime() + policy.stepUp.grantSeconds * 1000)
  await sql`
    insert into step_up_grants (session, operation, factor, expires_at)
    values (${session}, ${operation}, ${factor}, ${expires})
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
      const { rows } = await sql<{ factor: Factor }>`
        select factor from step_up_grants
        where session = ${person.session} and operation = ${operation} and expires_at > ${now()}`.execute(db)
      refuseMissing(person, needed, rows)
      return true
    },
    use: async (tx, person, stepUp, operation) => {
      const needed = factorsOf(stepUp, person)
      if (needed.length === 0) return
      const { rows } = await sql<{ factor: Factor }>`
        delete from step_up_grants
        where session = ${person.session} and operation = ${operation} and expires_at > ${now()}
        returning factor`.execute(tx)
      refuseMissing(person, needed, rows)
    },
  }
}

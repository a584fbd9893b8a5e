import type { Db, Tx } from '@ingot/db/connect'
import type { Deceased, EstateState, Reporter } from '@ingot/endpoints/estate-fields'
import type { Guardian } from '@ingot/endpoints/nominee-fields'
import { sql } from 'kysely'

/** What was told, sealed for the estate's id as `estate`. */
export type Told = { reporter: Reporter; deceased: Deceased; words: string }

/** Who receives, sealed for the beneficiary's id as `beneficiary`. */
export type Receiving = {
  firstName: string
  middleName: string
  lastName: string
  dateOfBirth: string
  contact: string
  guardian: Guardian | null
}

export type EstateRow = {
  id: string
  number: string
  state: EstateState
  source: 'public' | 'operator'
  reported_at: Date
  sealed: Buffer
  digest: Buffer
  customer: string | null
  checked_at: Date | null
  froze: boolean
  paused_plans: string[]
  waiting_from: Date | null
  waiting_until: Date | null
  reminders: number
  vetoed_at: Date | null
  renewed_at: Date | null
  /** A day, such as 2026-05-01. */
  died_on: string | null
  nominee_set: string | null
  worth_cents: string | null
  approved_at: Date | null
  approved_by: string | null
  statement: string | null
  distributed_at: Date | null
  ended_at: Date | null
  reason: string | null
}

export const estateColumns = sql`id, number, state, source, reported_at, sealed, digest, customer, checked_at, froze, paused_plans, waiting_from,
  waiting_until, reminders, vetoed_at, renewed_at, died_on::text, nominee_set, worth_cents, approved_at, approved_by, statement,
  distributed_at, ended_at, reason`

export const findEstate = async (db: Db | Tx, id: string): Promise<EstateRow | undefined> => {
  const { rows } = await sql<EstateRow>`select ${estateColumns} from estates where id = ${id}`.execute(db)
  return rows[0]
}

/** Whoever changes one waits for the one before. The sender of the customer is locked first, where it is known whose it is. */
export const lockEstate = async (tx: Tx, id: string): Promise<EstateRow | undefined> => {
  const { rows } = await sql<EstateRow>`select ${estateColumns} from estates where id = ${id} for update`.execute(tx)
  return rows[0]
}

export type BeneficiaryRow = {
  id: string
  estate: string
  place: number
  share: number
  sealed: Buffer
  customer: string | null
  linked_at: Date | null
  as_guardian: boolean
}

export const beneficiariesOf = async (db: Db | Tx, estate: string): Promise<BeneficiaryRow[]> => {
  const { rows } = await sql<BeneficiaryRow>`
    select id, estate, place, share, sealed, customer, linked_at, as_guardian
    from estate_beneficiaries where estate = ${estate} order by place`.execute(db)
  return rows
}

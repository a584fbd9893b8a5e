import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

type Stage = 'Pending' | 'Rejected'

/** Written out, so that the index of a stage is seen to fit. */
const inStage = { Pending: sql`c.kyc_status = 'Pending'`, Rejected: sql`c.kyc_status = 'Rejected'` }

export const sumInStage = (db: Db, stage: Stage) =>
  sumOf(db, sql`select c.kyc_since as since from customers c where ${inStage[stage]}`)

type StageRow = { id: string; username: string; since: Date; micros: string; is_final: boolean | null }

export const listInStage = async (db: Db, stage: Stage, after: Place, limit: number): Promise<StageRow[]> => {
  const { rows } = await sql<StageRow>`
    select c.id, c.username, c.kyc_since as since, ${microsOf(sql`c.kyc_since`)} as micros, a.is_final
    from customers c left join kyc_applicants a on a.customer = c.id
    where ${inStage[stage]} and (c.kyc_since, c.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by c.kyc_since, c.id limit ${limit}`.execute(db)
  return rows
}

/** A rejection that was for good no longer is; whatever the provider says next counts again. */
export const saveNotFinal = async (tx: Tx, customer: string): Promise<void> => {
  await sql`update kyc_applicants set is_final = false where customer = ${customer}`.execute(tx)
}

import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

type Correction = {
  id: string
  customer: string
  from: string | null
  to: string | null
  askedBy: string
  approvedBy: string
  at: Date
}

/** Beside it, and in this transaction only, the database takes another introducer. */
export const insertCorrection = async (tx: Tx, made: Correction) => {
  await sql`
    insert into introducer_corrections (id, customer, from_introducer, to_introducer, asked_by, approved_by, at)
    values (${made.id}, ${made.customer}, ${made.from}, ${made.to}, ${made.askedBy}, ${made.approvedBy}, ${made.at})`.execute(
    tx,
  )
}

/** Whether a reward came to somebody above of the customer's fees, or of the fees of whom he brought. */
export const hasAccrued = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from rewards where referee = ${customer}
    union all
    select 1 from network_links link join rewards on rewards.referee = link.customer
    where link.ancestor = ${customer} and rewards.level > link.level
    limit 1`.execute(tx)
  return rows.length > 0
}

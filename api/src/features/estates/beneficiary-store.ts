import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { BeneficiaryRow } from './store.ts'

const columns = sql`b.id, b.estate, b.place, b.share, b.sealed, b.customer, b.linked_at, b.as_guardian`

export const findBeneficiary = async (db: Db | Tx, id: string): Promise<BeneficiaryRow | undefined> => {
  const { rows } = await sql<BeneficiaryRow>`
    select ${columns} from estate_beneficiaries b where b.id = ${id}`.execute(db)
  return rows[0]
}

/** Whose link it is, of an estate that is given out. */
export const findByLink = async (db: Db | Tx, hash: Buffer, at: Date): Promise<BeneficiaryRow | undefined> => {
  const { rows } = await sql<BeneficiaryRow>`
    select ${columns} from estate_beneficiaries b join estates e on e.id = b.estate
    where b.link = ${hash} and b.link_until > ${at} and e.state in ('Approved', 'Distributed')`.execute(db)
  return rows[0]
}

export const saveBeneficiaryLink = async (db: Db | Tx, id: string, { hash, until }: { hash: Buffer; until: Date }) => {
  await sql`update estate_beneficiaries set link = ${hash}, link_until = ${until} where id = ${id}`.execute(db)
}

/** Whether somebody has closed the account. Until the transaction ends it is not closed: what is given would be in nobody's. */
export const hasLeft = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql<{ closed_why: string | null }>`
    select closed_why from customers where id = ${customer} for share`.execute(tx)
  return rows[0]?.closed_why === 'left'
}

/** Says that somebody is known to be this customer. */
export const linkBeneficiary = async (
  tx: Tx,
  id: string,
  given: { customer: string; at: Date; by: 'link' | 'operators'; asGuardian: boolean },
) => {
  await sql`
    update estate_beneficiaries set customer = ${given.customer}, linked_at = ${given.at}, linked_by = ${given.by},
      as_guardian = ${given.asGuardian}
    where id = ${id} and customer is null`.execute(tx)
}

export const listReceived = async (db: Db | Tx, customer: string): Promise<BeneficiaryRow[]> => {
  const { rows } = await sql<BeneficiaryRow>`
    select ${columns} from estate_beneficiaries b where b.customer = ${customer}
    order by b.linked_at desc, b.id limit 100`.execute(db)
  return rows
}

/** Those for whom something waits and who were never asked, whatever way there is to ask them; whenever it came in. */
export const listUninvited = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<BeneficiaryRow[]> => {
  const { rows } = await sql<BeneficiaryRow>`
    select ${columns} from estate_beneficiaries b join estates e on e.id = b.estate
    where e.state in ('Approved', 'Distributed') and b.customer is null and b.link is null
      and exists (select from estate_parts p where p.beneficiary = b.id and p.passed_entry is null and p.units > 0)
    order by b.id <= ${after}, b.id limit ${most}`.execute(db)
  return rows
}

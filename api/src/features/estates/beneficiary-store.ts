import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { type Customer, isErased } from '../identity/store.ts'
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

const isGone = (found: Pick<Customer, 'closed_why' | 'email'>): boolean =>
  found.closed_why === 'left' || (found.closed_why === null && isErased(found))

/** Whether somebody has closed the account, or was erased. Until the transaction ends it is not closed: what is given would be in nobody's. */
export const hasLeft = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql<Pick<Customer, 'closed_why' | 'email'>>`
    select closed_why, email from customers where id = ${customer} for share`.execute(tx)
  const [found] = rows
  return found !== undefined && isGone(found)
}

/** Which of them could be given nothing any more. */
export const listLeft = async (db: Db | Tx, customers: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<Pick<Customer, 'id' | 'closed_why' | 'email'>>`
    select id, closed_why, email from customers where id = any(${customers}::uuid[])`.execute(db)
  return new Set(rows.filter(isGone).map(({ id }) => id))
}

/** Says that somebody is known to be this customer, in the place of the one who was linked until now and keeps what was received. */
export const linkBeneficiary = async (
  tx: Tx,
  { id, customer: before }: Pick<BeneficiaryRow, 'id' | 'customer'>,
  given: { customer: string; at: Date; by: 'link' | 'operators'; asGuardian: boolean },
) => {
  if (before !== null)
    await sql`
      update estate_parts set passed_to = ${before}
      where beneficiary = ${id} and passed_entry is not null and passed_to is null`.execute(tx)
  await sql`
    update estate_beneficiaries set customer = ${given.customer}, linked_at = ${given.at}, linked_by = ${given.by},
      as_guardian = ${given.asGuardian}
    where id = ${id} and customer is not distinct from ${before}::uuid`.execute(tx)
}

/** Whether something is set aside for somebody who is known, and was not passed on yet. */
export const hasWaiting = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from estate_beneficiaries b join estate_parts p on p.beneficiary = b.id
    where b.customer = ${customer} and p.passed_entry is null and p.units > 0 limit 1`.execute(tx)
  return rows.length > 0
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

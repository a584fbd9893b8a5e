import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type Shown = { showsName: boolean; isVerified: boolean }

/** What decides how those above see somebody; undefined for whoever nobody brought. Nobody else changes it meanwhile. */
export const lockShown = async (tx: Tx, customer: string): Promise<Shown | undefined> => {
  const { rows } = await sql<Shown>`
    select shows_name as "showsName", kyc_status = 'Verified' as "isVerified"
    from customers join network_members on network_members.customer = customers.id
    where customers.id = ${customer} for no key update of customers`.execute(tx)
  return rows[0]
}

export const saveName = async (tx: Tx, customer: string, name: string | null, words: readonly string[]) => {
  await sql`update network_members set name = ${name} where customer = ${customer}`.execute(tx)
  await sql`delete from network_words where customer = ${customer}`.execute(tx)
  await sql`
    insert into network_words (customer, word) select ${customer}, unnest(${words}::text[])`.execute(tx)
}

/** Verified customers whose name is not kept, although it is known, in pages. */
export const listUnnamed = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select customer as id from network_members
    where customer > ${after} and name is null
      and exists (select from customers where id = customer and kyc_status = 'Verified')
      and exists (select from kyc_personal where kyc_personal.customer = network_members.customer)
    order by customer limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Out of every network; what is below stays where it is. */
export const deleteMember = async (tx: Tx, customer: string) => {
  await sql`select hold_network()`.execute(tx)
  await sql`delete from network_links where customer = ${customer}`.execute(tx)
  await sql`delete from network_words where customer = ${customer}`.execute(tx)
  await sql`delete from network_members where customer = ${customer}`.execute(tx)
}

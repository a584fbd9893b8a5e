import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'

export const refCodeOf = async (db: Db, customer: string): Promise<string> => {
  const { rows } = await sql<{ code: string }>`select ref_code as code from customers where id = ${customer}`.execute(
    db,
  )
  return rows[0]?.code ?? ''
}

/** For tests: somebody below a customer, by the id that the customer knows. */
export const insertTestMember = async (db: Db, above: string): Promise<{ id: string }> => {
  const name = randomUUID()
  await sql`
    insert into customers (email, username, password_hash, email_verified_at, introducer, ref_code, user_hash, created_at)
    values (${`${name}@example.com`}, ${`m${name.slice(0, 18)}`}, '', now(), ${above}, ${name.slice(0, 8).toUpperCase()},
      ${name.replaceAll('-', '').repeat(2)}, now())`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select network_members.id from network_members join customers on customers.id = customer
    where introducer = ${above} order by number desc limit 1`.execute(db)
  return { id: rows[0]?.id ?? '' }
}

/** For tests: another introducer, as the database takes it from two operators. */
export const correctInTest = (db: Db, customer: string, to: string | null): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`
      insert into introducer_corrections (id, customer, from_introducer, to_introducer, asked_by, approved_by, at)
      select ${randomUUID()}, id, introducer, ${to}, ${randomUUID()}, ${randomUUID()}, now()
      from customers where id = ${customer}`.execute(tx)
    await sql`update customers set introducer = ${to} where id = ${customer}`.execute(tx)
  })

import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { insertClosing } from './store.ts'

/** For tests: a product as another process leaves it, closed by any operator. */
export const insertTestClosing = async (db: Db, place: { product: string; country: string }, at: Date) => {
  const { rows } = await sql<{ id: string }>`select id from customers where role = 'operator' limit 1`.execute(db)
  const by = { asker: rows[0]?.id ?? '', reason: 'a test', at }
  await inTransaction(db, (tx) => insertClosing(tx, place, by))
}

import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

export const sumToReview = (db: Db) =>
  sumOf(db, sql`select review_since as since from bank_accounts where review_since is not null`)

type ReviewRow = { id: string; username: string; since: Date; micros: string }

export const listToReview = async (db: Db, after: Place, limit: number): Promise<ReviewRow[]> => {
  const { rows } = await sql<ReviewRow>`
    select a.id, c.username, a.review_since as since, ${microsOf(sql`a.review_since`)} as micros
    from bank_accounts a join customers c on c.id = a.customer
    where a.review_since is not null and (a.review_since, a.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by a.review_since, a.id limit ${limit}`.execute(db)
  return rows
}

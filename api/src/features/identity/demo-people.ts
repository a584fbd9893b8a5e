import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { sql } from 'kysely'

/** Whom `npm start` makes up to look around with. Their secrets are printed, so production goes without them. */
export const demoPeople = {
  customer: { email: 'demo@ingot.example', username: 'demo' },
  operator: { email: 'operator@ingot.example', username: 'operator' },
}

export const hasPeople = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from customers limit 1`.execute(db)
  return rows.length > 0
}

export const refuseDemoPeople = async (db: Db) => {
  const emails = Object.values(demoPeople).map(({ email }) => email)
  const { rows } = await sql<{ email: string }>`
    select email from customers where email = any(${emails}) order by email`.execute(db)
  if (rows.length)
    throw new ProblemForPeople(
      `The database has demo people (${rows.map(({ email }) => email).join(', ')}), so it is one for a first look: production needs a database of its own.`,
    )
}

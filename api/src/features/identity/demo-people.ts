import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { listKnownEmails } from './store.ts'

/** Whom `npm start` makes up to look around with. Their secrets are printed, so production goes without them. */
export const demoPeople = {
  customer: { email: 'demo@ingot.example', username: 'demo' },
  friend: { email: 'mira@ingot.example', username: 'mira' },
  operator: { email: 'operator@ingot.example', username: 'operator' },
  /** With the other one, whatever takes two can be done. */
  second: { email: 'second@ingot.example', username: 'second' },
}

export const refuseDemoPeople = async (db: Db) => {
  const emails = Object.values(demoPeople).map(({ email }) => email)
  const known = await listKnownEmails(db, emails)
  if (known.length)
    throw new ProblemForPeople(
      `The database has demo people (${known.join(', ')}), so it is one for a first look: production needs a database of its own.`,
    )
}

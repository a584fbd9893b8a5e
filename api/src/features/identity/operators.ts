import { randomBytes } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { email as emailField, username as usernameField } from '@ingot/endpoints/identity-fields'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { newReferralCode } from './rules.ts'
import { removeTwoFactor } from './two-factor.ts'

/**
 * Makes an operator, or gives a known one a new start: the password anew, 2FA to be enrolled again, nobody signed in.
 * Only a command calls this: there is no way to become one through the portal.
 */
export const createOperator = async (db: Db, given: { email: string; username: string; password: string }) => {
  const email = emailField.safeParse(given.email)
  const username = usernameField.safeParse(given.username)
  if (!email.success || !username.success)
    throw new ProblemForPeople('An operator needs an e-mail address and a username of 3 to 30 letters and digits.')
  const passwordHash = await hash(given.password)
  const now = new Date()
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; role: string }>`
      insert into customers (email, username, role, password_hash, email_verified_at, ref_code, user_hash, created_at)
      values (${email.data}, ${username.data}, 'operator', ${passwordHash}, ${now}, ${newReferralCode()},
        ${randomBytes(32).toString('hex')}, ${now})
      on conflict (email) do update set password_hash = excluded.password_hash, username = excluded.username
        where customers.role = 'operator'
      returning id, role`.execute(tx)
    const [operator] = rows
    if (!operator) throw new ProblemForPeople(`${email.data} is a customer, and nobody is both.`)
    await removeTwoFactor(tx, operator.id)
    await sql`update sessions set ended_at = ${now} where customer = ${operator.id} and ended_at is null`.execute(tx)
  }).catch((error) => {
    if (error.constraint === 'customers_username') throw new ProblemForPeople(`The username ${username.data} is taken.`)
    throw error
  })
}

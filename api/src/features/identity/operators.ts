import { randomBytes } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { email as emailField, username as usernameField } from '@ingot/endpoints/identity-fields'
import { hash } from '@node-rs/argon2'
import { newReferralCode } from './rules.ts'
import { endAllSessions } from './session-store.ts'
import { saveOperator } from './store.ts'
import { removeTwoFactor } from './two-factor-store.ts'

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
    const operator = await saveOperator(tx, {
      email: email.data,
      username: username.data,
      passwordHash,
      refCode: newReferralCode(),
      userHash: randomBytes(32).toString('hex'),
      at: now,
    })
    if (!operator) throw new ProblemForPeople(`${email.data} is a customer, and nobody is both.`)
    await removeTwoFactor(tx, operator)
    await endAllSessions(tx, operator, now)
  }).catch((error) => {
    if (error.constraint === 'customers_username') throw new ProblemForPeople(`The username ${username.data} is taken.`)
    throw error
  })
}

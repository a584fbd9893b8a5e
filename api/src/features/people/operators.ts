import { randomBytes } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { email as emailField, username as usernameField } from '@ingot/endpoints/identity-fields'
import { roles as allRoles, type Role } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import { hash } from '@node-rs/argon2'
import { newReferralCode } from '../identity/rules.ts'
import { endAllSessions } from '../identity/session-store.ts'
import { readCustomer, saveOperator } from '../identity/store.ts'
import { removeTwoFactor } from '../identity/two-factor-store.ts'
import { countWith, giveRole, lockAllRoles } from './store.ts'

type Given = { email: string; username: string; password: string; roles?: readonly string[] }

const rolesIn = (given: readonly string[]): Role[] => {
  const known = allRoles.filter((role) => given.includes(role))
  if (new Set(given).size > known.length) throw new ProblemForPeople(`The roles are ${allRoles.join(', ')}.`)
  return known
}

/**
 * Makes an operator, or gives a known one a new start: the password anew, 2FA to be enrolled again, nobody signed in; roles
 * are kept, and those that are named are added. The first one is Owner. Only a command calls this. One person does it alone,
 * so the audit log says so, and all operators are told.
 */
export const createOperator = async (db: Db, given: Given) => {
  const email = emailField.safeParse(given.email)
  const username = usernameField.safeParse(given.username)
  if (!email.success || !username.success)
    throw new ProblemForPeople('An operator needs an e-mail address and a username of 3 to 30 letters and digits.')
  const named = rolesIn(given.roles ?? [])
  const passwordHash = await hash(given.password)
  const now = new Date()
  await inTransaction(db, async (tx) => {
    await lockAllRoles(tx)
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
    const isFirst = (await countWith(tx, 'Owner')) === 0
    for (const role of isFirst ? new Set(['Owner' as const, ...named]) : named)
      await giveRole(tx, { operator, role, by: null, at: now })
    const { roles } = await readCustomer(tx, operator)
    if (!roles.length)
      throw new ProblemForPeople(
        `Say what ${username.data} is trusted with, such as --role Support: ${allRoles.join(', ')}.`,
      )
    const facts = { operator: username.data, roles: roles.join(', ') }
    await writeAudit(tx, { operator: null, action: 'create-operator', thing: operator, facts, alone: true, at: now })
  }).catch((error) => {
    if (error.constraint === 'customers_username') throw new ProblemForPeople(`The username ${username.data} is taken.`)
    throw error
  })
}

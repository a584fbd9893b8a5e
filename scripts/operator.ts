import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createOperator } from '@ingot/api/features/identity/operators'
import { ProblemForPeople } from '@ingot/db/problem'
import { withDatabase } from './database.ts'
import { runCommand } from './terminal.ts'

await runCommand(async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, username: { type: 'string' } }, strict: false })
  const { email, username } = values
  if (typeof email !== 'string' || typeof username !== 'string')
    throw new ProblemForPeople('Usage: npm run operator:create -- --email anna@example.com --username anna')
  const password = randomBytes(15).toString('base64url')
  await withDatabase((db) => createOperator(db, { email, username, password }))
  console.log(`${username} can log in with ${email} and the password ${password}`)
  console.log('The first login asks for two-factor authentication to be set up. Please change the password then.')
})

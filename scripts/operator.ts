import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createOperator } from '@ingot/api/features/people/operators'
import { ProblemForPeople } from '@ingot/db/problem'
import { withDatabase } from './database.ts'
import { runCommand } from './terminal.ts'

const options = {
  email: { type: 'string' },
  username: { type: 'string' },
  role: { type: 'string', multiple: true },
} as const

await runCommand(async () => {
  const { values } = parseArgs({ options, strict: false })
  const { email, username, role = [] } = values
  const roles = role.filter((each) => typeof each === 'string')
  if (typeof email !== 'string' || typeof username !== 'string' || roles.length < role.length)
    throw new ProblemForPeople(
      'Usage: npm run operator:create -- --email anna@example.com --username anna [--role Support --role Finance …]',
    )
  const password = randomBytes(15).toString('base64url')
  await withDatabase((db) => createOperator(db, { email, username, password, roles }))
  console.log(`${username} can log in with ${email} and the password ${password}`)
  console.log('The first login asks for two-factor authentication to be set up. Please change the password then.')
  console.log('You did this alone, so the audit log says so and every operator is told by e-mail.')
})

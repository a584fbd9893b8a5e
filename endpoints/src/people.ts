import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { email, linkToken, newPassword, username } from './identity-fields.ts'
import { roles } from './roles.ts'

// The operators themselves. Who is invited, and who gets or loses a role, goes through an approval.

const person = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  twoFactorOn: z.boolean(),
  lastSeenAt: z.nullable(z.iso.datetime()),
  since: z.iso.datetime(),
})

export type OperatorPerson = z.output<typeof person>

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
  invitedBy: z.string(),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export const readPeople = endpoint({
  name: 'readPeople',
  method: 'GET',
  path: '/operator/people',
  summary: 'Every operator, what each is trusted with, and who is invited.',
  gate: 'operator',
  roles,
  reply: data(z.object({ people: z.array(person), invited: z.array(invitation) })),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/operator-invitation',
  summary: 'Whoever was invited by mail becomes an operator. 2FA is set up at the first login.',
  gate: 'public',
  body: z.strictObject({ token: linkToken, username, password: newPassword }),
  reply: data(z.object({ email })),
  errors: ['LinkInvalid', 'UsernameTaken', 'PasswordRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

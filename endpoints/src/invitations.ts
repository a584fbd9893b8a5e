import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { email } from './identity-fields.ts'
import { listOf } from './list.ts'

// Invitations by mail. Nobody learns from them whether an address is a customer's, was invited before or wants no mail.

const invitation = z.object({
  id: z.uuid(),
  /** As the customer can tell it from others: a••••@example.com. */
  address: z.string(),
  at: z.iso.datetime(),
})

export type Invitation = z.output<typeof invitation>

/** A name that could be said aloud: no signs of which a link or a message could be made. */
const guestName = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(40, 'Please use at most 40 characters.'),
    z.regex(/^[\p{L}\p{M}'’ -]*$/u, 'Please use letters only.'),
  )

export const inviteByMail = endpoint({
  name: 'inviteByMail',
  method: 'POST',
  path: '/invitations',
  summary: 'Invites somebody by e-mail. The answer is the same whatever is known of the address.',
  gate: 'verified',
  body: z.strictObject({ email, name: z.optional(guestName) }),
  reply: data(invitation),
  errors: ['TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listInvitations = endpoint({
  ...listOf({}, invitation),
  name: 'listInvitations',
  path: '/invitations',
  summary: 'Whom the customer invited within a year, newest first.',
  gate: 'verified',
})

export const stopMail = endpoint({
  name: 'stopMail',
  method: 'POST',
  path: '/no-more-mail/:token',
  summary: 'Stops every further invitation to the address that an invitation was sent to.',
  gate: 'public',
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{64}$/)) }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

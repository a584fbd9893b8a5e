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

/** From the link in a mail: 64 signs in an invitation, else the kind of mail, whose it is, and a proof. */
export const stopMail = endpoint({
  name: 'stopMail',
  method: 'POST',
  path: '/no-more-mail/:token',
  summary:
    'Stops the mails of the kind in which the link was, to whom it was sent: by a page, or with one click (RFC 8058).',
  gate: 'public',
  params: z.strictObject({ token: z.string().check(z.regex(/^(?:[\w-]{64}|[a-z]{1,20}\.[0-9a-f-]{36}\.[\w-]{22})$/)) }),
  // As a mail program sends it by itself, which the page does likewise.
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
  bodyType: 'form',
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { linkToken } from './identity-fields.ts'
import { nomineeSet, nominees, unfinishedNominee } from './nominee-fields.ts'

// Whom a customer names to receive what he leaves: one versioned whole. A draft changes nothing; what is confirmed comes into force
// 48 hours later, and until then the one before holds. What is refused names the `place` of a nominee in the details, counted from 1,
// and the `field`, such as `contact` or `guardian.dateOfBirth`; shares that do not add up name their `sum`.

const done = data(z.object({ done: z.literal(true) }))
const fallback = 'Nominee validation failed. Please try again.'

export const readNominees = endpoint({
  name: 'readNominees',
  method: 'GET',
  path: '/nominees',
  summary: 'Who holds as nominee now, who will from a certain time on, and what is being changed.',
  gate: 'customer',
  reply: data(
    z.object({
      inForce: z.nullable(nomineeSet),
      /** Confirmed, and not yet in force. */
      waiting: z.nullable(nomineeSet),
      draft: z.nullable(nomineeSet),
      /** Earlier ones that were confirmed, newest first, without who they named. */
      earlier: z.array(
        z.object({
          version: z.number(),
          confirmedAt: z.iso.datetime(),
          document: z.nullable(z.uuid()),
          withdrawn: z.boolean(),
        }),
      ),
      waitHours: z.number(),
      frozenSince: z.nullable(z.iso.datetime()),
      heldUntil: z.nullable(z.iso.datetime()),
    }),
  ),
  errors: [],
  fallback,
  onFailure: 'raise',
})

export const saveNomineeDraft = endpoint({
  name: 'saveNomineeDraft',
  leaves: true,
  method: 'PUT',
  path: '/nominees/draft',
  summary: 'Keeps what is being changed. It holds nothing, and shares need not add up yet.',
  gate: 'verified',
  body: z.strictObject({ namesNobody: z.boolean(), nominees, unfinished: z.optional(z.nullable(unfinishedNominee)) }),
  reply: data(nomineeSet),
  errors: ['NomineeRefused', 'GuardianNeeded', 'InvalidInput', 'TooManyTries'],
  fallback,
  onFailure: 'raise',
})

export const discardNomineeDraft = endpoint({
  name: 'discardNomineeDraft',
  method: 'POST',
  path: '/nominees/draft/discard',
  summary: 'Gives up what was being changed.',
  gate: 'customer',
  reply: done,
  errors: ['NotFound'],
  fallback,
  onFailure: 'toast',
})

export const confirmNominees = endpoint({
  name: 'confirmNominees',
  leaves: true,
  method: 'POST',
  path: '/nominees/confirm',
  summary:
    'Confirms the draft as a whole, as it was shown. It comes into force 48 hours later, with a signed confirmation.',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  /** `changedAt` as it was shown: what was changed elsewhere meanwhile is not confirmed unseen. */
  body: z.strictObject({ draft: z.uuid(), changedAt: z.iso.datetime() }),
  reply: data(nomineeSet),
  errors: [
    'NotFound',
    'StateChanged',
    'SharesIncomplete',
    'NomineeRefused',
    'GuardianNeeded',
    'OutgoingFrozen',
    'OutgoingHeld',
    'TooManyTries',
  ],
  fallback,
  onFailure: 'toast',
})

export const withdrawNominees = endpoint({
  name: 'withdrawNominees',
  leaves: true,
  method: 'POST',
  path: '/nominees/:id/withdraw',
  summary: 'Takes back what was confirmed and is not in force yet. The one before holds on.',
  gate: 'customer',
  idempotent: true,
  params: z.strictObject({ id: z.uuid() }),
  reply: data(nomineeSet),
  errors: ['NotFound', 'StateChanged'],
  fallback,
  onFailure: 'toast',
})

export const withdrawNomineesByMail = endpoint({
  name: 'withdrawNomineesByMail',
  method: 'POST',
  path: '/nominees/withdraw-by-mail',
  summary: 'The same with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

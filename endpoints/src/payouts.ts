import * as z from 'zod/mini'
import { dollars, payout, payoutAssetsOfBank, payoutFigures, payoutStates } from './bank-fields.ts'
import { data, endpoint } from './endpoint.ts'
import { linkToken } from './identity-fields.ts'
import { fileOf, listOf, period } from './list.ts'

// Dollar tokens that leave as dollars, to the customer's own bank account.

const asked = { asset: z.enum(payoutAssetsOfBank), amount: dollars, account: z.uuid() }

const refusals = [
  'NotFound',
  'BankAccountUnready',
  'PayoutTooSmall',
  'PayoutTooLarge',
  'PayoutLimitReached',
  'PayoutsOff',
  'BalanceTooLow',
  'OutgoingFrozen',
  'OutgoingHeld',
  'DebtOpen',
] as const

export const readPayoutRules = endpoint({
  name: 'readPayoutRules',
  method: 'GET',
  path: '/payouts/rules',
  summary: 'What can be paid out, at which rate and fee, and what stands in the way.',
  gate: 'customer',
  reply: data(
    z.object({
      least: z.string(),
      most: z.string(),
      perDay: z.string(),
      leftToday: z.string(),
      assets: z.array(
        z.object({
          asset: z.enum(payoutAssetsOfBank),
          rate: z.string(),
          feeFixed: z.string(),
          feeBasisPoints: z.number(),
          /** Why it cannot be paid out now; null while it can. */
          isOff: z.nullable(z.string()),
        }),
      ),
      frozenSince: z.nullable(z.iso.datetime()),
      heldUntil: z.nullable(z.iso.datetime()),
      /** What is owed, which has to be settled first; null where nothing is. */
      owed: z.nullable(z.string()),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const quotePayout = endpoint({
  name: 'quotePayout',
  method: 'GET',
  path: '/payouts/quote',
  summary: 'What a payout would come to. Moves nothing.',
  gate: 'verified',
  query: z.strictObject({ asset: z.enum(payoutAssetsOfBank), amount: dollars }),
  reply: data(payoutFigures),
  errors: ['PayoutTooSmall', 'PayoutTooLarge', 'PayoutsOff'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const requestPayout = endpoint({
  name: 'requestPayout',
  leaves: true,
  method: 'POST',
  path: '/payouts',
  summary: 'Sets dollar tokens aside to be paid out as dollars to an own bank account, at the figures that were shown.',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  /** `receive` is what was shown: if it is another by now, nothing is done. */
  body: z.strictObject({ ...asked, receive: dollars }),
  reply: data(payout),
  errors: [...refusals, 'FeeChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

const filter = { state: z.optional(z.enum(payoutStates)), ...period }

export const listPayouts = endpoint({
  ...listOf(filter, payout),
  name: 'listPayouts',
  path: '/payouts',
  summary: 'The customer’s payouts, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const payoutFile = endpoint({
  ...fileOf(filter),
  name: 'payoutFile',
  path: '/payouts.csv',
  summary: 'The same as a table.',
  gate: 'customer',
  reads: 'replica',
})

export const readPayout = endpoint({
  name: 'readPayout',
  method: 'GET',
  path: '/payouts/:id',
  summary: 'One payout.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(payout),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const cancelPayout = endpoint({
  name: 'cancelPayout',
  leaves: true,
  method: 'POST',
  path: '/payouts/:id/cancel',
  summary: 'Calls a payout off that is not approved yet: what was set aside comes back.',
  gate: 'customer',
  idempotent: true,
  params: z.strictObject({ id: z.uuid() }),
  reply: data(payout),
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const cancelPayoutByMail = endpoint({
  name: 'cancelPayoutByMail',
  method: 'POST',
  path: '/payouts/cancel-by-mail',
  summary: 'Calls a payout off that is not approved yet, with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['LinkInvalid', 'StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

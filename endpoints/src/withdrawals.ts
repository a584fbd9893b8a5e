import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { holdingProducts, payAssets } from './holding-fields.ts'
import { linkToken } from './identity-fields.ts'
import { fileOf, listOf, period } from './list.ts'
import {
  barSizes,
  deliveryAddress,
  postalAddress,
  withdrawal,
  withdrawalChoice,
  withdrawalDetails,
  withdrawalStates,
  withdrawalWays,
} from './withdrawal-fields.ts'

// Gold that leaves the vault as bars: chosen, asked for with PIN and 2FA, and followed to the door.

const one = z.strictObject({ id: z.uuid() })

export const readWithdrawalOffer = endpoint({
  name: 'readWithdrawalOffer',
  method: 'GET',
  path: '/withdrawals/offer',
  summary: 'Which bars can be had now, what they cost, what can be given for them, and what stands in the way.',
  gate: 'customer',
  reply: data(
    z.object({
      /** Every size that is offered; `left` is how many are in the vault and kept for nobody else, at most 20. */
      bars: z.array(z.object({ size: z.enum(barSizes), making: z.string(), left: z.number() })),
      handling: z.string(),
      /** In order: up to which worth in dollars a parcel costs what. More is split; a bar above the last can only be collected. */
      carriage: z.array(z.object({ insuredTo: z.string(), fee: z.string() })),
      insuranceBasisPoints: z.number(),
      mostBars: z.number(),
      collectDays: z.number(),
      /** Where bars are collected, from the settings; null where there is no counter. */
      counter: z.nullable(z.string()),
      /** What can be given: QMGT, and each holding. What was bought in the last 24 hours waits, and is told apart. */
      sources: z.array(
        z.object({
          asset: z.enum(['QMGT', 'GAE', 'GCA', 'GDS']),
          holding: z.nullable(z.object({ id: z.uuid(), number: z.string(), product: z.enum(holdingProducts) })),
          grams: z.string(),
          waitingGrams: z.string(),
        }),
      ),
      addresses: z.array(deliveryAddress),
      /** The choice that is open, so that a page that was left can be resumed. */
      choice: z.nullable(withdrawalChoice),
      frozenSince: z.nullable(z.iso.datetime()),
      heldUntil: z.nullable(z.iso.datetime()),
      owed: z.nullable(z.string()),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const chooseBars = endpoint({
  name: 'chooseBars',
  leaves: true,
  method: 'POST',
  path: '/withdrawals/choices',
  summary:
    'Keeps bars for the customer for half an hour, with figures that hold as long. An earlier choice is given up.',
  gate: 'verified',
  product: 'withdrawal',
  body: z.strictObject({
    bars: z
      .array(z.strictObject({ size: z.enum(barSizes), count: z.int().check(z.minimum(1), z.maximum(20)) }))
      .check(z.minLength(1), z.maxLength(barSizes.length)),
    /** A holding whose grams are given; QMGT without. */
    holding: z.optional(z.uuid()),
    way: z.enum(withdrawalWays),
    /** 'verified' unless said otherwise; of no use for what is collected. */
    address: z.optional(z.union([z.literal('verified'), z.uuid('Please choose an address.')])),
    feeAsset: z._default(z.enum(payAssets), 'USDT'),
  }),
  reply: data(withdrawalChoice),
  errors: [
    'NotFound',
    'BarsGone',
    'TooManyBars',
    'BarNotDeliverable',
    'AddressUnready',
    'GoldTooNew',
    'BalanceTooLow',
    'PriceStale',
    'PriceSuspect',
    'MarketClosed',
    'OutgoingFrozen',
    'OutgoingHeld',
    'DebtOpen',
    'ProductClosed',
    'TooManyTries',
  ],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const releaseBars = endpoint({
  name: 'releaseBars',
  method: 'POST',
  path: '/withdrawals/choices/:id/release',
  summary: 'Gives a choice up: its bars can be had by others.',
  gate: 'customer',
  params: one,
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const requestWithdrawal = endpoint({
  name: 'requestWithdrawal',
  leaves: true,
  method: 'POST',
  path: '/withdrawals',
  summary:
    'Asks for the bars that were chosen: their grams and the fees are set aside, in one entry. One parcel, one withdrawal.',
  gate: 'verified',
  stepUp: 'pin-2fa',
  product: 'withdrawal',
  idempotent: true,
  body: z.strictObject({ choice: z.uuid() }),
  reply: data(z.array(withdrawal)),
  errors: [
    'NotFound',
    'ChoiceExpired',
    'AddressUnready',
    'GoldTooNew',
    'BalanceTooLow',
    'OutgoingFrozen',
    'OutgoingHeld',
    'DebtOpen',
    'ProductClosed',
  ],
  fallback: 'Failed',
  onFailure: 'toast',
})

const filter = { state: z.optional(z.enum(withdrawalStates)), ...period }

export const listWithdrawals = endpoint({
  ...listOf(filter, withdrawal),
  name: 'listWithdrawals',
  path: '/withdrawals',
  summary: 'The customer’s withdrawals of bars, newest first.',
  gate: 'customer',
})

export const withdrawalFile = endpoint({
  ...fileOf(filter),
  name: 'withdrawalFile',
  path: '/withdrawals.csv',
  summary: 'The same as a table.',
  gate: 'customer',
})

export const readWithdrawal = endpoint({
  name: 'readWithdrawal',
  method: 'GET',
  path: '/withdrawals/:id',
  summary: 'One withdrawal: its bars, where it is, and the code with which it is handed over.',
  gate: 'customer',
  params: one,
  reply: data(withdrawalDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const cancelWithdrawal = endpoint({
  name: 'cancelWithdrawal',
  leaves: true,
  method: 'POST',
  path: '/withdrawals/:id/cancel',
  summary: 'Calls off a withdrawal that is not packed yet: grams and fees come back.',
  gate: 'customer',
  idempotent: true,
  params: one,
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const cancelWithdrawalByMail = endpoint({
  name: 'cancelWithdrawalByMail',
  method: 'POST',
  path: '/withdrawals/cancel-by-mail',
  summary: 'The same with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['LinkInvalid', 'StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const disputeWithdrawal = endpoint({
  name: 'disputeWithdrawal',
  leaves: true,
  method: 'POST',
  path: '/withdrawals/:id/dispute',
  summary: 'Says that what counts as delivered did not arrive, or not whole. Once, within seven days.',
  gate: 'customer',
  idempotent: true,
  params: one,
  body: z.strictObject({
    words: z
      .string()
      .check(
        z.trim(),
        z.minLength(10, 'Please say what happened, in a sentence or two.'),
        z.maxLength(1000, 'Please use at most 1,000 characters.'),
      ),
  }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const addDeliveryAddress = endpoint({
  name: 'addDeliveryAddress',
  leaves: true,
  method: 'POST',
  path: '/withdrawals/addresses',
  summary: 'Adds an address that parcels may go to. It can be used after 48 hours.',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  body: z.strictObject(postalAddress),
  reply: data(deliveryAddress),
  errors: ['AddressesFull', 'OutgoingFrozen', 'OutgoingHeld', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const removeDeliveryAddress = endpoint({
  name: 'removeDeliveryAddress',
  method: 'POST',
  path: '/withdrawals/addresses/:id/remove',
  summary: 'Removes an address; what was asked for keeps it.',
  gate: 'customer',
  params: one,
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const sixDigits = z.string().check(z.regex(/^[0-9]{6}$/, 'Please enter the six digits of the code.'))

/** For whoever stands at the door with a parcel: its label leads there. Tells nothing of whose it is or what is in it. */
export const releaseParcel = endpoint({
  name: 'releaseParcel',
  method: 'POST',
  path: '/parcels/release',
  summary: 'Hands a parcel over: the courier types the code that its receiver says.',
  gate: 'public',
  body: z.strictObject({ token: linkToken, code: sixDigits }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['ReleaseRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

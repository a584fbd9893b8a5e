import * as z from 'zod/mini'
import { dollars } from './bank-fields.ts'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'
import { payment, paymentStates } from './payment-fields.ts'

// Dollars that are paid by card at a processor's own page, and are booked as GCA.

/** The name by which decisions and queues know a payment. */
export const paymentThing = (id: string): string => `payment:${id}`

const one = { params: z.strictObject({ id: z.uuid() }) }

export const readPaying = endpoint({
  name: 'readPaying',
  method: 'GET',
  path: '/payments/rules',
  summary: 'What can be paid by card, and what it would come to at the price of this moment: never a promise.',
  gate: 'customer',
  query: z.strictObject({ amount: z.optional(dollars) }),
  reply: data(
    z.object({
      least: z.string(),
      /** The most at once, and what is left of the 30 days. */
      most: z.string(),
      left: z.string(),
      mostPer30Days: z.string(),
      /** In basis points: of what the card is charged. */
      feeBasisPoints: z.number(),
      lockMinutes: z.number(),
      clearingDays: z.number(),
      /** Whether the higher limits hold; if not, from when on they would (null before the first payment), and which they are. */
      isTrusted: z.boolean(),
      trustedFrom: z.nullable(z.iso.datetime()),
      trusted: z.object({
        afterDays: z.number(),
        most: z.string(),
        mostPer30Days: z.string(),
        clearingDays: z.number(),
      }),
      /** For the amount that was asked about; null without one, or while no price may be relied on. */
      estimate: z.nullable(
        z.object({ amount: z.string(), fee: z.string(), saved: z.string(), price: z.string(), grams: z.string() }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payments',
  summary: 'Locks the price and opens the processor’s page, where the card is entered. Nothing is charged by this.',
  gate: 'verified',
  product: 'spend',
  idempotent: true,
  body: z.strictObject({ amount: dollars }),
  reply: data(payment),
  errors: [
    'PaymentTooSmall',
    'PaymentTooLarge',
    'PaymentLimitReached',
    'TooManyPayments',
    'DebtOpen',
    'MarketClosed',
    'PriceStale',
    'PriceSuspect',
    'IssuingStopped',
    'TokenPaused',
    'TreasuryShort',
    'ProductClosed',
    'ProcessorUnavailable',
  ],
  fallback: 'Failed',
  onFailure: 'toast',
})

const filter = { state: z.optional(z.enum(paymentStates)), ...period }

export const listPayments = endpoint({
  ...listOf(filter, payment),
  name: 'listPayments',
  path: '/payments',
  summary: 'The customer’s card payments, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const paymentFile = endpoint({
  ...fileOf(filter),
  name: 'paymentFile',
  path: '/payments.csv',
  summary: 'The same as a table.',
  gate: 'customer',
  reads: 'replica',
})

export const readPayment = endpoint({
  ...one,
  name: 'readPayment',
  method: 'GET',
  path: '/payments/:id',
  summary: 'One card payment as the server knows it. While it is not decided, the processor is asked behind it.',
  gate: 'customer',
  reply: data(payment),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const cancelPayment = endpoint({
  ...one,
  name: 'cancelPayment',
  leaves: true,
  method: 'POST',
  path: '/payments/:id/cancel',
  summary: 'Closes the processor’s page. If it was paid all the same, that counts.',
  gate: 'customer',
  idempotent: true,
  reply: data(payment),
  errors: ['NotFound', 'StateChanged', 'ProcessorUnavailable'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const receivePaymentWebhook = endpoint({
  name: 'receivePaymentWebhook',
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Where the card processor says that something changed. Its signature has to be right.',
  gate: 'public',
  bodyType: 'signed',
  reply: data(z.object({ received: z.literal(true) })),
  errors: ['SignatureInvalid', 'BodyTooLarge'],
  fallback: 'Failed',
  onFailure: 'raise',
})

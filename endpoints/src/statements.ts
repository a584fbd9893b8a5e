import * as z from 'zod/mini'
import { issuedDocument, wish } from './documents.ts'
import { data, endpoint } from './endpoint.ts'

// What a customer had and did, over a time or on a day, as documents.

/** A day in the customer's zone, such as 2026-10-31. */
const day = z.iso
  .date('Please choose a day.')
  .check(z.refine((text) => text >= '2020-01-01', 'Please choose a later date.'))

const making = {
  method: 'POST',
  gate: 'customer',
  reply: data(issuedDocument),
  errors: ['InvalidInput', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
} as const

const periodBody = z.strictObject({ from: day, until: day, ...wish }).check(
  z.refine(({ from, until }) => from <= until, {
    path: ['until'],
    message: 'Please choose a last day that is not before the first.',
  }),
)

export const makeStatement = endpoint({
  ...making,
  name: 'makeStatement',
  path: '/documents/statement',
  summary:
    'An account statement of a period, first and last day included. Asked for again, it is the same one unless something has changed.',
  body: periodBody,
})

export const makeGaeStatement = endpoint({
  ...making,
  name: 'makeGaeStatement',
  path: '/documents/gae-statement',
  summary:
    'A statement of the GAE account: what was held of GAE and GAE Extra, booked, topped up and ended in a period, first and last day included.',
  body: periodBody,
})

export const makeBalanceConfirmation = endpoint({
  ...making,
  name: 'makeBalanceConfirmation',
  path: '/documents/balance-confirmation',
  summary: 'What the customer had at the end of a day, for authorities.',
  body: z.strictObject({ day, ...wish }),
})

export const makeTaxReport = endpoint({
  ...making,
  name: 'makeTaxReport',
  path: '/documents/tax-report',
  summary: 'What was bought and sold in a year, what it had cost by average and by first-in-first-out, and the gains.',
  body: z.strictObject({ year: z.int().check(z.minimum(2020), z.maximum(2200)), ...wish }),
})

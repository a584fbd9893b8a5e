import * as z from 'zod/mini'
import { dollars, remittance, remittanceStates } from './bank-fields.ts'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'

// Dollars that come by bank and are booked as GCA.

const one = { params: z.strictObject({ id: z.uuid() }) }
const changing = {
  method: 'POST',
  idempotent: true,
  reply: data(remittance),
  fallback: 'Failed',
  onFailure: 'toast',
} as const

export const readRemitting = endpoint({
  name: 'readRemitting',
  method: 'GET',
  path: '/remittances/rules',
  summary: 'What can be remitted, and what it would come to at the price of this moment: never a promise.',
  gate: 'customer',
  query: z.strictObject({ amount: z.optional(dollars) }),
  reply: data(
    z.object({
      least: z.string(),
      most: z.string(),
      /** In basis points: of what arrives. */
      feeBasisPoints: z.number(),
      workingDays: z.number(),
      /** Up to which sum it is booked by itself. */
      bySelf: z.string(),
      /** For the amount that was asked about; null without one, or while no price may be relied on. */
      estimate: z.nullable(z.object({ amount: z.string(), fee: z.string(), price: z.string(), grams: z.string() })),
      open: z.number(),
      mostOpen: z.number(),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const announceRemittance = endpoint({
  ...changing,
  name: 'announceRemittance',
  path: '/remittances',
  summary: 'Announces a remittance from a verified bank account, and gets the reference that goes with it.',
  gate: 'verified',
  product: 'remit',
  body: z.strictObject({ amount: dollars, account: z.uuid(), slip: z.optional(z.uuid()) }),
  errors: [
    'NotFound',
    'BankAccountUnready',
    'RemittanceTooSmall',
    'RemittanceTooLarge',
    'TooManyRemittances',
    'UploadMissing',
    'ProductClosed',
  ],
})

const filter = { state: z.optional(z.enum(remittanceStates)), ...period }

export const listRemittances = endpoint({
  ...listOf(filter, remittance),
  name: 'listRemittances',
  path: '/remittances',
  summary: 'The customer’s remittances, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const remittanceFile = endpoint({
  ...fileOf(filter),
  name: 'remittanceFile',
  path: '/remittances.csv',
  summary: 'The same as a table.',
  gate: 'customer',
  reads: 'replica',
})

export const readRemittance = endpoint({
  ...one,
  name: 'readRemittance',
  method: 'GET',
  path: '/remittances/:id',
  summary: 'One remittance with its instructions.',
  gate: 'customer',
  reply: data(remittance),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const addSlip = endpoint({
  ...changing,
  ...one,
  name: 'addSlip',
  leaves: true,
  path: '/remittances/:id/slip',
  summary: 'Adds the bank’s slip, which was sent as an upload of the kind `remittance-slip`. A hint, never evidence.',
  gate: 'customer',
  body: z.strictObject({ upload: z.uuid() }),
  errors: ['NotFound', 'StateChanged', 'UploadMissing'],
})

export const cancelRemittance = endpoint({
  ...changing,
  ...one,
  name: 'cancelRemittance',
  leaves: true,
  path: '/remittances/:id/cancel',
  summary: 'Calls an announced remittance off. If the money comes all the same, it counts.',
  gate: 'customer',
  errors: ['NotFound', 'StateChanged'],
})

export const returnRemittance = endpoint({
  ...changing,
  ...one,
  name: 'returnRemittance',
  leaves: true,
  path: '/remittances/:id/return',
  summary: 'Asks for money back that arrived and is not booked. It goes to the account it came from.',
  gate: 'customer',
  errors: ['NotFound', 'StateChanged', 'OutgoingFrozen', 'DebtOpen'],
})

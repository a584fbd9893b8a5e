import * as z from 'zod/mini'
import { dollars, payoutAssetsOfBank } from './bank-fields.ts'
import { data, endpoint } from './endpoint.ts'

// What a customer owes the house: a booking was taken back after its gold had gone.

const debt = z.object({
  id: z.uuid(),
  /** What made it, and the thing it came from. */
  cause: z.enum(['remittance', 'payment']),
  subject: z.uuid(),
  at: z.iso.datetime(),
  /** Grams that were gone, and the price at which they are owed. */
  grams: z.string(),
  price: z.string(),
  owed: z.string(),
  left: z.string(),
  settledAt: z.nullable(z.iso.datetime()),
  settlements: z.array(
    z.object({
      at: z.iso.datetime(),
      amount: z.string(),
      by: z.enum(['customer', 'credit', 'remittance']),
      paid: z.object({ asset: z.string(), amount: z.string() }),
    }),
  ),
})
export type Debt = z.output<typeof debt>

const reply = data(z.object({ owed: z.string(), debts: z.array(debt) }))

export const readDebts = endpoint({
  name: 'readDebts',
  method: 'GET',
  path: '/debts',
  summary: 'What the customer owes, each with its reason, newest first: what is open, and what was settled.',
  gate: 'customer',
  reply,
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const settleDebt = endpoint({
  name: 'settleDebt',
  leaves: true,
  method: 'POST',
  path: '/debts/settle',
  summary: 'Settles what is owed, oldest first, out of dollar tokens at par.',
  gate: 'customer',
  stepUp: 'pin',
  idempotent: true,
  body: z.strictObject({ asset: z.enum(payoutAssetsOfBank), amount: dollars }),
  reply,
  errors: ['NothingOwed', 'BalanceTooLow'],
  fallback: 'Failed',
  onFailure: 'toast',
})

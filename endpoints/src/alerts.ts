import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { amountText } from './wallet-fields.ts'

// Tells customers by mail that the price of gold has reached what they named.

/** `above`, `below`: the market price of a gram in dollars reaches a level. `moves`: it has changed by a share within a day. */
export const alertKinds = ['above', 'below', 'moves'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The most that one customer may have. */
export const mostAlerts = 10

const alert = z.object({
  id: z.uuid(),
  kind: z.enum(alertKinds),
  /** Dollars for a gram; null for `moves`. */
  price: z.nullable(z.string()),
  /** In per cent, either way; null for the others. */
  percent: z.nullable(z.string()),
  madeAt: z.iso.datetime(),
  firedAt: z.nullable(z.iso.datetime()),
  /** Whether it would fire now: not again before twelve hours are over and the price came back by half a per cent. */
  armed: z.boolean(),
})
export type Alert = z.output<typeof alert>

const percentText = z.string().check(
  z.regex(/^(?:0|[1-9][0-9]?)(?:\.[0-9]{1,2})?$/, 'Please enter a percentage such as 2.5.'),
  z.refine((text) => Number(text) >= 0.5 && Number(text) <= 50, 'Please enter a percentage from 0.5 to 50.'),
)

export const listAlerts = endpoint({
  name: 'listAlerts',
  method: 'GET',
  path: '/price-alerts',
  summary: 'The customer’s own price alerts, oldest first.',
  gate: 'customer',
  reply: data(z.array(alert)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const makeAlert = endpoint({
  name: 'makeAlert',
  leaves: true,
  method: 'POST',
  path: '/price-alerts',
  summary: 'Makes a price alert, which is sent by mail.',
  gate: 'customer',
  idempotent: true,
  body: z
    .strictObject({ kind: z.enum(alertKinds), price: z.optional(amountText), percent: z.optional(percentText) })
    .check(
      z.refine(
        ({ kind, price, percent }) =>
          (price === undefined) === (kind === 'moves') && (percent !== undefined) === (kind === 'moves'),
        { message: 'Please enter a price or a percentage.' },
      ),
    ),
  reply: data(alert),
  errors: ['TooManyAlerts'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const deleteAlert = endpoint({
  name: 'deleteAlert',
  method: 'DELETE',
  path: '/price-alerts/:id',
  summary: 'Removes one of the customer’s own price alerts.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'toast',
})

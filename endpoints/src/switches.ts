import * as z from 'zod/mini'
import { countryCodes } from './countries.ts'
import { data, endpoint } from './endpoint.ts'
import { proof, reason } from './operator-fields.ts'
import { closedReasons, everywhere, productNames } from './products.ts'
import { roles } from './roles.ts'

// Which products are open to whom. To open one takes two operators, so it is an approval and has no call here.

const name = z.enum(productNames)

export const readProducts = endpoint({
  name: 'readProducts',
  method: 'GET',
  path: '/products',
  summary: 'Which products are open to the customer, by the country of residence that was verified.',
  gate: 'customer',
  reply: data(z.array(z.object({ name, /** Null while it is open. */ closed: z.nullable(z.enum(closedReasons)) }))),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

/** Two letters of ISO 3166-1, or everywhere. */
const country = z.enum([everywhere, ...countryCodes])

const switched = z.object({
  country: z.string(),
  isOpen: z.boolean(),
  at: z.iso.datetime(),
  /** Who asked for it and who approved it; one person closes alone. */
  asker: z.nullable(z.string()),
  approver: z.nullable(z.string()),
  reason: z.string(),
})

export type Switched = z.output<typeof switched>

const productState = z.object({
  name,
  title: z.string(),
  /** Where nothing else was said of a country. */
  isOpen: z.boolean(),
  /** Where it is otherwise, and where it stays closed by itself. */
  countries: z.array(z.object({ country: z.string(), isOpen: z.boolean() })),
  /** Newest first, at most the last 200. */
  history: z.array(switched),
})

export type ProductState = z.output<typeof productState>

export const readSwitches = endpoint({
  name: 'readSwitches',
  method: 'GET',
  path: '/operator/products',
  summary: 'Each product, where it is open and closed, and what was decided about it.',
  gate: 'operator',
  roles,
  reply: data(z.array(productState)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const closeProduct = endpoint({
  name: 'closeProduct',
  method: 'POST',
  path: '/operator/products/close',
  summary:
    'Closes a product for a country or everywhere. One operator may, and every other one is told; to open it takes two.',
  gate: 'operator',
  roles: ['Owner', 'Compliance'],
  body: z.strictObject({ product: name, country, reason, ...proof }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

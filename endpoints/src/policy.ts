import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { roles } from './roles.ts'

// The numbers that operators may change, by two.

const version = z.object({
  value: z.string(),
  from: z.iso.datetime(),
  /** Who asked and who approved; null for what the software came with. */
  asker: z.nullable(z.string()),
  approver: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

const number = z.object({
  name: z.string(),
  /** What it decides, in a sentence. */
  says: z.string(),
  unit: z.string(),
  least: z.string(),
  most: z.string(),
  /** Customers are told 30 days before it changes to their disadvantage. */
  isFee: z.boolean(),
  now: z.string(),
  /** What comes, if something does. */
  next: z.nullable(version),
  history: z.array(version),
})

export type PolicyNumber = z.output<typeof number>

export const readPolicy = endpoint({
  name: 'readPolicy',
  method: 'GET',
  path: '/operator/policy',
  summary: 'The numbers of the policy with their bounds and history, and what cannot change while it runs.',
  gate: 'operator',
  roles,
  reply: data(
    z.object({
      numbers: z.array(number),
      fixed: z.array(z.object({ name: z.string(), value: z.string(), why: z.string() })),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

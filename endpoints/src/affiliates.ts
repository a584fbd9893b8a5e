import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { rank } from './identity-fields.ts'
import { listOf } from './list.ts'

// The network of customers who brought one another: downwards only, five levels, and nothing of what anybody has.

/** How far down it is shown. */
export const shownLevels = 5

const reading = { method: 'GET', gate: 'verified', fallback: 'Failed', onFailure: 'raise' } as const

/** How many verified customers: brought by oneself, and in all of the levels that count. */
const networkSize = { direct: z.number(), all: z.number() }

const network = z.object({
  /** From the first level to the last, also where nobody is. */
  levels: z.array(z.object({ level: z.number(), members: z.number(), verified: z.number(), recent: z.number() })),
  /** So many days back somebody counts as recent. */
  recentDays: z.number(),
  rank: z.nullable(rank),
  counted: z.object(networkSize),
  /** What each rank takes, from the lowest to the highest. */
  ranks: z.array(z.object({ rank, ...networkSize })),
  /** What is missing for the next one; null at the highest. */
  next: z.nullable(z.object({ rank, ...networkSize })),
})

export type Network = z.output<typeof network>

const memberFields = {
  /** By which those above know him, and of nothing else. */
  id: z.uuid(),
  /** First name and initial, or the whole name of whoever agreed; null before the verification. */
  name: z.nullable(z.string()),
  isVerified: z.boolean(),
}

const networkMember = z.object({
  ...memberFields,
  rank: z.nullable(rank),
  since: z.iso.datetime(),
  level: z.number(),
  /** How many he brought himself; null at the last level, below which nothing is told. */
  direct: z.nullable(z.number()),
})

export type NetworkMember = z.output<typeof networkMember>

const networkMemberDetails = z.extend(networkMember, {
  /** Those between, from the top down; without an id where somebody is no longer a customer. */
  path: z.array(z.object({ ...memberFields, id: z.nullable(z.uuid()) })),
})

export type NetworkMemberDetails = z.output<typeof networkMemberDetails>

export const readUpline = endpoint({
  name: 'readUpline',
  method: 'GET',
  path: '/get-upline',
  summary: 'Whether the customer is an upline: verified, and at least one direct referral is verified.',
  gate: 'customer',
  reply: data(z.boolean()),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readNetwork = endpoint({
  ...reading,
  name: 'readNetwork',
  path: '/network',
  summary: 'How many are below the customer, level by level, the own rank and what the next one takes.',
  reply: data(network),
  errors: ['TooManyTries'],
})

const searched = z
  .string()
  .check(
    z.trim(),
    z.maxLength(60, 'Please use at most 60 characters.'),
    z.regex(/[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u, 'Please enter at least two letters.'),
  )

export const listNetworkMembers = endpoint({
  ...listOf(
    {
      /** Whom this member below brought; without it, those of a level. */
      under: z.optional(z.uuid()),
      level: z.optional(z.enum(['1', '2', '3', '4', '5'])),
      /** How a word of the name begins. What is found is one page, of one level or of all. */
      search: z.optional(searched),
    },
    networkMember,
  ),
  name: 'listNetworkMembers',
  path: '/network/members',
  summary:
    'Those below the customer, newest first: of a level, whom one of them brought, or whose name is searched for.',
  gate: 'verified',
  errors: ['NotFound', 'TooManyTries'],
})

export const readNetworkMember = endpoint({
  ...reading,
  name: 'readNetworkMember',
  path: '/network/members/:id',
  summary: 'One member below the customer, and the way down to it. Whoever is not below is not there.',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(networkMemberDetails),
  errors: ['NotFound', 'TooManyTries'],
})

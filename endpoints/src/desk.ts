import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { customerName, fact, reason } from './operator-fields.ts'
import { roles } from './roles.ts'

// What waits for operators, and whom they look after.

/** What may be done with something that waits. */
const choice = z.object({
  action: z.string(),
  label: z.string(),
  /** Takes a second operator: it is asked for, not done. */
  needsTwo: z.boolean(),
  /** What the customer will be told; null where nobody is told. */
  told: z.nullable(z.string()),
  /** What an approval needs to know besides the id, as it stands now. */
  given: z.optional(z.record(z.string(), z.string())),
  /** What the operator has to write for it: it may stay empty, and joins what is given. */
  asks: z.optional(z.object({ name: z.string(), label: z.string(), description: z.string() })),
})

const waiting = z.object({
  id: z.string(),
  title: z.string(),
  /** One word of how it stands. */
  state: z.string(),
  since: z.iso.datetime(),
  customer: z.nullable(customerName),
  facts: z.array(fact),
  /** Documents that the customer sent for it, newest first: `openUpload` opens them. */
  files: z.optional(z.array(z.object({ id: z.uuid(), name: z.string() }))),
  /** The address of a picture that is part of it. */
  picture: z.optional(z.string()),
  /** The page of the console where more is told of it and done with it. */
  page: z.optional(z.string()),
  /** What to do about it, in a sentence or two, where there is nothing to press. */
  advice: z.nullable(z.string()),
  choices: z.array(choice),
  /** Who is on it, and since when; null while nobody is. */
  taken: z.nullable(z.object({ by: z.string(), since: z.iso.datetime(), isMine: z.boolean() })),
  /** Whether whoever asks may decide here at all, and so take it. */
  mayTake: z.boolean(),
})

export type Waiting = z.output<typeof waiting>

const queue = z.object({
  queue: z.string(),
  title: z.string(),
  /** At most 1,000: counted no further. */
  count: z.number(),
  oldestAt: z.nullable(z.iso.datetime()),
  /** The words that may stand for how something in it stands. */
  states: z.array(z.string()),
})

const reading = { method: 'GET', gate: 'operator', roles, errors: [], fallback: 'Failed', onFailure: 'raise' } as const

export const readDesk = endpoint({
  ...reading,
  name: 'readDesk',
  path: '/operator/desk',
  summary: 'What waits for whoever asks, and how the house stands.',
  reply: data(
    z.object({
      queues: z.array(queue),
      approvalsForMe: z.number(),
      approvalsOfMine: z.number(),
      /** How the house stands. What could not be read is null. */
      figures: z.array(
        z.object({ name: z.string(), title: z.string(), value: z.nullable(z.string()), unit: z.string() }),
      ),
      alarms: z.array(z.object({ name: z.string(), problem: z.string(), advice: z.string() })),
      /** What one person did alone in the last days where it usually takes two. */
      alone: z.array(z.object({ at: z.iso.datetime(), title: z.string(), operator: z.nullable(z.string()) })),
    }),
  ),
})

/** Since when and under which id the last one waits. */
const place = z.string().check(z.regex(/^[0-9]{1,17}\.[0-9a-z-]{1,40}$/))

export const listQueue = endpoint({
  ...listOf({}, waiting),
  query: z.strictObject({
    cursor: z.optional(place),
    state: z.optional(z.string().check(z.maxLength(60))),
    taken: z.optional(z.enum(['by-me', 'by-nobody'])),
  }),
  name: 'listQueue',
  path: '/operator/queues/:queue',
  summary: 'What waits in one queue, oldest first. A page of what a filter leaves may be short though more follow.',
  gate: 'operator',
  roles,
  params: z.strictObject({ queue: z.string().check(z.maxLength(60)) }),
  errors: ['NotFound'],
})

const acting = {
  method: 'POST',
  gate: 'operator',
  reply: data(z.object({ done: z.literal(true) })),
  fallback: 'Failed',
  onFailure: 'raise',
} as const

export const decideQueued = endpoint({
  ...acting,
  name: 'decideQueued',
  path: '/operator/queues/:queue/:id/decide',
  summary: 'Does what one operator may do alone with something that waits.',
  roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
  params: z.strictObject({ queue: z.string().check(z.maxLength(60)), id: z.string().check(z.maxLength(100)) }),
  body: z.strictObject({ action: z.string().check(z.maxLength(60)), reason }),
  errors: ['NotFound', 'Forbidden', 'StateChanged'],
})

export const takeQueued = endpoint({
  ...acting,
  name: 'takeQueued',
  path: '/operator/queues/:queue/:id/take',
  summary:
    'Tells the others that one is on something that waits, for an hour, or no longer is. Nobody is kept from it.',
  roles: decideQueued.roles,
  params: decideQueued.params,
  body: z.strictObject({ taken: z.boolean() }),
  errors: ['NotFound', 'Forbidden', 'StateChanged'],
})

/** Nothing that cannot be seen. */
const oneLine = (longest: number) => z.string().check(z.trim(), z.maxLength(longest), z.regex(/^[^\p{C}]*$/u))

const customerRow = z.object({
  id: z.uuid(),
  username: z.string(),
  /** Only to roles that may know it. */
  email: z.nullable(z.string()),
  state: z.string(),
  since: z.iso.datetime(),
})

export const searchCustomers = endpoint({
  ...listOf({ search: z.optional(oneLine(254)) }, customerRow),
  name: 'searchCustomers',
  path: '/operator/customers',
  summary:
    'Customers whose username or e-mail begins so, in the order of their names; without a search the newest first.',
  gate: 'operator',
  roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
  errors: ['TooManyTries'],
})

const customerSheet = z.object({
  ...customerRow.shape,
  /** What the role may know: verification, holds, freezes, credentials that are set. */
  facts: z.array(fact),
  balances: z.array(z.object({ asset: z.string(), purpose: z.string(), amount: z.string() })),
  sessions: z.array(z.object({ id: z.string(), device: z.string(), lastSeenAt: z.iso.datetime() })),
  activity: z.array(z.object({ at: z.iso.datetime(), kind: z.string() })),
  choices: z.array(choice),
})

export const readCustomer = endpoint({
  ...reading,
  name: 'readCustomer',
  path: '/operator/customers/:id',
  summary: 'One customer, as far as the role needs to know.',
  roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
  params: z.strictObject({ id: z.uuid() }),
  reply: data(customerSheet),
  errors: ['NotFound'],
})

export const actOnCustomer = endpoint({
  ...acting,
  name: 'actOnCustomer',
  path: '/operator/customers/:id/act',
  summary:
    'Does what one operator may do alone to a customer’s account: freeze it, end its sessions, ask for verification again.',
  roles: ['Owner', 'Compliance', 'Support'],
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ action: z.string().check(z.maxLength(60)), reason }),
  errors: ['NotFound', 'Forbidden', 'StateChanged'],
})

export const readPersonalData = endpoint({
  ...acting,
  name: 'readPersonalData',
  path: '/operator/customers/:id/personal-data',
  summary: 'What a customer said of himself, after a reason was given. The look is recorded, and the customer sees it.',
  roles: ['Owner', 'Compliance'],
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason }),
  reply: data(z.array(fact)),
  errors: ['NotFound', 'TooManyTries'],
})

import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { customerName, fact, proof, reason } from './operator-fields.ts'
import { roles } from './roles.ts'

// What one operator asks for and another one decides.

export const approvalStates = [
  'requested',
  'approved',
  'done',
  'failed',
  'refused',
  'withdrawn',
  'expired',
  'outdated',
] as const

const approval = z.object({
  id: z.uuid(),
  /** As its feature names it, and in words. */
  action: z.string(),
  title: z.string(),
  /** What it concerns, as its feature names it. */
  thing: z.string(),
  customer: z.nullable(customerName),
  state: z.enum(approvalStates),
  /** How the thing stood when it was asked for, and how it will stand. */
  before: z.array(fact),
  after: z.array(fact),
  /** What the customer will be told, or null where nobody is told. */
  told: z.nullable(z.string()),
  reason: z.string(),
  asker: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decider: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  /** What the one who decided wrote, or why it came to nothing. */
  note: z.nullable(z.string()),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})

export type Approval = z.output<typeof approval>

/** As features name what they decide about: in plain letters, so that one thing has one name. */
const thing = z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/))

/** A list of what comes may be long; each action bounds what it takes itself. */
const longestGiven = 64 * 1024

const everybody = roles
const changing = {
  method: 'POST',
  gate: 'operator',
  roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
  reply: data(approval),
  fallback: 'Failed',
  onFailure: 'raise',
} as const
const one = z.strictObject({ id: z.uuid() })

export const askApproval = endpoint({
  ...changing,
  name: 'askApproval',
  path: '/operator/approvals',
  summary: 'Asks another operator to approve something. Nothing happens until then.',
  idempotent: true,
  // A character may take several bytes on the way.
  bodyLimit: 6 * longestGiven,
  body: z.strictObject({
    action: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)),
    thing,
    /** What the action needs to know besides; its feature checks it. */
    given: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(longestGiven))),
    reason,
    ...proof,
  }),
  errors: [
    'NotFound',
    'Forbidden',
    'StateChanged',
    'ApprovalOpen',
    'PasswordIncorrect',
    'TwoFactorCodeIncorrect',
    'TooManyTries',
  ],
})

export const listApprovals = endpoint({
  ...listOf(
    {
      show: z.optional(z.enum(['for-me', 'mine', 'open', 'all'])),
      thing: z.optional(thing),
    },
    approval,
  ),
  name: 'listApprovals',
  path: '/operator/approvals',
  summary: 'What operators have asked for, newest first.',
  gate: 'operator',
  roles: everybody,
})

const deciding = {
  ...changing,
  params: one,
  errors: ['NotFound', 'Forbidden', 'StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
} as const

export const approve = endpoint({
  ...deciding,
  name: 'approve',
  path: '/operator/approvals/:id/approve',
  summary: 'Another operator approves it, and it is done at once if it still can be.',
  body: z.strictObject({ note: reason, ...proof }),
})

export const refuseApproval = endpoint({
  ...deciding,
  name: 'refuseApproval',
  path: '/operator/approvals/:id/refuse',
  summary: 'Another operator refuses it.',
  body: z.strictObject({ note: reason, ...proof }),
})

export const withdrawApproval = endpoint({
  ...deciding,
  name: 'withdrawApproval',
  path: '/operator/approvals/:id/withdraw',
  summary: 'Whoever asked takes it back.',
  errors: ['NotFound', 'StateChanged'],
})

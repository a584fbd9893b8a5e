import * as z from 'zod/mini'
import { dealErrors, quoteErrors, reserveErrors } from './deals.ts'
import { data, endpoint } from './endpoint.ts'
import {
  certificate,
  group,
  groupCode,
  groupDetails,
  groupKinds,
  groupName,
  groupPurchase,
  groupPurchased,
  groupQuote,
  reportReasons,
} from './group-fields.ts'
import { noteWish, payAssets } from './holding-fields.ts'
import { listOf } from './list.ts'
import { amountText } from './wallet-fields.ts'

// GDS: gold that is bought in a group. Whoever is not in one learns nothing of it: to him it is not there.

const one = z.strictObject({ id: z.uuid() })
const reading = { method: 'GET', gate: 'customer', fallback: 'Failed', onFailure: 'raise' } as const
const changing = {
  method: 'POST',
  gate: 'verified',
  reply: data(groupDetails),
  fallback: 'Failed',
  onFailure: 'toast',
} as const

export const listGroups = endpoint({
  ...reading,
  name: 'listGroups',
  path: '/groups',
  summary: 'The groups that the customer is in, asked to join or was in, newest first, and the limits that hold.',
  reply: data(
    z.object({
      groups: z.array(group),
      rules: z.object({
        mostMembers: z.number(),
        mostGroups: z.number(),
        codeDays: z.number(),
        leastUsd: z.string(),
        feeBasisPoints: z.number(),
      }),
    }),
  ),
  errors: [],
})

export const makeGroup = endpoint({
  ...changing,
  name: 'makeGroup',
  path: '/groups',
  summary: 'Makes a group, of which the customer is the creator.',
  product: 'gds',
  idempotent: true,
  body: z.strictObject({ name: groupName, kind: z.enum(groupKinds) }),
  errors: ['TooManyGroups', 'TooManyTries', 'ProductClosed'],
})

export const joinGroup = endpoint({
  ...changing,
  name: 'joinGroup',
  path: '/groups/join',
  summary: 'Asks to join the group of a code. An admin of it says yes or no.',
  product: 'gds',
  body: z.strictObject({ code: groupCode }),
  reply: data(group),
  errors: ['GroupCodeWrong', 'GroupFull', 'TooManyGroups', 'StateChanged', 'TooManyTries', 'ProductClosed'],
})

export const readGroup = endpoint({
  ...reading,
  name: 'readGroup',
  path: '/groups/:id',
  summary: 'One of the customer’s groups, and what he may know of those in it.',
  params: one,
  reply: data(groupDetails),
  errors: ['NotFound'],
})

export const renewGroupCode = endpoint({
  ...changing,
  name: 'renewGroupCode',
  path: '/groups/:id/code',
  summary: 'Gives a group another code; the one before stops working. Admins only.',
  params: one,
  errors: ['NotFound', 'Forbidden', 'GroupClosed'],
})

export const changeMember = endpoint({
  ...changing,
  name: 'changeMember',
  path: '/groups/:id/members/:member',
  summary:
    'Lets somebody in who asked, refuses him, or removes a member: by an admin. Makes a member an admin or an admin a member: by the creator.',
  params: z.strictObject({ id: z.uuid(), member: z.uuid() }),
  body: z.strictObject({ to: z.enum(['Member', 'Refused', 'Admin', 'Removed']) }),
  errors: ['NotFound', 'Forbidden', 'StateChanged', 'GroupFull', 'TooManyGroups', 'GroupClosed'],
})

export const leaveGroup = endpoint({
  ...changing,
  name: 'leaveGroup',
  path: '/groups/:id/leave',
  summary:
    'Leaves a group, or takes back the wish to join. Holdings stay; a creator’s role passes on, and the last one archives it.',
  gate: 'customer',
  params: one,
  errors: ['NotFound', 'StateChanged'],
})

export const showGrams = endpoint({
  ...changing,
  name: 'showGrams',
  path: '/groups/:id/shown',
  summary: 'Whether the others in the group see how many grams the customer has in it.',
  gate: 'customer',
  params: one,
  body: z.strictObject({ showsGrams: z.boolean() }),
  errors: ['NotFound', 'StateChanged'],
})

export const renameGroup = endpoint({
  ...changing,
  name: 'renameGroup',
  path: '/groups/:id/name',
  summary: 'Gives a group another name: by its creator, unless an operator gave it one.',
  params: one,
  body: z.strictObject({ name: groupName }),
  errors: ['NotFound', 'Forbidden', 'GroupNameFixed', 'GroupClosed', 'TooManyTries'],
})

export const closeGroup = endpoint({
  ...changing,
  name: 'closeGroup',
  leaves: true,
  path: '/groups/:id/close',
  summary: 'Closes a group for good: nothing more is bought in it and nobody joins. Its creator only.',
  params: one,
  errors: ['NotFound', 'Forbidden', 'GroupClosed'],
})

export const reportGroup = endpoint({
  ...changing,
  name: 'reportGroup',
  path: '/groups/:id/report',
  summary: 'Tells the operators that a group’s name is wrong. Of one person one report is open at a time.',
  gate: 'customer',
  params: one,
  body: z.strictObject({ why: z.enum(reportReasons) }),
  errors: ['NotFound', 'StateChanged', 'TooManyTries'],
})

const quoting = { method: 'POST', gate: 'verified', product: 'gds', fallback: 'Failed', onFailure: 'raise' } as const
const purchaseErrors = ['NotFound', 'GroupClosed', 'AmountTooSmall', 'TradeTooLarge'] as const

export const quoteGroupPurchase = endpoint({
  ...quoting,
  name: 'quoteGroupPurchase',
  path: '/groups/:id/purchases/quotes',
  summary: 'What a purchase in a group would be, held for a short while. Moves nothing.',
  params: one,
  body: z.strictObject({
    payWith: z.enum(payAssets),
    amount: amountText,
    /** Which of the two amounts was given: what is paid in all, or the grams that arrive. */
    of: z.enum(['pay', 'receive']),
  }),
  reply: data(groupQuote),
  errors: [...quoteErrors, ...purchaseErrors],
})

export const reserveGroupPurchase = endpoint({
  ...quoting,
  name: 'reserveGroupPurchase',
  path: '/groups/:id/purchases/quotes/:quote/reserve',
  summary: 'Holds a quote for longer, once, while the customer enters the PIN.',
  params: z.strictObject({ id: z.uuid(), quote: z.uuid() }),
  reply: data(groupQuote),
  errors: [...reserveErrors, ...purchaseErrors],
})

export const purchaseInGroup = endpoint({
  ...quoting,
  name: 'purchaseInGroup',
  path: '/groups/:id/purchases',
  summary: 'Books GDS at a quote, as the customer’s own holding, with its booking note and its certificate.',
  stepUp: 'pin',
  idempotent: true,
  params: one,
  body: z.strictObject({ quoteId: z.uuid(), ...noteWish }),
  reply: data(groupPurchased),
  errors: [...dealErrors, 'NotFound', 'GroupClosed', 'QuoteMismatch'],
  onFailure: 'toast',
})

export const listGroupPurchases = endpoint({
  ...listOf({}, groupPurchase),
  name: 'listGroupPurchases',
  path: '/groups/:id/purchases',
  summary: 'What the customer bought in a group, newest first, also after he left it.',
  gate: 'customer',
  params: one,
  errors: ['NotFound'],
})

export const readCertificate = endpoint({
  ...reading,
  name: 'readCertificate',
  path: '/groups/:id/certificates/:document',
  summary: 'One certificate of the customer’s own, and the one that took its place.',
  params: z.strictObject({ id: z.uuid(), document: z.uuid() }),
  reply: data(certificate),
  errors: ['NotFound'],
})

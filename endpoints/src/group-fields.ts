import * as z from 'zod/mini'
import { quoteFields } from './deals.ts'
import { issuedDocument } from './documents.ts'
import { bookedFields, groupPurchaseShown } from './holding-fields.ts'

// What the calls about groups carry. A group owns no gold: each purchase is its member's own holding.

export const groupKinds = ['family', 'company', 'club'] as const
export type GroupKind = (typeof groupKinds)[number]

/** `Closed`: nothing is bought in it and nobody joins. `Archived`: everybody left. Holdings live on in either. */
const groupStates = ['Open', 'Closed', 'Archived'] as const
export type GroupState = (typeof groupStates)[number]

const memberStates = ['Requested', 'Refused', 'Member', 'Admin', 'Left', 'Removed'] as const
export type MemberState = (typeof memberStates)[number]

/** One line that can be seen, without room at either end: with a letter or a digit, and nothing that is only drawn as nothing. */
export const groupName = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(2, 'Please enter a name of at least 2 characters.'),
    z.maxLength(60, 'Please use at most 60 characters.'),
    z.regex(
      /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]*$/u,
      'Please use characters that can be seen.',
    ),
    z.regex(/[\p{L}\p{Nd}]/u, 'Please use at least one letter or digit.'),
  )

/** Twelve letters and digits that cannot be mistaken for each other, however they are typed: as groups of four, in any case. */
export const groupCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^(?:[0-9A-HJKMNP-TV-Z][ -]?){12}$/, 'Please check the code.'))

const grams = z.string()

/** How the caller stands to a group. */
const mine = z.object({
  state: z.enum(memberStates),
  isCreator: z.boolean(),
  showsGrams: z.boolean(),
  askedAt: z.iso.datetime(),
  joinedAt: z.nullable(z.iso.datetime()),
})

const groupFields = {
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(groupKinds),
  state: z.enum(groupStates),
  mine,
  /** How many are in it; null to whoever is not. */
  members: z.nullable(z.number()),
  /** What the caller has bought in it and still has, and what that would bring now before the fee; null while no price is known. */
  grams,
  value: z.nullable(z.string()),
  /** Whether somebody waits for an admin's yes: only told to admins. */
  waiting: z.number(),
}

/** A group as one of the caller's own. Whoever only asked to join learns its name and kind. */
export const group = z.object(groupFields)
export type Group = z.output<typeof group>

const member = z.object({
  /** Of the membership, and of nothing else. */
  id: z.uuid(),
  /** First name and initial. */
  name: z.string(),
  state: z.enum(memberStates),
  isCreator: z.boolean(),
  isMe: z.boolean(),
  /** Since when a member; of one who waits, since when. */
  since: z.iso.datetime(),
  /** Only of those who agreed, and always one's own. */
  grams: z.nullable(grams),
})
export type GroupMember = z.output<typeof member>

export const groupDetails = z.object({
  ...groupFields,
  createdAt: z.iso.datetime(),
  /** Whether a name was given by an operator, and can no longer be changed. */
  isNameFixed: z.boolean(),
  /** Everybody who is in it, longest first; empty to whoever is not. */
  people: z.array(member),
  /** Who asked to join, oldest first: only told to admins. */
  requests: z.array(member),
  /** All that those have who agreed to show it; null while they are fewer than three. */
  total: z.nullable(grams),
  /** By which others ask to join: only told to admins while it is open. */
  code: z.nullable(z.object({ code: z.string(), until: z.iso.datetime(), isOver: z.boolean() })),
  /** What the caller may do. */
  may: z.object({
    buy: z.boolean(),
    leave: z.boolean(),
    admit: z.boolean(),
    rename: z.boolean(),
    close: z.boolean(),
    report: z.boolean(),
  }),
})
export type GroupDetails = z.output<typeof groupDetails>

/** A certificate of one of the caller's own purchases, as it stands. */
export const certificate = z.object({
  document: issuedDocument,
  group: z.object({ id: z.uuid(), name: z.string() }),
  /** The holding, by its id and number. */
  holding: z.uuid(),
  number: z.string(),
  /** The first is 1; each part that ends issues another. */
  version: z.number(),
  bookedAt: z.iso.datetime(),
  /** What was bought, and what was left when it was issued. */
  units: grams,
  left: grams,
  /** The one that holds now, if it is not this. */
  newest: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
})
export type Certificate = z.output<typeof certificate>

/** A purchase of the caller's own in a group, with the certificate that holds now. */
export const groupPurchase = z.object({
  holding: z.uuid(),
  number: z.string(),
  bookedAt: z.iso.datetime(),
  units: grams,
  open: grams,
  certificate: z.object({ id: z.uuid(), number: z.string() }),
})
export type GroupPurchase = z.output<typeof groupPurchase>

export const groupQuote = z.object({ ...quoteFields, ...groupPurchaseShown })
export type GroupQuote = z.output<typeof groupQuote>
export const groupPurchased = z.object({
  ...bookedFields,
  ...groupPurchaseShown,
  certificate: z.uuid(),
  group: z.object({ id: z.uuid(), name: z.string() }),
})
export type GroupPurchased = z.output<typeof groupPurchased>

export const reportReasons = ['offensive', 'misleading', 'personal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

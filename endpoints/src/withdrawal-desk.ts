import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { customerName, proof, reason } from './operator-fields.ts'
import { parcelScan, postalAddress, withdrawal, withdrawalBar, withdrawalStates } from './withdrawal-fields.ts'
import { sixDigits } from './withdrawals.ts'

// The vault's side of bars that leave: packed by serial, handed over by code, and taken back. Approving and refusing stand in the queue
// `withdrawals`; making good and taking back take two operators, so they go through approvals.

const readers = ['Owner', 'Finance', 'Vault', 'Compliance', 'Auditor'] as const
const vault = ['Owner', 'Vault'] as const

const one = z.strictObject({ id: z.uuid() })

const changing = {
  method: 'POST',
  gate: 'operator',
  roles: vault,
  idempotent: true,
  params: one,
  fallback: 'Failed',
  onFailure: 'toast',
} as const

/** How decisions name what they are about. */
export const withdrawalThing = (id: string): string => `withdrawal:${id}`

/** What an assay of bars that came back is known by. */
export const assayReference = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Please enter the number of the assay’s report.'),
    z.maxLength(60, 'Please use at most 60 characters.'),
    z.regex(/^[^\p{C}]*$/u, 'Please use one line.'),
  )

/** Parts of a thousand, and grams, as the assay found them. */
export const assayedFineness = z
  .string()
  .check(z.regex(/^[0-9]{3}(?:\.[0-9]{1,2})?$/, 'Please enter parts of a thousand, such as 999.9.'))
export const assayedGrams = z
  .string()
  .check(z.regex(/^[0-9]{1,5}(?:\.[0-9]{1,6})?$/, 'Please enter grams, such as 10 or 9.998.'))

/** Under which names the decision `take-back-withdrawal` is given what the assay found of a bar, besides its `reference`. */
export const assayNames = (bar: string) => ({ fineness: `fineness-${bar}`, grossGrams: `grossGrams-${bar}` }) as const

const deskWithdrawal = z.extend(withdrawal, {
  customer: customerName,
  approvedBy: z.nullable(z.string()),
  packedBy: z.nullable(z.string()),
  /** Whether it is the caller who approved it, who therefore cannot pack it. */
  isApprovedByMe: z.boolean(),
})
export type DeskWithdrawal = z.output<typeof deskWithdrawal>

export const listDeskWithdrawals = endpoint({
  ...listOf({ state: z.optional(z.enum(withdrawalStates)) }, deskWithdrawal),
  name: 'listDeskWithdrawals',
  path: '/operator/withdrawals',
  summary: 'All withdrawals of bars, newest first.',
  gate: 'operator',
  roles: readers,
})

const deskDetails = z.extend(deskWithdrawal, {
  /** Told to those who pack; each reading is recorded. Null where it is collected, or where it is not for the caller. */
  address: z.nullable(z.object(postalAddress)),
  bars: z.array(z.extend(withdrawalBar, { id: z.string() })),
  history: z.array(
    z.object({ state: z.enum(withdrawalStates), at: z.iso.datetime(), by: z.string(), why: z.nullable(z.string()) }),
  ),
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  scans: z.array(parcelScan),
  wrongCodes: z.number(),
  dispute: z.nullable(z.string()),
  photos: z.array(z.object({ id: z.uuid(), at: z.iso.datetime(), by: z.string() })),
})
export type DeskWithdrawalDetails = z.output<typeof deskDetails>

export const readDeskWithdrawal = endpoint({
  name: 'readDeskWithdrawal',
  method: 'GET',
  path: '/operator/withdrawals/:id',
  summary: 'One withdrawal, with its bars and what became of it.',
  gate: 'operator',
  roles: readers,
  params: one,
  reply: data(deskDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** As a scanner or a camera reads it from a bar. */
const serial = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/, 'This is no serial of a bar.'))
const serials = z.array(serial).check(z.minLength(1), z.maxLength(40))

export const packWithdrawal = endpoint({
  ...changing,
  name: 'packWithdrawal',
  path: '/operator/withdrawals/:id/pack',
  summary:
    'Packs what another operator has approved, by the serials of its bars: the grams are burnt and the bars leave the register.',
  body: z.strictObject({ serials, ...proof }),
  reply: data(withdrawal),
  errors: [
    'NotFound',
    'StateChanged',
    'SerialsWrong',
    'Forbidden',
    'PasswordIncorrect',
    'TwoFactorCodeIncorrect',
    'TooManyTries',
  ],
})

export const sendWithdrawal = endpoint({
  ...changing,
  name: 'sendWithdrawal',
  path: '/operator/withdrawals/:id/send',
  summary: 'Notes under which number the carrier has it. What came back is scanned again before it is sent once more.',
  body: z.strictObject({
    tracking: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{4,39}$/, 'This is no tracking number.')),
    serials: z.optional(serials),
  }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged', 'SerialsWrong', 'TrackingKnown'],
})

export const readyWithdrawal = endpoint({
  ...changing,
  name: 'readyWithdrawal',
  path: '/operator/withdrawals/:id/ready',
  summary: 'Notes that it lies at the counter, to be collected.',
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
})

export const handOverWithdrawal = endpoint({
  ...changing,
  name: 'handOverWithdrawal',
  path: '/operator/withdrawals/:id/hand-over',
  summary: 'Hands over at the counter, against the customer’s release code.',
  body: z.strictObject({ code: sixDigits }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged', 'ReleaseRefused', 'TooManyTries'],
})

export const renewReleaseCode = endpoint({
  ...changing,
  name: 'renewReleaseCode',
  path: '/operator/withdrawals/:id/new-code',
  summary:
    'Gives the customer a new release code, where too many wrong ones were said. Nobody but the customer sees it.',
  body: z.strictObject({ reason }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
})

export const returnWithdrawal = endpoint({
  ...changing,
  name: 'returnWithdrawal',
  path: '/operator/withdrawals/:id/returned',
  summary: 'Notes that it came back, or was not collected. The bars are in the register again only after an assay.',
  body: z.strictObject({ reason }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
})

export const deliverWithdrawal = endpoint({
  ...changing,
  name: 'deliverWithdrawal',
  path: '/operator/withdrawals/:id/delivered',
  summary: 'Notes that the carrier has proof of having delivered it. Its customer can dispute that for seven days.',
  body: z.strictObject({ reason }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
})

export const loseWithdrawal = endpoint({
  ...changing,
  name: 'loseWithdrawal',
  path: '/operator/withdrawals/:id/lost',
  summary: 'Notes that the carrier has lost it. Making it good takes two operators.',
  body: z.strictObject({ reason }),
  reply: data(withdrawal),
  errors: ['NotFound', 'StateChanged'],
})

export const labelOfWithdrawal = endpoint({
  name: 'labelOfWithdrawal',
  method: 'GET',
  path: '/operator/withdrawals/:id/label',
  summary:
    'The label of a parcel that was packed, for A6: nothing on it tells what is inside. Each opening is recorded.',
  gate: 'operator',
  roles: vault,
  params: one,
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/pdf',
  errors: ['NotFound', 'StateChanged', 'Forbidden'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const photoLimit = 5 * 1024 * 1024

export const addWithdrawalPhoto = endpoint({
  name: 'addWithdrawalPhoto',
  method: 'POST',
  path: '/operator/withdrawals/:id/photos',
  summary: 'Keeps a picture of a parcel with it. It is written anew.',
  gate: 'operator',
  roles: vault,
  params: one,
  body: z.strictObject({ file: z.instanceof(File) }),
  bodyType: 'form',
  bodyLimit: photoLimit + 64 * 1024,
  reply: data(z.object({ id: z.uuid() })),
  errors: ['NotFound', 'StateChanged', 'PictureRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const readWithdrawalPhoto = endpoint({
  name: 'readWithdrawalPhoto',
  method: 'GET',
  path: '/operator/withdrawals/:id/photos/:photo',
  summary: 'A picture of a parcel.',
  gate: 'operator',
  roles: readers,
  params: z.strictObject({ id: z.uuid(), photo: z.uuid() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'image/webp',
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const receiveCarrierWebhook = endpoint({
  name: 'receiveCarrierWebhook',
  method: 'POST',
  path: '/webhooks/carrier',
  summary: 'Where the carrier says that something changed about a parcel. Its signature has to be right.',
  gate: 'public',
  bodyType: 'signed',
  reply: data(z.object({ received: z.literal(true) })),
  errors: ['SignatureInvalid', 'BodyTooLarge'],
  fallback: 'Failed',
  onFailure: 'raise',
})

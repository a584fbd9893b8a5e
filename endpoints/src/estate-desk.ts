import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import {
  beneficiaryFields,
  deceased,
  estateFileKinds,
  estatePart,
  estateStates,
  reporter,
  reportWords,
} from './estate-fields.ts'
import { listOf } from './list.ts'
import { calendarDay } from './nominee-fields.ts'
import { customerName, proof, reason } from './operator-fields.ts'
import { uploadLimit } from './uploads.ts'

// Compliance's side of estates. Approving, refusing after the papers were looked at, and saying by hand who a beneficiary is take two
// operators, so they go through approvals (`approve-estate`, `refuse-estate`, `link-beneficiary`).

const readers = ['Owner', 'Compliance', 'Auditor'] as const
const compliance = ['Owner', 'Compliance'] as const
const one = z.strictObject({ id: z.uuid() })

/** How decisions name what they are about. */
export const estateThing = (id: string): string => `estate:${id}`
export const beneficiaryThing = (id: string): string => `beneficiary:${id}`

const deskEstate = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(estateStates),
  source: z.enum(['public', 'operator']),
  reportedAt: z.iso.datetime(),
  /** Who is said to have died, as it was told. */
  name: z.string(),
  customer: z.nullable(customerName),
  waitingUntil: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
})
export type DeskEstate = z.output<typeof deskEstate>

export const listEstates = endpoint({
  ...listOf({ state: z.optional(z.enum(estateStates)) }, deskEstate),
  name: 'listEstates',
  path: '/operator/estates',
  summary: 'All that was reported, newest first.',
  gate: 'operator',
  roles: readers,
})

const person = z.object({
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  contact: z.string(),
})

const beneficiary = z.extend(person, {
  id: z.uuid(),
  share: z.number(),
  guardian: z.nullable(z.omit(person, { middleName: true })),
  isMinor: z.boolean(),
  customer: z.nullable(customerName),
  /** Whether something can be given to that customer: not once the account is closed, nor to the guardian of who is of age by now. */
  isReceiving: z.boolean(),
  asGuardian: z.boolean(),
  linkedAt: z.nullable(z.iso.datetime()),
  parts: z.array(estatePart),
})
export type Beneficiary = z.output<typeof beneficiary>

const estateFile = z.object({
  id: z.uuid(),
  kind: z.enum(estateFileKinds),
  name: z.string(),
  beneficiary: z.nullable(z.uuid()),
  sentBy: z.enum(['reporter', 'operator']),
  sentAt: z.iso.datetime(),
  acceptedBy: z.nullable(z.string()),
  /** It was erased by age: only its name is left. */
  isErased: z.boolean(),
})
export type EstateFile = z.output<typeof estateFile>

const estateDetails = z.extend(deskEstate, {
  reporter: z.object({ name: z.string(), email: z.string(), phone: z.string(), relation: z.string() }),
  deceased: z.object({
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: z.string(),
    dateOfDeath: z.string(),
    email: z.string(),
  }),
  words: z.string(),
  /** Other reports about a person of that name and birthday, and how many of them were refused. */
  others: z.array(z.object({ id: z.uuid(), reference: z.string(), state: z.enum(estateStates) })),
  refusedBefore: z.number(),
  history: z.array(
    z.object({ state: z.enum(estateStates), at: z.iso.datetime(), by: z.string(), why: z.nullable(z.string()) }),
  ),
  files: z.array(estateFile),
  diedOn: z.nullable(z.string()),
  /** The version of the nominees that held on that day; null where there was none. */
  nomineeVersion: z.nullable(z.number()),
  beneficiaries: z.array(beneficiary),
  /** In dollars: what it is worth now, and once it is approved what it was then. Null while there is no price. */
  worth: z.nullable(z.string()),
  /** What still stands in the way of approving, in words, each a sentence. */
  missing: z.array(z.string()),
  statement: z.nullable(z.uuid()),
})
export type EstateDetails = z.output<typeof estateDetails>

export const readEstate = endpoint({
  name: 'readEstate',
  method: 'GET',
  path: '/operator/estates/:id',
  summary: 'One report with all that was told and sent. Each reading is recorded.',
  gate: 'operator',
  roles: readers,
  params: one,
  reply: data(estateDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const findDeceased = endpoint({
  name: 'findDeceased',
  method: 'GET',
  path: '/operator/estates/:id/candidates',
  summary:
    'Customers who may be the one that is said to have died: the same name and birthday, or the same e-mail address.',
  gate: 'operator',
  roles: compliance,
  params: one,
  reply: data(z.array(z.object({ customer: customerName, matches: z.array(z.enum(['name', 'birthday', 'email'])) }))),
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const changing = {
  method: 'POST',
  gate: 'operator',
  roles: compliance,
  idempotent: true,
  fallback: 'Failed',
  onFailure: 'toast',
} as const

/** How a proof is refused. What freezes an account, opens it again or says who receives takes one: a session alone is not enough. */
const proofErrors = ['Forbidden', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'] as const

export const reportDeathAsOperator = endpoint({
  ...changing,
  name: 'reportDeathAsOperator',
  path: '/operator/estates',
  summary: 'Writes down a death that was reported by phone, post or at the counter.',
  roles: ['Owner', 'Compliance', 'Support'],
  body: z.strictObject({ reporter: z.strictObject(reporter), deceased: z.strictObject(deceased), words: reportWords }),
  reply: data(deskEstate),
  errors: ['InvalidInput'],
})

export const checkEstate = endpoint({
  ...changing,
  name: 'checkEstate',
  path: '/operator/estates/:id/check',
  summary: 'Says whose account it is: nothing leaves it from now on, plans pause, and the owner is asked by mail.',
  params: one,
  body: z.strictObject({ customer: z.uuid(), reason, ...proof }),
  reply: data(deskEstate),
  errors: ['NotFound', 'StateChanged', 'EstateOpen', ...proofErrors],
})

export const waitForOwner = endpoint({
  ...changing,
  name: 'waitForOwner',
  path: '/operator/estates/:id/wait',
  summary: 'Begins the 30 days in which the owner is reminded and can say that he lives.',
  params: one,
  body: z.strictObject({ reason, ...proof }),
  reply: data(deskEstate),
  errors: ['NotFound', 'StateChanged', ...proofErrors],
})

export const refuseEstate = endpoint({
  ...changing,
  name: 'refuseEstate',
  path: '/operator/estates/:id/refuse',
  summary:
    'Refuses a report before it waits. What was stopped for it is open again. Who was meant may be named, so that reports are counted.',
  params: one,
  body: z.strictObject({ reason, customer: z.optional(z.uuid()), ...proof }),
  reply: data(deskEstate),
  errors: ['NotFound', 'StateChanged', ...proofErrors],
})

export const askForPapers = endpoint({
  ...changing,
  name: 'askForPapers',
  path: '/operator/estates/:id/documents',
  summary: 'After the 30 days: the day of death by the certificate, and with it the nominees who held on that day.',
  params: one,
  body: z.strictObject({ diedOn: calendarDay, reason, ...proof }),
  reply: data(deskEstate),
  errors: ['NotFound', 'StateChanged', 'InvalidInput', ...proofErrors],
})

export const setBeneficiaries = endpoint({
  ...changing,
  name: 'setBeneficiaries',
  path: '/operator/estates/:id/beneficiaries',
  summary: 'Who receives where a court says so: in the place of the nominees, or where there are none.',
  params: one,
  body: z.strictObject({
    beneficiaries: z.array(z.strictObject(beneficiaryFields)).check(z.minLength(1), z.maxLength(20)),
    reason,
    ...proof,
  }),
  reply: data(estateDetails),
  errors: ['NotFound', 'StateChanged', 'SharesIncomplete', 'GuardianNeeded', ...proofErrors],
})

export const addEstateFile = endpoint({
  name: 'addEstateFile',
  method: 'POST',
  path: '/operator/estates/:id/files',
  summary: 'Adds a paper that came by post or at the counter.',
  gate: 'operator',
  roles: compliance,
  params: one,
  body: z.strictObject({ kind: z.enum(estateFileKinds), beneficiary: z.optional(z.uuid()), file: z.instanceof(File) }),
  bodyType: 'form',
  bodyLimit: uploadLimit + 64 * 1024,
  reply: data(estateFile),
  errors: [
    'NotFound',
    'StateChanged',
    'UploadRefused',
    'PdfRefused',
    'UploadInfected',
    'UploadsFull',
    'UploadsUnavailable',
    'TooManyTries',
  ],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const acceptEstateFile = endpoint({
  ...changing,
  name: 'acceptEstateFile',
  path: '/operator/estates/:id/files/:file/accept',
  summary: 'Says that a paper is what it says it is, and for whom; or takes that back.',
  params: z.strictObject({ id: z.uuid(), file: z.uuid() }),
  body: z.strictObject({ accepted: z.boolean(), kind: z.enum(estateFileKinds), beneficiary: z.optional(z.uuid()) }),
  reply: data(estateFile),
  errors: ['NotFound', 'StateChanged'],
})

export const openEstateStatement = endpoint({
  name: 'openEstateStatement',
  method: 'GET',
  path: '/operator/estates/:id/statement',
  summary: 'What the one who died had on that day, signed. Who opens it is recorded.',
  gate: 'operator',
  roles: readers,
  params: one,
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/pdf',
  errors: ['NotFound', 'Unavailable', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const openEstateFile = endpoint({
  name: 'openEstateFile',
  method: 'GET',
  path: '/operator/estates/:id/files/:file',
  summary: 'A paper as it is kept. Who opens it is recorded.',
  gate: 'operator',
  roles: readers,
  params: z.strictObject({ id: z.uuid(), file: z.uuid() }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/octet-stream',
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

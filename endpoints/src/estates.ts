import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { deceased, estateFileKinds, estatePart, reporter, reportWords } from './estate-fields.ts'
import { linkToken, pin } from './identity-fields.ts'
import { uploadLimit } from './uploads.ts'

// A death that is reported, the owner who says that he lives, and those who receive. Whoever reports learns nothing, not even whether
// there is such a customer.

const done = data(z.object({ done: z.literal(true) }))
const withToken = z.strictObject({ token: linkToken })

export const reportDeath = endpoint({
  name: 'reportDeath',
  method: 'POST',
  path: '/estates/report',
  summary:
    'Reports that somebody has died. The answer is always the same; a mail tells who reports how papers are sent.',
  gate: 'public',
  body: z.strictObject({ reporter: z.strictObject(reporter), deceased: z.strictObject(deceased), words: reportWords }),
  reply: done,
  errors: ['InvalidInput', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** Not what kind it is: that changes once somebody has looked at it, and nobody is told that somebody has. */
const sentFile = z.object({ id: z.uuid(), name: z.string(), sentAt: z.iso.datetime() })

export const readReport = endpoint({
  name: 'readReport',
  method: 'POST',
  path: '/estates/report/read',
  summary: 'What somebody has reported and sent, by the link in the mail. Nothing of what became of it.',
  gate: 'public',
  body: withToken,
  reply: data(
    z.object({ reference: z.string(), reportedAt: z.iso.datetime(), files: z.array(sentFile), mostFiles: z.number() }),
  ),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const sendReportFile = endpoint({
  name: 'sendReportFile',
  method: 'POST',
  path: '/estates/report/files',
  summary: 'Adds a paper to a report, by the link in the mail. It is scanned, and kept encrypted.',
  gate: 'public',
  body: z.strictObject({ token: linkToken, kind: z.enum(estateFileKinds), file: z.instanceof(File) }),
  bodyType: 'form',
  bodyLimit: uploadLimit + 64 * 1024,
  reply: data(sentFile),
  errors: [
    'LinkInvalid',
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

export const readOwnEstate = endpoint({
  name: 'readOwnEstate',
  method: 'GET',
  path: '/estates/own',
  summary:
    'Whether somebody said that the customer has died and we look into it; and what is to be renewed after a veto.',
  gate: 'customer',
  reply: data(
    z.object({
      open: z.nullable(
        z.object({
          /** While papers are looked at, only operators can stop it. */
          state: z.enum(['Checking', 'Waiting', 'Documents']),
          since: z.iso.datetime(),
          waitingUntil: z.nullable(z.iso.datetime()),
        }),
      ),
      /** After a veto: what was not renewed yet keeps the account frozen. */
      renewal: z.nullable(
        z.object({ since: z.iso.datetime(), password: z.boolean(), pin: z.boolean(), twoFactor: z.boolean() }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const vetoEstate = endpoint({
  name: 'vetoEstate',
  leaves: true,
  method: 'POST',
  path: '/estates/own/veto',
  summary: 'The customer says that he lives: what was begun ends, and password, PIN and 2FA are to be renewed.',
  gate: 'customer',
  stepUp: 'pin-2fa',
  idempotent: true,
  reply: done,
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const vetoEstateByMail = endpoint({
  name: 'vetoEstateByMail',
  method: 'POST',
  path: '/estates/veto',
  summary: 'The same with the link in the mail and the PIN, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken, pin }),
  reply: done,
  errors: ['LinkInvalid', 'PinIncorrect', 'StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const inheritance = z.object({
  id: z.uuid(),
  /** The name of the one who died. */
  deceased: z.string(),
  /** In basis points. */
  share: z.number(),
  /** Whose part it is that the customer receives as guardian. */
  asGuardianOf: z.nullable(z.string()),
  linkedAt: z.nullable(z.iso.datetime()),
  parts: z.array(estatePart),
  document: z.nullable(z.uuid()),
})
export type Inheritance = z.output<typeof inheritance>

export const readInheritance = endpoint({
  name: 'readInheritance',
  method: 'POST',
  path: '/inheritances/read',
  summary: 'What a link is about that somebody was mailed who receives. What it is, is told once it is his.',
  gate: 'customer',
  body: withToken,
  reply: data(
    z.object({
      deceased: z.string(),
      asGuardianOf: z.nullable(z.string()),
      share: z.number(),
      /** Why it cannot be received yet: the customer is not verified, or is somebody else. */
      hindrance: z.nullable(z.enum(['not-verified', 'somebody-else'])),
    }),
  ),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const acceptInheritance = endpoint({
  name: 'acceptInheritance',
  method: 'POST',
  path: '/inheritances/accept',
  summary: 'Receives what a nominee was left: grams in kind, with what they had cost.',
  gate: 'verified',
  stepUp: 'pin',
  idempotent: true,
  body: withToken,
  reply: data(inheritance),
  errors: ['LinkInvalid', 'SomebodyElse', 'StateChanged', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const listInheritances = endpoint({
  name: 'listInheritances',
  method: 'GET',
  path: '/inheritances',
  summary: 'What the customer received from those who died, newest first.',
  gate: 'customer',
  reply: data(z.array(inheritance)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

import * as z from 'zod/mini'
import { text, textNames } from './content.ts'
import { data, endpoint } from './endpoint.ts'

// Earlier and coming versions of the texts, and what a customer accepted of them.

/** As it is written on it, such as 2.0. */
const version = z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/))

export const textVersion = z.object({
  version: z.string(),
  publishedOn: z.iso.date(),
  changes: z.string(),
  state: z.enum(['coming', 'in force', 'earlier']),
  /** SHA-256 of its file. */
  hash: z.string(),
})

export type TextVersion = z.output<typeof textVersion>

const reading = { method: 'GET', gate: 'public', fallback: 'Failed', onFailure: 'raise' } as const
const oneVersion = z.strictObject({ name: z.enum(textNames), version })
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const listTextVersions = endpoint({
  ...reading,
  name: 'listTextVersions',
  path: '/texts/:name/versions',
  summary:
    'Every version of a text that was published, newest first: the one to come, the one in force and earlier ones.',
  params: z.strictObject({ name: z.enum(textNames) }),
  reply: data(z.array(textVersion)),
  errors: [],
})

export const readTextVersion = endpoint({
  ...reading,
  name: 'readTextVersion',
  path: '/texts/:name/versions/:version',
  summary: 'One version of a text.',
  params: oneVersion,
  reply: data(text),
  errors: ['NotFound'],
})

export const downloadText = endpoint({
  ...reading,
  name: 'downloadText',
  path: '/texts/:name/versions/:version/file',
  summary: 'One version of a text as a file.',
  params: oneVersion,
  reply: bytes,
  replyType: 'application/octet-stream',
  errors: ['NotFound'],
})

const consent = z.object({
  name: z.enum(textNames),
  title: z.string(),
  version: z.string(),
  acceptedAt: z.iso.datetime(),
  /** SHA-256 of the file with what was accepted. */
  hash: z.string(),
})

export type Consent = z.output<typeof consent>

const wanted = z.object({
  name: z.enum(textNames),
  title: z.string(),
  version: z.string(),
  publishedOn: z.iso.date(),
  /** What changed since the version that was accepted last, newest first; of every version in between. */
  changes: z.array(z.object({ version: z.string(), words: z.string() })),
})

export type WantedText = z.output<typeof wanted>

const own = { gate: 'customer', fallback: 'Failed', onFailure: 'raise' } as const

const consents = data(z.object({ wanted: z.array(wanted), accepted: z.array(consent) }))

export type Consents = z.output<typeof consents>['data']

export const readConsents = endpoint({
  ...own,
  name: 'readConsents',
  method: 'GET',
  path: '/consents',
  summary:
    'Which texts in force the customer has not accepted yet, and which versions were accepted when, newest first.',
  reply: consents,
  errors: [],
})

export const acceptTexts = endpoint({
  ...own,
  name: 'acceptTexts',
  method: 'POST',
  path: '/consents',
  summary: 'Accepts texts in the version in force. Once more changes nothing.',
  body: z.strictObject({
    texts: z
      .array(z.strictObject({ name: z.enum(textNames), version }))
      .check(z.minLength(1), z.maxLength(textNames.length)),
  }),
  reply: consents,
  errors: ['TextOutdated'],
})

export const downloadConsent = endpoint({
  ...own,
  name: 'downloadConsent',
  method: 'GET',
  path: '/consents/:name/:version/file',
  summary: 'What the customer accepted, to the letter, as a file.',
  params: oneVersion,
  reply: bytes,
  replyType: 'application/octet-stream',
  errors: ['NotFound'],
})

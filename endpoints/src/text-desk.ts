import * as z from 'zod/mini'
import { textVersion } from './consents.ts'
import { text, textNames } from './content.ts'
import { data, endpoint } from './endpoint.ts'

// Where operators prepare a version of a text. It takes two of them to publish it.

export const draftLimits = { title: 80, changes: 1000, words: 60_000 } as const

const draft = z.object({
  ...text.shape,
  /** Counts its changes. */
  revision: z.int(),
  /** Its sections as they are typed: a heading after `## `, paragraphs set apart by a blank line. */
  words: z.string(),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})

export type TextDraft = z.output<typeof draft>

const desk = z.object({
  name: z.enum(textNames),
  title: z.string(),
  versions: z.array(textVersion),
  /** The words of the version in force, to begin from. */
  words: z.string(),
  draft: z.nullable(draft),
})

export type TextDesk = z.output<typeof desk>

const managing = { gate: 'operator', roles: ['Owner', 'Compliance'], fallback: 'Failed', onFailure: 'raise' } as const
const one = z.strictObject({ name: z.enum(textNames) })

export const readTextDesk = endpoint({
  ...managing,
  name: 'readTextDesk',
  method: 'GET',
  path: '/operator/texts',
  summary: 'The texts of the service with their versions, and what is prepared.',
  reply: data(z.array(desk)),
  errors: [],
})

const line = (longest: number, words: string) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, words),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please use one line, without signs that cannot be seen.'),
    )

export const saveTextDraft = endpoint({
  ...managing,
  name: 'saveTextDraft',
  method: 'POST',
  path: '/operator/texts/:name/draft',
  summary: 'Keeps what is prepared as the next version of a text. Nothing is published by it.',
  params: one,
  bodyLimit: 6 * 64 * 1024,
  body: z.strictObject({
    /** As the operator saw it, 0 for none: who comes later than somebody else looks again. */
    revision: z.int().check(z.minimum(0)),
    version: z
      .string()
      .check(z.trim(), z.regex(/^[0-9]{1,4}(\.[0-9]{1,4}){0,2}$/, 'Please enter a version such as 2.0.')),
    effectiveOn: z.iso.date('Please choose a day.'),
    title: line(draftLimits.title, 'Please give it a title.'),
    changes: line(draftLimits.changes, 'Please say what changes: customers read it before they accept.'),
    words: z
      .string()
      .check(
        z.normalize('NFC'),
        z.trim(),
        z.minLength(1, 'Please write the text.'),
        z.maxLength(draftLimits.words, `Please use at most ${draftLimits.words} characters.`),
        z.regex(/^(?:[^\p{Cc}\p{Zl}\p{Zp}]|[\n\r\t])*$/u, 'Please leave out signs that cannot be seen.'),
      ),
  }),
  reply: data(draft),
  errors: ['StateChanged', 'TextVersionTaken'],
})

export const discardTextDraft = endpoint({
  ...managing,
  name: 'discardTextDraft',
  method: 'POST',
  path: '/operator/texts/:name/draft/discard',
  summary: 'Throws away what was prepared.',
  params: one,
  body: z.strictObject({ revision: z.int() }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['NotFound', 'StateChanged'],
})

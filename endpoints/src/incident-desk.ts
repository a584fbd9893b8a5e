import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { proof } from './operator-fields.ts'
import { incidentFields, incidentState, partName, statusPartNames, told } from './status.ts'

const seen = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u

/** What operators write, and every visitor reads. */
const title = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1, 'Please give it a title.'),
    z.maxLength(100, 'Please use at most 100 characters.'),
    z.regex(seen, 'Please use one line, with characters that can be seen.'),
  )
const words = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1, 'Please say what customers should know.'),
  z.maxLength(1000, 'Please use at most 1,000 characters.'),
  z.refine((text) => text.split('\n').every((each) => seen.test(each)), 'Please use characters that can be seen.'),
)

const managed = z.object({
  ...incidentFields,
  /** Opened by the health of a part, which also closes it. */
  isBySelf: z.boolean(),
  /** With the operator's username; null where the health of a part said so. */
  updates: z.array(z.object({ ...told, by: z.nullable(z.string()) })),
})

export type ManagedIncident = z.output<typeof managed>

const managing = { gate: 'operator', roles: ['Owner', 'Support'], fallback: 'Failed', onFailure: 'raise' } as const

export const listIncidents = endpoint({
  ...listOf({}, managed),
  ...managing,
  name: 'listIncidents',
  path: '/operator/incidents',
  summary: 'Every incident, newest first.',
})

export const openIncident = endpoint({
  ...managing,
  name: 'openIncident',
  method: 'POST',
  path: '/operator/incidents',
  summary: 'Tells everybody that something does not work.',
  body: z.strictObject({
    title,
    parts: z
      .array(partName)
      .check(z.minLength(1, 'Please choose at least one part.'), z.maxLength(statusPartNames.length)),
    words,
    ...proof,
  }),
  reply: data(managed),
  errors: ['StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
})

export const updateIncident = endpoint({
  ...managing,
  name: 'updateIncident',
  method: 'POST',
  path: '/operator/incidents/:id',
  summary: 'Tells everybody how it goes on. Who comes later than somebody else looks again.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ from: incidentState, to: incidentState, words, ...proof }),
  reply: data(managed),
  errors: ['NotFound', 'StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
})

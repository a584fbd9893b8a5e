import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'
import { proof } from './operator-fields.ts'

// What works and what does not, in customers' words. Which machine stands behind a part, nobody learns here.

export const statusParts = {
  portal: 'Portal and login',
  price: 'Gold price and trading',
  sales: 'Buying gold',
  chain: 'Deposits and transfers',
  bank: 'Bank transfers and payouts',
  cards: 'Card payments',
  verification: 'Identity verification',
  mail: 'E-mails and savings plans',
} as const

export type StatusPart = keyof typeof statusParts

export const statusPartNames = Object.keys(statusParts) as [StatusPart, ...StatusPart[]]

export const incidentStates = ['investigating', 'identified', 'watching', 'resolved'] as const
export type IncidentState = (typeof incidentStates)[number]

const partName = z.enum(statusPartNames)
const state = z.enum(incidentStates)

const told = { state, words: z.string(), at: z.iso.datetime() }

const incidentFields = {
  id: z.uuid(),
  title: z.string(),
  parts: z.array(partName),
  state,
  beganAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
}

const incident = z.object({ ...incidentFields, updates: z.array(z.object(told)) })

export type Incident = z.output<typeof incident>

const part = z.object({
  name: partName,
  /** Null while nobody knows. */
  works: z.nullable(z.boolean()),
  /** Since when it works, or does not; null while nobody knows. */
  since: z.nullable(z.iso.datetime()),
})

export type PartStanding = z.output<typeof part>

const status = z.object({
  parts: z.array(part),
  /** When the parts were last looked at. */
  lookedAt: z.nullable(z.iso.datetime()),
  open: z.array(incident),
  /** What ended within the last days, newest first. */
  past: z.array(incident),
  days: z.int(),
})

export type Status = z.output<typeof status>

const reading = { method: 'GET', gate: 'public', errors: [], fallback: 'Failed' } as const

export const readStatus = endpoint({
  ...reading,
  name: 'readStatus',
  path: '/status',
  summary: 'What works, since when, and what went wrong of late.',
  reply: data(status),
  onFailure: 'raise',
})

const notice = z.object({ id: z.string(), title: z.string() })

export type StatusNotice = z.output<typeof notice>

export const readStatusLine = endpoint({
  ...reading,
  name: 'readStatusLine',
  path: '/status/line',
  summary: 'What does not work now, for the line on every page. Empty while all works.',
  reply: data(z.array(notice)),
  onFailure: 'null',
})

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
  body: z.strictObject({ from: state, to: state, words, ...proof }),
  reply: data(managed),
  errors: ['NotFound', 'StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
})

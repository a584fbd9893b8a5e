import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

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

export const partName = z.enum(statusPartNames)
export const incidentState = z.enum(incidentStates)

export const told = { state: incidentState, words: z.string(), at: z.iso.datetime() }

export const incidentFields = {
  id: z.uuid(),
  title: z.string(),
  parts: z.array(partName),
  state: incidentState,
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

import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

/** The versioned texts of the service, by the route that shows them. */
export const textNames = ['term-conditions', 'privacy-policy'] as const

export const text = z.object({
  name: z.enum(textNames),
  title: z.string(),
  version: z.string(),
  /** ISO date, without a time: a text is in force from the start of that day. */
  publishedOn: z.iso.date(),
  /** What is different from the version before, in a few sentences; empty where nobody wrote it down. */
  changes: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
})

export type Text = z.output<typeof text>

export const readText = endpoint({
  name: 'readText',
  method: 'GET',
  path: '/texts/:name',
  summary: 'The current version of a text of the service, such as its terms.',
  gate: 'public',
  params: z.strictObject({ name: z.enum(textNames) }),
  reply: data(text),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

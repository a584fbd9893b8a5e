import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

const part = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** What is wrong, when something is. */
  problem: z.optional(z.string()),
})

export const readHealth = endpoint({
  name: 'readHealth',
  method: 'GET',
  path: '/health',
  summary:
    'Says whether the server lives (probe=live), whether it takes calls (probe=open: 503 from the moment it is asked to stop; neither touches anything else), and whether every part it needs is ready (503 when not).',
  gate: 'public',
  query: z.strictObject({ probe: z._default(z.enum(['live', 'open', 'ready']), 'ready') }),
  reply: data(
    z.object({
      live: z.boolean(),
      ready: z.boolean(),
      version: z.string(),
      /** Names the build of the web that is served now; empty where none is. */
      build: z.string(),
      parts: z.array(part),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

/** The largest report: what a browser says of one page, its policy included. */
const longestReport = 16 * 1024

export const receiveCspReport = endpoint({
  name: 'receiveCspReport',
  method: 'POST',
  path: '/csp-reports',
  summary: 'Where browsers say what the policy of a page forbade: application/csp-report or application/reports+json.',
  gate: 'public',
  bodyType: 'report',
  bodyLimit: longestReport,
  reply: z.undefined(),
  errors: ['UnsupportedMediaType', 'BodyTooLarge'],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readContract = endpoint({
  name: 'readContract',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This contract, as OpenAPI 3.1.',
  gate: 'public',
  reply: z.looseObject({ openapi: z.string() }),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readDocs = endpoint({
  name: 'readDocs',
  method: 'GET',
  path: '/docs',
  summary: 'This contract, as a page for people.',
  gate: 'public',
  reply: z.string(),
  replyType: 'text/html',
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

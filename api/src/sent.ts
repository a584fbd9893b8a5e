import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { Failure } from './failure.ts'
import { FormBody } from './form-body.ts'
import { type SignedBody, signedBodyOf } from './signed-body.ts'

// The small Zod leaves its messages out, which suits the browser; people read ours.
z.config(en())

/** What came with a request, parsed. */
export type Sent = { params: unknown; query: unknown; body: unknown; signed?: SignedBody }

export const readerOf = (endpoint: Endpoint) => {
  const { params, query, body } = endpoint
  return (request: FastifyRequest): Sent => {
    if (request.body instanceof FormBody !== (endpoint.bodyType === 'form' && request.body !== undefined))
      throw new Failure('UnsupportedMediaType')
    const problems: Problem[] = []
    if (takesBytesOf(endpoint))
      return { params: undefined, query: undefined, body: undefined, signed: signedBodyOf(request) }
    const sent = {
      params: parse(params, request.params, problems),
      query: parse(query ?? nothing, request.query, problems),
      body: body || request.body !== undefined ? parse(body ?? nothing, bodyOf(request), problems) : undefined,
    }
    // PostgreSQL cannot hold this character in a text, so nothing that carries it is ever meant.
    if (body && JSON.stringify(sent.body)?.includes('\\u0000')) throw new Failure('InvalidInput')
    if (problems.length) {
      const [first] = problems
      throw new Failure(
        'InvalidInput',
        { errors: problems },
        `${first?.path.join('.') || 'Request'}: ${first?.message}`,
      )
    }
    return sent
  }
}

export const takesBytesOf = ({ bodyType }: Endpoint) => bodyType === 'signed' || bodyType === 'report'

const nothing = z.strictObject({})

export const bodyOf = ({ body }: FastifyRequest) => (body instanceof FormBody ? body.fields : (body ?? {}))

/** Where and what, and never the value: it may be a password. */
type Problem = { path: PropertyKey[]; message: string }

const parse = (schema: z.ZodMiniType | undefined, value: unknown, problems: Problem[]) => {
  if (!schema) return
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) problems.push({ path, message })
}

import { createHash } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { findReply, type Operation, wasRun } from '@ingot/db/operations'
import type { BodyOf, Endpoint, Gate, ParamsOf, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { Failure } from './failure.ts'

/** Who is calling, as far as we know. */
export type Caller = { id: string; gates: ReadonlySet<Gate> }

export const visitor: Caller = { id: 'visitor', gates: new Set(['public']) }

/** Tells who is calling from the request; the visitor when nobody proved anything. */
export type Identify = (request: FastifyRequest) => Promise<Caller>

/** What a handler gets: the caller and what was sent, parsed. */
type Call<E extends Endpoint> = {
  caller: Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Only for idempotent endpoints: hand it to runOperation. */
  operation: E['idempotent'] extends true ? Operation : undefined
  log: FastifyBaseLogger
}

/** An answer with its own status or headers. */
export class Answer<T> {
  readonly reply: T
  readonly status: number
  readonly headers: Record<string, string>
  constructor(reply: T, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> }) {
    this.reply = reply
    this.status = status
    this.headers = headers
  }
}

type Handle<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Answer<ReplyOf<E>>>

export type Binding = { endpoint: Endpoint; handle: Handle<Endpoint> }

/** Joins a declared endpoint to what happens. The only way to add a route below the API base. */
export const bind = <E extends Endpoint>(endpoint: E, handle: Handle<E>): Binding => ({
  endpoint,
  handle: handle as unknown as Handle<Endpoint>,
})

// The small Zod leaves its messages out, which suits the browser; people read ours.
z.config(en())

const operationKey = z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))

export const register = (app: FastifyInstance, db: Db, identify: Identify, { endpoint, handle }: Binding) => {
  const read = readerOf(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint } as object,
    schema: { response: { default: endpoint.reply } },
    handler: async (request, reply) => {
      const caller = await identify(request)
      if (!caller.gates.has(endpoint.gate)) throw new Failure(caller === visitor ? 'Unauthorized' : 'Forbidden')
      const sent = read(request)
      const operation = endpoint.idempotent ? operationOf(request, endpoint, caller, sent) : undefined
      // A retry after a lost answer is answered before anything else is asked or checked.
      const replay = operation && (await findReply(db, operation))
      const result = replay
        ? replay.reply
        : await handle({ ...sent, caller, operation, log: request.log } as Call<Endpoint>)
      if (operation && !replay && !wasRun(operation))
        throw new Error(`${endpoint.name} is idempotent but did not run its operation`)
      return answer(reply, endpoint, result)
    },
  })
}

const answer = (reply: FastifyReply, endpoint: Endpoint, result: unknown) => {
  if (endpoint.replyType) reply.type(`${endpoint.replyType}; charset=utf-8`)
  if (!(result instanceof Answer)) return result
  reply.code(result.status).headers(result.headers)
  return result.reply
}

type Sent = { params: unknown; query: unknown; body: unknown }

const readerOf = (endpoint: Endpoint) => {
  const { params, query, body } = endpoint
  return (request: FastifyRequest): Sent => {
    const problems: Problem[] = []
    const sent = {
      params: parse(params, request.params, problems),
      query: parse(query ?? nothing, request.query, problems),
      body: parse(body, request.body ?? {}, problems),
    }
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

const nothing = z.strictObject({})

/** Where and what, and never the value: it may be a password. */
type Problem = { path: PropertyKey[]; message: string }

const parse = (schema: z.ZodMiniType | undefined, value: unknown, problems: Problem[]) => {
  if (!schema) return
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) problems.push({ path, message })
}

const operationOf = (request: FastifyRequest, endpoint: Endpoint, caller: Caller, sent: Sent): Operation => {
  const key = z.safeParse(operationKey, request.headers['idempotency-key'])
  if (!key.success) throw new Failure('OperationKeyMissing')
  return {
    caller: caller.id,
    endpoint: endpoint.name,
    key: key.data,
    requestHash: createHash('sha256').update(JSON.stringify(sent)).digest(),
  }
}

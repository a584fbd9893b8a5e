import { createHash } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { findReply, type Operation, wasRun } from '@ingot/db/operations'
import type { BodyOf, Endpoint, Gate, ParamsOf, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { Failure } from './failure.ts'
import type { RequestWatch } from './request-watch.ts'

/** Who is calling, as far as we know. */
export type Caller = { id: string; gates: ReadonlySet<Gate> }

export const visitor: Caller = { id: 'visitor', gates: new Set(['public']) }

/** Tells who is calling from the request; the visitor when nobody proved anything. */
export type Identify = (request: FastifyRequest) => Caller | Promise<Caller>

/** What a handler gets: the caller and what was sent, parsed. */
type Call<E extends Endpoint> = {
  caller: Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Only for idempotent endpoints: hand it to runOperation. */
  operation: E['idempotent'] extends true ? Operation : undefined
  /** Writes lines that carry the request's id. Made when it is asked for: few calls log anything. */
  log: () => Logger
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

type Surroundings = { db: Db; log: Logger; watch: RequestWatch; identify: Identify }

/** The way of every call: who is it, may they, what was sent, was it done before, do it. */
export const register = (app: FastifyInstance, { db, log, watch, identify }: Surroundings, binding: Binding) => {
  const { endpoint, handle } = binding
  const read = readerOf(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint } as object,
    schema: { response: { default: endpoint.reply } },
    handler: async (request, reply) => {
      watch.begin(reply)
      try {
        const known = identify(request)
        const caller = known instanceof Promise ? await known : known
        if (!caller.gates.has(endpoint.gate)) throw new Failure(caller === visitor ? 'Unauthorized' : 'Forbidden')
        const sent = read(request)
        const operation = endpoint.idempotent && operationOf(request, endpoint, caller, sent)
        const call = { ...sent, caller, operation, log: () => log.child({ reqId: request.id }) } as Call<Endpoint>
        const result = operation ? await runOnce(db, operation, () => handle(call)) : await handle(call)
        if (endpoint.replyType) reply.type(`${endpoint.replyType}; charset=utf-8`)
        if (result instanceof Answer) reply.code(result.status).headers(result.headers)
        watch.done(request, reply)
        return result instanceof Answer ? result.reply : result
      } finally {
        watch.end(reply)
      }
    },
  })
}

const runOnce = async (db: Db, operation: Operation, run: () => Promise<unknown>) => {
  // A retry after a lost answer is answered before anything else is asked or checked.
  const replay = await findReply(db, operation)
  if (replay) return replay.reply
  const result = await run()
  if (!wasRun(operation)) throw new Error(`${operation.endpoint} is idempotent but did not run its operation`)
  return result
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

import { hash } from 'node:crypto'
import type { Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { findReply, type Operation, wasRun } from '@ingot/db/operations'
import { codeOf } from '@ingot/db/unavailable'
import type { Info } from '@ingot/endpoints/account'
import { type Aim, aimOf } from '@ingot/endpoints/aim'
import type { BodyOf, Endpoint, Gate, ParamsOf, QueryOf, ReplyOf, StepUp } from '@ingot/endpoints/endpoint'
import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { Answer, prepare } from './answer.ts'
import { type BodyRoom, roomForVisitors, takesFile } from './body-room.ts'
import { Failure } from './failure.ts'
import type { RequestWatch } from './request-watch.ts'
import type { OneOrMore } from './secrets.ts'
import { bodyOf, readerOf, type Sent, takesBytesOf } from './sent.ts'
import { type SignedBody, takeBytes } from './signed-body.ts'
import type { Turns } from './turns.ts'

/** Someone signed in. */
export type Person = {
  id: string
  username: string
  session: string
  role: 'customer' | 'operator'
  pinSet: boolean
  twoFactorOn: boolean
  kycStatus: Info['kycVerified']
  /** The country that was verified; null before, and for operators. */
  residence: string | null
  /** What an operator is trusted with; empty for customers. */
  roles: readonly Role[]
  /** Has not accepted the terms in force: of what may begin or end something, only what ends. */
  hasOldTerms?: true
}

/** Who is calling, as far as we know. */
export type Caller = {
  id: string
  gates: ReadonlySet<Gate>
  person?: Person
  /** Why a session that was named no longer counts. */
  ended?: 'idle' | 'ended' | 'expired'
  /** Only of a caller who is known from an earlier call. Nothing is done for him without it. */
  standing?: Standing
}

/** Fails unless everything is still as it was remembered. */
type Standing = { statement: Statement; isSent: boolean }

/** The code with which it fails. */
const changedCode = 'IG001'

export const visitor: Caller = { id: 'visitor', gates: new Set(['public']) }

/** Tells who is calling from the request, by the kind of bearer it has to carry. */
export type Identify = (request: FastifyRequest, bearer?: Endpoint['bearer']) => Claim

/** Who somebody claims to be. */
export type Claim = {
  /** The session whose turn it takes to look, known without the database; undefined when none can be meant. */
  session?: string | undefined
  /** Looks whether it is true; the visitor when nobody proved anything. */
  look: () => Caller | Promise<Caller>
}

/** The same from memory, without asking the database; undefined if this caller is not remembered. */
export type Recall = (request: FastifyRequest) => Caller | undefined

/** From where a call came, for the record. */
export type Origin = { address: string; agent: string }

/** Holds what was proven for an operation. */
export type Grants = {
  /**
   * Refuses the call unless everything that the endpoint asks for was proven for this operation of this session, with what
   * it carries. Says whether that was anything at all.
   */
  check: (person: Person, stepUp: StepUp, aim: Aim) => Promise<boolean>
  /** The same, and uses it up in the action's own transaction. */
  use: (tx: Tx, person: Person, stepUp: StepUp, aim: Aim) => Promise<void>
}

/** What a handler gets: the caller and what was sent, parsed. */
type Call<E extends Endpoint> = {
  caller: Caller
  /** Who is signed in: there is somebody behind every gate but the public one. */
  person: E['gate'] extends 'public' ? undefined : Person
  from: Origin
  /** The cookies, as they were sent. */
  cookies: string
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Only where the body is signed, or a report: what came, to be checked before it is read. */
  signed: E['bodyType'] extends 'signed' | 'report' ? SignedBody : undefined
  /** Only for idempotent endpoints: hand it to runOperation. */
  operation: E['idempotent'] extends true ? Operation : undefined
  /** Only where the endpoint asks for a step-up: to be called in the transaction that acts. */
  useGrants: E['stepUp'] extends StepUp ? (tx: Tx) => Promise<void> : undefined
  /** Where the call was bound at once, to be sent ahead of its first statement. An operation sends it by itself. */
  standing: () => Statement | undefined
  /** Writes lines that carry the request's id. Made when it is asked for: few calls log anything. */
  log: () => Logger
}

export { Answer }

type Handle<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Answer<ReplyOf<E>>>

export type Binding = {
  endpoint: Endpoint
  handle: Handle<Endpoint>
  atOnce?: true
  /** What may refuse the call before anything is proven for it; a retry of what was done is answered before that. */
  ahead?: (person: Person, body: unknown) => Promise<void>
}

/** Joins a declared endpoint to what happens. The only way to add a route below the API base. */
export const bind = <E extends Endpoint>(endpoint: E, handle: Handle<E>): Binding => ({
  endpoint,
  handle: handle as unknown as Handle<Endpoint>,
})

/**
 * The same for what is called very often and begins with its database work. Whether the caller's session still stands,
 * whether the operation was done before and whether the proof is there is found by its first statements: nothing is
 * looked up ahead of them.
 */
export const bindAtOnce = <E extends Endpoint>(endpoint: E, handle: Handle<E>): Binding => ({
  ...bind(endpoint, handle),
  atOnce: true,
})

const operationKey = z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))

/** Of what was sent: keyed, since a request may carry a password. */
type HashRequest = (sent: string) => OneOrMore<Buffer>

type Surroundings = {
  db: Db
  log: Logger
  watch: RequestWatch
  identify: Identify
  recall: Recall
  grants: Grants
  turns: Turns
  bodies: BodyRoom
  hashRequest: HashRequest
}

/** The way of every call: who is it, may they, what was sent, was it done before, do it. */
export const register = (app: FastifyInstance, surroundings: Surroundings, binding: Binding) => {
  const { db, log, identify, recall, grants, turns, bodies, hashRequest } = surroundings
  const { endpoint, handle, atOnce = false } = binding
  const watch = surroundings.watch.of(endpoint.name, endpoint.answerLimit)
  const read = readerOf(endpoint)
  const arrivals = new WeakMap<FastifyRequest, { caller: Caller; began: number }>()
  const isPlain = !endpoint.idempotent && !endpoint.stepUp
  const isTrusted = trustOf(endpoint)
  const isAdmitted = (caller: Caller) => caller.gates.has(endpoint.gate) && isTrusted(caller)
  const admitted = (caller: Caller) => {
    if (!isAdmitted(caller)) throw refusalOf(caller)
    return caller
  }
  const admit = async (request: FastifyRequest) => {
    const { session, look } = identify(request, endpoint.bearer)
    return admitted(await (session === undefined ? look() : turns.take(session, look)))
  }
  /** The same for a call whose turn it is already. */
  const admitAgain = async (request: FastifyRequest) => admitted(await identify(request, endpoint.bearer).look())
  const guarded = (request: FastifyRequest, sent: Sent, caller: Caller) => {
    const operation = endpoint.idempotent && operationOf(request, endpoint, caller, sent, hashRequest)
    const callWith = (useGrants?: UseGrants) =>
      new MadeCall(request, log, sent, caller, operation || undefined, useGrants) as unknown as Call<Endpoint>
    const act = () =>
      endpoint.stepUp
        ? runProven(grants, binding, caller, request, operation, (use) => handle(callWith(use)))
        : handle(callWith())
    const run = () => goAhead(binding, caller, sent, act)
    return operation ? runOnce(db, operation, atOnce, run) : run()
  }
  const run = async (request: FastifyRequest, caller: Caller) => {
    const sent = read(request)
    if (!isPlain) return guarded(request, sent, caller)
    const act = () => handle(new MadeCall(request, log, sent, caller) as unknown as Call<Endpoint>)
    return goAhead(binding, caller, sent, act)
  }
  const runRemembered = async (request: FastifyRequest, caller: Caller) => {
    try {
      const result = await run(request, caller)
      if (!caller.standing?.isSent) throw new Error(`${endpoint.name} did not ask whether its caller still stands`)
      return result
    } catch (error) {
      // A refusal, too, is told only to whom it concerns.
      const known = await admitAgain(request)
      if (codeOf(error) === changedCode) return run(request, known)
      throw error
    }
  }
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint } as object,
    schema: { response: { default: endpoint.reply } },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    ...(endpoint.gate === 'public' && takesFile(endpoint) && { onRequest: roomForVisitors(bodies) }),
    // Before the body is read: who may not call costs no memory, and learns nothing about what was sent.
    ...(endpoint.gate !== 'public' && {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const began = performance.now()
        const remembered = atOnce ? recall(request) : undefined
        const caller = remembered && isAdmitted(remembered) ? remembered : await admit(request)
        arrivals.set(request, { caller, began })
        if (takesFile(endpoint)) reply.raw.once('close', bodies.take(caller.person?.session ?? caller.id))
      },
    }),
    handler: async (request, reply) => {
      const arrival = endpoint.gate === 'public' ? undefined : arrivals.get(request)
      const caller = arrival?.caller ?? visitor
      watch.begin(reply, arrival?.began ?? performance.now())
      try {
        // The hook above has refused whoever may not; nothing runs if it should ever be lost.
        admitted(caller)
        const act = () => (caller.standing ? runRemembered : run)(request, caller)
        const result = await (caller.person ? turns.take(caller.person.session, act) : act())
        const sent = prepare(endpoint, request, reply, result)
        watch.done(request, reply)
        return sent
      } finally {
        watch.end(reply)
      }
    },
  }
  if (takesBytesOf(endpoint)) app.register(async (scope) => void takeBytes(scope).route(route))
  else app.route(route)
}

const goAhead = async ({ ahead }: Binding, { person }: Caller, { body }: Sent, act: () => Promise<unknown>) => {
  if (ahead && person) await ahead(person, body)
  return act()
}

/** Whether a caller has one of the roles that an operator needs. An Auditor reads whatever is read, and changes nothing. */
const trustOf = ({ name, gate, method, roles }: Endpoint) => {
  if (gate !== 'operator') return () => true
  if (!roles) throw new Error(`${name} is for operators and does not say for which of them`)
  const needed = method === 'GET' ? [...roles, 'Auditor' as const] : roles.filter((role) => role !== 'Auditor')
  return ({ person }: Caller) => hasOneOf(person?.roles ?? [], needed)
}

const refusalOf = ({ gates, ended }: Caller) =>
  gates.size > visitor.gates.size ? new Failure('Forbidden') : new Failure('Unauthorized', ended && { reason: ended })

type UseGrants = (tx: Tx) => Promise<void>

/** Nothing needs to be asked of a caller who was looked up for this very call. */
const standingOf = ({ standing }: Caller): Statement | undefined => {
  if (standing) standing.isSent = true
  return standing?.statement
}

/** A class, so that what few calls look at is made only when it is looked at. */
class MadeCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly signed: SignedBody | undefined
  readonly caller: Caller
  readonly person: Person | undefined
  readonly operation: Operation | undefined
  readonly useGrants: UseGrants | undefined
  readonly #request: FastifyRequest
  readonly #log: Logger

  constructor(
    request: FastifyRequest,
    log: Logger,
    { params, query, body, signed }: Sent,
    caller: Caller,
    operation?: Operation,
    useGrants?: UseGrants,
  ) {
    this.params = params
    this.query = query
    this.body = body
    this.signed = signed
    this.caller = caller
    this.person = caller.person
    this.operation = operation
    this.useGrants = useGrants
    this.#request = request
    this.#log = log
  }

  get standing() {
    return () => standingOf(this.caller)
  }

  get from(): Origin {
    return { address: this.#request.ip, agent: this.#request.headers['user-agent'] ?? '' }
  }

  get cookies(): string {
    return this.#request.headers.cookie ?? ''
  }

  get log() {
    return () => this.#log.child({ reqId: this.#request.id })
  }
}

/** Runs an action whose endpoint asks for a proof: there before it begins, used up in its own transaction. */
const runProven = async (
  grants: Grants,
  { endpoint, atOnce }: Binding,
  { person }: Caller,
  request: FastifyRequest,
  repeatable: Operation | undefined | false,
  act: (use: UseGrants) => Promise<unknown>,
) => {
  const { name, stepUp } = endpoint
  if (!person || !stepUp) throw new Error(`${name} asks for a step-up of nobody`)
  const aim = await aimOf(endpoint, repeatable ? repeatable.key : '', carriedBy(request), sha256)
  if (!atOnce) await grants.check(person, stepUp, aim)
  let used = false
  const result = await act(async (tx) => {
    used = true
    await grants.use(tx, person, stepUp, aim)
  })
  const isGone = async () => !(await grants.check(person, stepUp, aim).catch(falseIfUnproven))
  // Another call of the same operation may have done the work, and used the proof, while this one waited.
  if (!used && !(repeatable && (await isGone()))) throw new Error(`${name} asks for a step-up but did not use it`)
  return result
}

/** As it was sent: what a schema makes of it, only we would know. */
const carriedBy = (request: FastifyRequest) => ({
  params: request.params as object,
  query: request.query as object,
  body: bodyOf(request) as object,
})

const sha256 = (data: string | Uint8Array) => hash('sha256', data)

/** Says false where a proof is missing, and passes on everything else that went wrong. */
const falseIfUnproven = (error: unknown): false => {
  if (error instanceof Failure && error.error === 'StepUpRequired') return false
  throw error
}

const runOnce = async (db: Db, operation: Operation, atOnce: boolean, run: () => Promise<unknown>) => {
  // A retry after a lost answer is answered before anything else is asked or checked.
  const replay = atOnce ? undefined : await findReply(db, operation)
  if (replay) return replay.reply
  try {
    const result = await run()
    if (!wasRun(operation)) throw new Error(`${operation.endpoint} is idempotent but did not run its operation`)
    return result
  } catch (error) {
    // Whoever came first with the same operation has used the proof meanwhile, or what it was about: the answer is for both.
    const mayBeLate = error instanceof Failure && (!atOnce || error.error === 'StepUpRequired')
    const late = mayBeLate && (await findReply(db, operation))
    if (late) return late.reply
    throw error
  }
}

const operationOf = (
  request: FastifyRequest,
  endpoint: Endpoint,
  caller: Caller,
  sent: Sent,
  hashRequest: HashRequest,
): Operation => {
  const key = z.safeParse(operationKey, request.headers['idempotency-key'])
  if (!key.success) throw new Failure('OperationKeyMissing')
  const [requestHash, ...olderHashes] = hashRequest(JSON.stringify(sent))
  const ahead = standingOf(caller)
  return {
    caller: caller.id,
    endpoint: endpoint.name,
    key: key.data,
    requestHash,
    olderHashes,
    ...(ahead && { ahead }),
  }
}

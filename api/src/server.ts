import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { allEndpoints } from '@ingot/endpoints/all'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { errorTable } from '@ingot/endpoints/errors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { besideReplica } from './beside-replica.ts'
import { type Binding, type Identify, register } from './bind.ts'
import { createBodyRoom } from './body-room.ts'
import { beginSpan, inSpanOf, noteFailure } from './call-span.ts'
import { Failure, failureOf, replyOf } from './failure.ts'
import { type ApiDeps, once, type Together } from './feature.ts'
import { identityOf } from './features/identity/identity.ts'
import { createIdentify } from './features/identity/sessions.ts'
import { createGrants } from './features/identity/step-up.ts'
import { behindTerms, termsOf } from './features/identity/terms.ts'
import { allPersonal, audits, bankPartsOf, features as declared, documentKinds, uploadKinds } from './features.ts'
import { readForms } from './form-body.ts'
import { classOf, type HttpMeter, noEndpoint } from './metrics/meters.ts'
import { hasPages, pageSettingsOf, registerPages } from './pages.ts'
import { createRateLimit } from './rate-limit.ts'
import { answered, createRequestWatch } from './request-watch.ts'
import { apiHeaders, transportSecurity } from './security-headers.ts'
import { behindSwitch, switchesOf } from './switches/switches.ts'
import { createTurns, type Turns } from './turns.ts'
import { version } from './version.ts'

const apiBase = '/api'

const bodyLimit = 64 * 1024
const headerLimit = 16 * 1024
const parameterLimit = 256
const receiveTimeout = 20_000
const keepAliveTimeout = 72_000
const answerLimitDefault = 30_000

export type ServerDeps = ApiDeps & {
  identify?: Identify
  answerLimit?: number
  turns?: Turns
  /** Where somebody asks for metrics: else nothing is counted. */
  meter?: HttpMeter | undefined
}

/** What a server is made of, besides itself: tests add their own endpoints here, and nowhere else can one be added. */
export type Features = { endpoints: readonly Endpoint[]; bindings: readonly Binding[] }

/** What the features have together. */
export const togetherOf = once(
  (deps: ServerDeps): Together => ({
    endpoints: allEndpoints,
    health: async () => (await Promise.all(declared.map((each) => each.health?.(deps) ?? []))).flat(),
    audits,
    decisions: declared.flatMap(({ decides }) => decides?.(deps, { bank: bankPartsOf(deps) }) ?? []),
    queues: declared.flatMap((each) => each.queues?.(deps) ?? []),
    figures: declared.flatMap((each) => each.figures?.(deps) ?? []),
    attention: declared.flatMap((each) => each.attention?.(deps) ?? []),
    kinds: documentKinds,
    uploads: uploadKinds,
    bank: bankPartsOf(deps),
    personal: allPersonal,
  }),
)

export const allFeatures = (deps: ServerDeps): Features => ({
  endpoints: allEndpoints,
  bindings: declared.flatMap(({ routes }) => routes?.(deps, togetherOf(deps)) ?? []),
})

/** A mail program's own click comes to the address in the mail (RFC 8058), where the page of the same name is. */
const stopsMail = ({ method, url = '/' }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && url.startsWith('/no-more-mail/') ? `${apiBase}${url}` : url

export const buildServer = async (
  deps: ServerDeps,
  features: Features = allFeatures(deps),
): Promise<FastifyInstance> => {
  const { config, log, meter } = deps
  const app = Fastify({
    genReqId: createRequestIds(),
    // Fastify's own logger makes one per request and listens for its end; ours writes where something happens.
    logger: false,
    trustProxy: config.TRUST_PROXY_HOPS ? (_address: string, hop: number) => hop < config.TRUST_PROXY_HOPS : false,
    bodyLimit,
    rewriteUrl: stopsMail,
    requestTimeout: receiveTimeout,
    keepAliveTimeout,
    forceCloseConnections: 'idle',
    // What still comes on a connection that is open is answered like the rest.
    return503OnClosing: false,
    http: { maxHeaderSize: headerLimit },
    routerOptions: { maxParamLength: parameterLimit, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerFailure(log, meter) as never,
  }) as unknown as FastifyInstance

  app.setSerializerCompiler(
    ({ schema }) =>
      (data) =>
        JSON.stringify(z.parse(schema as unknown as z.ZodMiniType, data)),
  )
  app.removeContentTypeParser('text/plain')
  readForms(app)
  refuseUndeclaredRoutes(app, features.endpoints)
  addHooks(app, deps)
  const watch = createRequestWatch(log, deps.answerLimit ?? answerLimitDefault, meter)
  app.addHook('onClose', async () => watch.close())
  app.setErrorHandler(answerFailure(log, meter))

  await app.register(
    async (api) => {
      const { db } = deps
      const identity = identityOf(deps)
      const surroundings = {
        db,
        log,
        watch,
        ...(deps.identify
          ? { identify: deps.identify, recall: () => undefined }
          : createIdentify(identity, config.VERIFICATION_CLIENT_TOKEN)),
        grants: createGrants(identity),
        turns: deps.turns ?? createTurns(),
        bodies: createBodyRoom(),
        hashRequest: identity.keys.hashRequest,
      }
      const switches = switchesOf(deps)
      const terms = termsOf(deps)
      for (const binding of features.bindings)
        register(api, surroundings, behindTerms(terms, behindSwitch(switches, besideReplica(deps.replica, binding))))
    },
    { prefix: apiBase },
  )
  const unbound = features.endpoints.find((each) => !features.bindings.some(({ endpoint }) => endpoint === each))
  if (unbound) throw new Error(`${unbound.name} is declared but nothing is bound to it`)

  const pages = hasPages(config.INGOT_WEB)
    ? await registerPages(app, { folder: config.INGOT_WEB, settings: pageSettingsOf(config, version), log })
    : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!pages || !isPage || request.url.startsWith(`${apiBase}/`)) throw new Failure('NotFound')
    return pages.serve(request, reply)
  })
  return app
}

const endpointOf = ({ config }: { config?: unknown }) => (config as { endpoint?: Endpoint } | undefined)?.endpoint

type AnswerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const answerFailure =
  (log: Logger, meter: HttpMeter | undefined): AnswerFailure =>
  (error, request, reply) => {
    const failure = failureOf(error)
    const { status } = errorTable[failure.error]
    meter?.of(endpointOf(request.routeOptions)?.name ?? noEndpoint).count(classOf(status))
    const line = { ...answered(request, status), error: failure.error }
    noteFailure(request, failure.error, status)
    inSpanOf(request, () => (status >= 500 ? log.error({ ...line, err: error }, 'failed') : log.info(line, 'refused')))
    if (failure.error === 'Unavailable') reply.header('retry-after', '1')
    if (failure.details.retryAfter) reply.header('retry-after', String(failure.details.retryAfter))
    const told = failure.error === 'Internal' ? new Failure('Internal', { requestId: request.id }) : failure
    // Serialized here and not by the route's schema, which knows only the good answer.
    return reply
      .code(status)
      .headers(apiHeaders)
      .header('x-request-id', request.id)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(replyOf(told))
  }

const refuseUndeclaredRoutes = (app: FastifyInstance, declared: readonly Endpoint[]) => {
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith(apiBase)) return
    const endpoint = endpointOf({ config })
    if (!endpoint || !declared.includes(endpoint))
      throw new Error(`${url} is not a declared endpoint: declare it in endpoints/ and bind it`)
  })
}

/** Unique across restarts and processes, and cheap: support finds a request in the log by it. */
const createRequestIds = () => {
  const start = randomUUID().slice(0, 13)
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}

/** Written with callbacks and not promises: they run for every request. */
const addHooks = (app: FastifyInstance, { config, standing }: Pick<ServerDeps, 'config' | 'standing'>) => {
  const fixed = config.PUBLIC_ORIGIN?.startsWith('https://') ? { ...apiHeaders, ...transportSecurity } : apiHeaders
  const limit = createRateLimit(config.RATE_LIMIT_PER_MINUTE)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    reply.header('x-request-id', request.id)
    // The next call goes to another one.
    if (standing?.leaves) reply.header('connection', 'close')
    // Its connection has ended while it came, so that nobody knows from where, and nobody is there to be answered.
    if (request.socket.remoteAddress === undefined) return done(new Failure('Unavailable'))
    const wait = limit(request.ip)
    if (wait) {
      reply.header('retry-after', wait)
      return done(new Failure('RateLimited'))
    }
    const endpoint = endpointOf(request.routeOptions)
    if (endpoint) beginSpan(endpoint, request, reply)
    // PostgreSQL cannot hold this character in a text, so nothing that carries it is ever meant.
    inSpanOf(request, () => done(request.url.includes('%00') ? new Failure('InvalidInput') : undefined))
  })
  app.addHook('preClose', (done) => {
    // A connection that is kept open after its last answer would hold up the stop.
    app.server.keepAliveTimeout = 1
    done()
  })
}

/** Requests that never became one: too large, too slow or not HTTP. Same shape, written by hand. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const name =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HeadersTooLarge'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'RequestTimeout'
        : 'InvalidInput'
  const body = JSON.stringify(replyOf(new Failure(name)))
  const { status } = errorTable[name]
  const headers = {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${name}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

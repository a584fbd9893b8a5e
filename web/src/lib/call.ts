import type { Endpoint, InputOf, OnFailure, ReplyOf } from '@ingot/endpoints/endpoint'
import { errorReply } from '@ingot/endpoints/error-reply'
import { readAccessToken } from './access-token.ts'
import { CallError } from './call-error.ts'
import { type HttpAnswer, HttpError, type HttpRequest, send } from './http.ts'
import { leaveRefusedSession } from './log-out-reason.ts'
import { settings } from './settings.ts'
import { showErrorToast, warmToasts } from './toast.ts'

type LooseInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  operation?: string
}

/** The input may be left out when the endpoint needs none. */
type InputArguments<E extends Endpoint> =
  unknown extends InputOf<E>
    ? [input?: Record<string, never>, signal?: AbortSignal]
    : Record<never, never> extends InputOf<E>
      ? [input?: InputOf<E>, signal?: AbortSignal]
      : [input: InputOf<E>, signal?: AbortSignal]

const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} needs '${name}'.`)
    return encodeURIComponent(String(value))
  })

/** Whoever signs in is nobody yet, so these calls carry no bearer, not even one that was left behind. */
const withoutBearer: ReadonlySet<string> = new Set(['signIn', 'signInWithCode'])

/** The client token names this page, not a person: who is calling then comes from the cookies. */
const bearerOf = (endpoint: Endpoint, token: string | null): string | null => {
  if (endpoint.bearer === 'client') return settings.kycClientToken
  return withoutBearer.has(endpoint.name) ? null : token
}

const authorizationOf = (bearer: string | null) => (bearer ? { Authorization: `Bearer ${bearer}` } : {})

const headersOf = (endpoint: Endpoint, token: string | null, operation?: string): Record<string, string> => ({
  ...authorizationOf(bearerOf(endpoint, token)),
  ...(operation === undefined ? {} : { 'Idempotency-Key': operation }),
})

const formOf = (body: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

const failureOf = (endpoint: Endpoint, cause: unknown): CallError => {
  if (!(cause instanceof HttpError)) throw cause
  const { code, answer, message } = cause
  const parsed = errorReply.safeParse(answer?.data)
  const said = parsed.success ? parsed.data.error : undefined
  return new CallError({
    name: said?.name ?? code,
    message: said?.message || (endpoint.tellsCause && message) || endpoint.fallback,
    code,
    status: answer?.status,
    details: said?.details ?? {},
    serverMessage: said?.message,
    cause,
  })
}

/**
 * Calls the server and raises every failure, whatever the endpoint's `onFailure`: for queries, whose pages must tell
 * "unknown" from an empty answer.
 */
export const request = <E extends Endpoint>(endpoint: E, ...input: InputArguments<E>): Promise<ReplyOf<E>> =>
  requestBy(send, endpoint, ...input)

/** The same by another way, such as one that says how far it is. */
export const requestBy = async <E extends Endpoint>(
  way: (request: HttpRequest) => Promise<HttpAnswer>,
  endpoint: E,
  ...[input, signal]: InputArguments<E>
): Promise<ReplyOf<E>> => {
  const { params, query, body, operation } = (input ?? {}) as LooseInput
  const token = readAccessToken()
  const response = await way({
    method: endpoint.method,
    path: fillPath(endpoint.path, params),
    query,
    body: body && endpoint.bodyType === 'form' ? formOf(body) : body,
    headers: headersOf(endpoint, token, operation),
    signal,
  }).catch((cause: unknown) => {
    const failure = failureOf(endpoint, cause)
    if (failure.status === 401) leaveRefusedSession(token, failure)
    throw failure
  })
  const reply = endpoint.reply.safeParse(response.data)
  if (reply.success) return reply.data as ReplyOf<E>
  throw new CallError({
    name: 'UnexpectedReply',
    message: endpoint.fallback,
    code: 'ERR_BAD_RESPONSE',
    status: response.status,
    cause: reply.error,
  })
}

type FailureAnswers = { toast: undefined; raise: never; null: null; false: false }

const failureAnswers: { [Way in OnFailure]: (failure: CallError) => FailureAnswers[Way] } = {
  toast: (failure) => {
    // Whoever cancelled a call knows it already.
    if (failure.code !== 'ERR_CANCELED') showErrorToast(failure.message)
    return undefined
  },
  raise: (failure) => {
    throw failure
  },
  null: () => null,
  false: () => false,
}

/** Calls the server; a failure is answered in the way that the endpoint declares. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...input: InputArguments<E>
): Promise<ReplyOf<E> | FailureAnswers[E['onFailure']]> => {
  // A toast must also be there when the reason for it is that the connection was lost.
  if (endpoint.onFailure === 'toast') warmToasts()
  try {
    return await request(endpoint, ...input)
  } catch (failure) {
    // What is missing is asked for, not shown: whoever runs a sensitive action has to hear of it.
    if (!(failure instanceof CallError) || failure.name === 'StepUpRequired') throw failure
    return failureAnswers[endpoint.onFailure](failure) as FailureAnswers[E['onFailure']]
  }
}

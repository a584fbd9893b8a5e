import { type OpenSpan, openSpan } from '@ingot/db/trace'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

const spans = new WeakMap<FastifyRequest, OpenSpan>()

/** Begins the span of a call, which ends with its answer. It names the route and not the address: addresses carry tokens. */
export const beginSpan = ({ name }: Endpoint, request: FastifyRequest, { raw }: FastifyReply) => {
  const { method, headers, routeOptions } = request
  const span = openSpan(`${method} ${routeOptions.url}`, {
    kind: 'call',
    from: headers.traceparent,
    attributes: {
      'http.request.method': method,
      'http.route': routeOptions.url,
      'ingot.endpoint': name,
      'ingot.request': request.id,
    },
  })
  if (!span) return
  spans.set(request, span)
  raw.once('close', () => {
    if (raw.headersSent) span.note({ 'http.response.status_code': raw.statusCode })
    span.end()
  })
}

/** Goes on in the span of a call. What a timer does has forgotten whose it is, so it is said again. */
export const inSpanOf = <T>(request: FastifyRequest, work: () => T): T => {
  const span = spans.get(request)
  return span ? span.run(work) : work()
}

/** By its name in the table of errors. Only what is our fault makes the span one that failed. */
export const noteFailure = (request: FastifyRequest, error: string, status: number) => {
  const span = spans.get(request)
  if (status >= 500) span?.fail(error)
  else span?.note({ 'error.type': error })
}

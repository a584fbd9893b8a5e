import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Headers = Record<string, string | string[]>

/** An answer with its own status or headers. One with an `etag` is not sent again to who has it already. */
export class Answer<T> {
  readonly reply: T
  readonly status: number
  readonly headers: Headers
  constructor(reply: T, { status = 200, headers = {} }: { status?: number; headers?: Headers }) {
    this.reply = reply
    this.status = status
    this.headers = headers
  }
}

const contentTypes = {
  'text/html': 'text/html; charset=utf-8',
  'application/rss+xml': 'application/rss+xml; charset=utf-8',
  'image/webp': 'image/webp',
  'application/pdf': 'application/pdf',
  'application/octet-stream': 'application/octet-stream',
  'text/csv': 'text/csv; charset=utf-8',
}

/** Gives a reply its status and headers. What is sent with it is nothing to who has it already. */
export const prepare = ({ replyType }: Endpoint, request: FastifyRequest, reply: FastifyReply, result: unknown) => {
  if (replyType) reply.type(contentTypes[replyType])
  if (!(result instanceof Answer)) return result
  const isKnown = 'etag' in result.headers && request.headers['if-none-match'] === result.headers.etag
  reply.code(isKnown ? 304 : result.status).headers(result.headers)
  return isKnown ? undefined : result.reply
}

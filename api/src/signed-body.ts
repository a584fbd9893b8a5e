import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A message of a party that signs what it sends: the very bytes, and the headers in which the signature stands. */
export type SignedBody = { bytes: Buffer; headers: IncomingHttpHeaders }

/** Leaves bodies as they come, whatever they call themselves: a signature is over bytes and not over what they mean. */
export const takeBytes = (scope: FastifyInstance): FastifyInstance => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
  return scope
}

export const signedBodyOf = ({ body, headers }: FastifyRequest): SignedBody => ({
  bytes: body instanceof Buffer ? body : Buffer.alloc(0),
  headers,
})

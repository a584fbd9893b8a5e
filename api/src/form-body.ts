import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { readMultipart } from './multipart.ts'

/** A form as it was sent, multipart or url-encoded: text fields and files by name, each name once. */
export class FormBody {
  readonly fields: Record<string, unknown>
  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }
}

/** What comes, until it is more than the route takes. */
async function* within(limit: number, body: Readable): AsyncGenerator<Buffer, void> {
  let length = 0
  // A refusal is still answered: the connection stays open for it.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > limit) throw new Failure('BodyTooLarge')
    yield chunk
  }
}

/** Reads forms into memory, within the limit of the route's body. */
export const readForms = (app: FastifyInstance) => {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    const limit = request.routeOptions.bodyLimit ?? 0
    if (Number(request.headers['content-length']) > limit) throw new Failure('BodyTooLarge')
    try {
      return new FormBody(await readMultipart(request.headers['content-type'] ?? '', within(limit, body)))
    } catch (error) {
      body.resume()
      throw error
    }
  })
  const encoded = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(encoded, { parseAs: 'string' }, async (_request: unknown, body: string) => {
    const given = new URLSearchParams(body)
    const names = [...given.keys()]
    // The last of several would win silently.
    if (new Set(names).size < names.length) throw new Failure('InvalidInput')
    return new FormBody(Object.fromEntries(given))
  })
}

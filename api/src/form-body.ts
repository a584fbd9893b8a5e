import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/** A form as it was sent, multipart or url-encoded: text fields and files by name, each name once. */
export class FormBody {
  readonly fields: Record<string, unknown>
  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }
}

const types = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Reads forms into memory, within the limit of the route's body. */
export const readForms = (app: FastifyInstance) => {
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: { headers: object }, body: Buffer) => {
    const type = (request.headers as Record<string, string>)['content-type'] ?? ''
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => undefined)
    if (!form) throw new Failure('InvalidInput')
    const names = [...form.keys()]
    // The last of several would win silently.
    if (new Set(names).size < names.length) throw new Failure('InvalidInput')
    return new FormBody(Object.fromEntries(form))
  })
}

import type { FastifyRequest } from 'fastify'
import { RequestRefused } from './refusal.ts'

/** Another site's page must not press our buttons: browsers say where a form comes from, and that must be here. */
export const assertSameOrigin = async (request: FastifyRequest): Promise<void> => {
  const site = request.headers['sec-fetch-site']
  const fromHere = site === undefined ? hostOf(request.headers.origin) === request.headers.host : site === 'same-origin'
  if (!fromHere)
    throw new RequestRefused(403, 'Forbidden', 'This form works only from the pages of the sandbox itself; use the API')
}

const hostOf = (origin: string | undefined): string | null => {
  if (origin === undefined || !URL.canParse(origin)) return null
  return new URL(origin).host
}

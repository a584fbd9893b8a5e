import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readQuery } from '../frame/query.ts'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import { type Applicant, isClosed, missingSteps } from './applicant.ts'
import type { Provider } from './provider.ts'
import { readSdkToken } from './signature.ts'

const LARGEST_PICTURE = 15 * 1024 * 1024
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** The page runs its own script and nothing else, may use the camera, and stands in frames: that is what it is for. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  'media-src blob:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors http: https:',
].join('; ')

const FILES = {
  'websdk.html': 'text/html; charset=utf-8',
  'websdk.js': 'text/javascript; charset=utf-8',
  'websdk.css': 'text/css; charset=utf-8',
}

/** What the page shows; the comment for whoever ordered the check is not for the applicant. */
const viewOf = (applicant: Applicant) => ({
  applicantId: applicant.id,
  reviewStatus: applicant.reviewStatus,
  reviewResult: applicant.reviewResult && { ...applicant.reviewResult, clientComment: undefined },
  isClosed: isClosed(applicant),
  missing: missingSteps(applicant),
})

type Given = { provider: Provider; secretKey: string; now(): number }

/** The page in the portal's frame, and what it calls with the token it was given. */
export const addSdkRoutes = (server: FastifyInstance, { provider, secretKey, now }: Given): void => {
  for (const [name, type] of Object.entries(FILES))
    server.get(`/websdk/${name}`, async (_request, reply) => {
      const content = await readFile(new URL(`./websdk/${name}`, import.meta.url), 'utf8')
      return reply.header('content-security-policy', PAGE_POLICY).type(type).send(content)
    })

  const applicantOf = async (request: FastifyRequest): Promise<Applicant> => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const claims = readSdkToken(secretKey, token, now())
    if (!claims) throw new RequestRefused(401, 'InvalidToken', 'The access token is not valid or has expired')
    const { externalUserId, levelName } = claims
    return provider.findExternal(externalUserId) ?? provider.create(externalUserId, levelName, {})
  }

  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
      scope.get('/applicant', async (request) => ({ data: viewOf(await applicantOf(request)) }))
      scope.post('/documents', { bodyLimit: LARGEST_PICTURE }, async (request) => {
        const { id } = await applicantOf(request)
        const { type, side, country } = readQuery(request.query, ['type', 'side', 'country'])
        const contentType = request.headers['content-type'] ?? ''
        if (!(request.body instanceof Buffer) || !PICTURES.includes(contentType))
          throw badRequest(`A document is one of: ${PICTURES.join(', ')}`)
        const given = { idDocType: type ?? '', country: country ?? '', contentType, bytes: request.body }
        await provider.addDocument(id, { ...given, ...(side && { idDocSubType: side }) })
        return { data: viewOf(provider.find(id)) }
      })
      scope.post('/submit', async (request) => {
        const { id } = await applicantOf(request)
        return { data: viewOf(await provider.submit(id)) }
      })
    },
    { prefix: '/api/websdk' },
  )
}

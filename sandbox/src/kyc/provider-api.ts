import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultDesk } from '../frame/faults.ts'
import { badRequest, notFound, RequestRefused } from '../frame/refusal.ts'
import { type Applicant, newId, plainTime, REQUIRED_ID_DOCS } from './applicant.ts'
import type { Provider } from './provider.ts'
import { conflict } from './register.ts'
import type { KycSettings } from './settings.ts'
import { makeSdkToken, refusalOf } from './signature.ts'
import { readVerdict } from './verdict.ts'

const LARGEST_FILE = 64 * 1024 * 1024
/** The file and what a form puts around it. */
const BODY_LIMIT = LARGEST_FILE + 64 * 1024
const LONGEST_TOKEN_SECONDS = 24 * 3600
const TOKEN_SECONDS = 1800
const FILE_TOO_LARGE = 1002

const bytesOf = ({ body }: FastifyRequest): Buffer => (body instanceof Buffer ? body : Buffer.alloc(0))

const jsonOf = (request: FastifyRequest): Record<string, unknown> => {
  const text = bytesOf(request).toString('utf8')
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw badRequest('The body must be a JSON object')
}

const textOf = (given: Record<string, unknown>, name: string): string => {
  const value = given[name]
  if (typeof value !== 'string' || value === '' || value.length > 200) throw badRequest(`${name} must be a text`)
  return value
}

const reviewOf = (applicant: Applicant) => ({
  reviewId: applicant.id,
  attemptId: `${applicant.id}-${applicant.attempts}`,
  attemptCnt: applicant.attempts,
  levelName: applicant.levelName,
  reprocessing: false,
  createDate: `${plainTime(applicant.pendingSince ?? applicant.createdAt)}+0000`,
  ...(applicant.reviewedAt && { reviewDate: `${plainTime(applicant.reviewedAt)}+0000` }),
  ...(applicant.reviewResult && { reviewResult: applicant.reviewResult }),
  reviewStatus: applicant.reviewStatus,
  priority: 0,
})

/** What was read from the documents: the sandbox reads what the portal said it would find there. */
const infoOf = ({ fixedInfo, documents }: Applicant) => {
  if (documents.length === 0) return {}
  const { firstName, lastName, dob, country } = fixedInfo
  return {
    firstName,
    lastName,
    dob,
    country,
    idDocs: documents.map(({ idDocType, country }) => ({ idDocType, country })),
  }
}

const applicantJson = (applicant: Applicant) => ({
  id: applicant.id,
  createdAt: plainTime(applicant.createdAt),
  key: 'INGOTSANDBOX',
  clientId: 'ingot-sandbox',
  inspectionId: applicant.id,
  externalUserId: applicant.externalUserId,
  info: infoOf(applicant),
  fixedInfo: applicant.fixedInfo,
  requiredIdDocs: REQUIRED_ID_DOCS,
  review: reviewOf(applicant),
  type: 'individual',
})

/** Each step with what was handed in for it; nothing is null. */
const documentsJson = (applicant: Applicant) =>
  Object.fromEntries(
    REQUIRED_ID_DOCS.docSets.map(({ idDocSetType, types }) => {
      const handedIn = applicant.documents.filter(({ idDocType }) => types.includes(idDocType))
      const last = handedIn.at(-1)
      const answer = applicant.reviewStatus === 'completed' ? applicant.reviewResult?.reviewAnswer : undefined
      if (!last) return [idDocSetType, null]
      return [
        idDocSetType,
        {
          ...(answer && { reviewResult: { reviewAnswer: answer } }),
          country: last.country,
          idDocType: last.idDocType,
          imageIds: handedIn.map(({ imageId }) => imageId),
        },
      ]
    }),
  )

/** Whether a fault of the desk strikes this request, and then the answer. */
const misbehave = async (faults: FaultDesk, reply: FastifyReply, signal: AbortSignal): Promise<boolean> => {
  const standing = faults.standing()?.fault
  if (standing !== 'slow' && standing !== 'refuse' && standing !== 'lose') return false
  const fault = faults.take('request')
  if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { signal }).catch(() => undefined)
  if (fault?.fault === 'refuse')
    throw new RequestRefused(fault.answer === 'temporary' ? 503 : 403, 'Refused', 'The provider was told to refuse')
  if (fault?.fault !== 'lose') return false
  reply.raw.destroy()
  return true
}

type ById = { Params: { id: string } }
type Given = {
  provider: Provider
  settings: KycSettings
  faults: FaultDesk
  stopping: AbortSignal
  now(): number
}

/** The provider's own API: every request is signed, over the bytes as they came. */
export const addProviderApi = (server: FastifyInstance, given: Given): void => {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
        async (_: unknown, body: Buffer) => body,
      )
      scope.setErrorHandler(answerFailure)
      scope.addHook('preHandler', async (request, reply) => {
        const { method, raw, headers } = request
        const signed = { method, url: raw.url ?? '', headers, body: bytesOf(request) }
        const refusal = refusalOf(signed, given.settings, given.now())
        if (refusal !== null) throw new RequestRefused(401, 'Unauthorized', refusal)
        if (await misbehave(given.faults, reply, given.stopping)) return reply.hijack()
      })
      addTokenRoutes(scope, given)
      addApplicantRoutes(scope, given.provider)
      addReviewRoutes(scope, given.provider)
    },
    { prefix: '/resources' },
  )
}

const answerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
  const code = isTooLarge ? 400 : (error.statusCode ?? 500)
  if (code >= 500 && error.name !== 'Refused') process.stderr.write(`${request.method} kyc failed: ${error.stack}\n`)
  const more = isTooLarge ? { errorCode: FILE_TOO_LARGE, errorName: 'file-too-large' } : {}
  return reply.code(code).send({ description: error.message, code, correlationId: newId(), ...more })
}

const addTokenRoutes = (scope: FastifyInstance, { settings, now }: Given): void => {
  const tokenFor = (userId: string, levelName: string, seconds: number) => {
    if (!(seconds > 0 && seconds <= LONGEST_TOKEN_SECONDS)) throw badRequest('ttlInSecs must be a number of seconds')
    return { token: makeSdkToken(settings.secretKey, userId, levelName, now() + seconds * 1_000), userId }
  }
  scope.post('/accessTokens/sdk', (request) => {
    const body = jsonOf(request)
    return tokenFor(textOf(body, 'userId'), textOf(body, 'levelName'), Number(body.ttlInSecs ?? TOKEN_SECONDS))
  })
  // Its older name, which is still answered.
  scope.post('/accessTokens', (request) => {
    const query = request.query as Record<string, unknown>
    return tokenFor(textOf(query, 'userId'), textOf(query, 'levelName'), Number(query.ttlInSecs ?? TOKEN_SECONDS))
  })
}

const EXTERNAL = '-;externalUserId='

const addApplicantRoutes = (scope: FastifyInstance, provider: Provider): void => {
  const findExternal = (externalUserId: string): Applicant => {
    const applicant = provider.findExternal(externalUserId)
    if (!applicant) throw notFound('There is no such applicant')
    return applicant
  }
  scope.post<{ Querystring: Record<string, unknown> }>('/applicants', async (request, reply) => {
    const body = jsonOf(request)
    const fixedInfo = typeof body.fixedInfo === 'object' && body.fixedInfo !== null ? body.fixedInfo : {}
    const created = await provider.create(
      textOf(body, 'externalUserId'),
      textOf(request.query, 'levelName'),
      fixedInfo as Record<string, unknown>,
    )
    return reply.code(201).send(applicantJson(created))
  })
  scope.get<ById>('/applicants/:id/one', ({ params: { id } }) =>
    applicantJson(id.startsWith(EXTERNAL) ? findExternal(id.slice(EXTERNAL.length)) : provider.find(id)),
  )
  scope.get<ById>('/applicants/-/byExternalUserId/:id', ({ params }) => {
    const applicant = provider.findExternal(params.id)
    return applicant ? { exists: true, applicant: applicantJson(applicant) } : { exists: false }
  })
  scope.patch<ById>(
    '/applicants/:id/fixedInfo',
    async (request) => (await provider.changeFixedInfo(request.params.id, jsonOf(request))).fixedInfo,
  )
  scope.get<ById>('/applicants/:id/requiredIdDocsStatus', ({ params }) => documentsJson(provider.find(params.id)))
  scope.post<ById>('/applicants/:id/info/idDoc', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { metadata, content } = await readDocumentForm(request)
    const { idDocType, country, idDocSubType } = metadata
    const bytes = new Uint8Array(await content.arrayBuffer())
    const contentType = content.type || 'application/octet-stream'
    const side = idDocSubType === undefined ? {} : { idDocSubType: String(idDocSubType) }
    const document = { idDocType: String(idDocType), country: String(country), ...side, contentType, bytes }
    const { imageId } = await provider.addDocument(request.params.id, document)
    return reply.header('x-image-id', imageId).send(metadata)
  })
}

const readDocumentForm = async (request: FastifyRequest) => {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(bytesOf(request)), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null)
  const [metadata, content] = [form?.get('metadata'), form?.get('content')]
  if (typeof metadata !== 'string' || !(content instanceof Blob)) throw badRequest('metadata and content are needed')
  if (content.size > LARGEST_FILE)
    throw Object.assign(badRequest('The file is too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
  try {
    return { metadata: JSON.parse(metadata) as Record<string, unknown>, content }
  } catch {
    throw badRequest('metadata must be JSON')
  }
}

const addReviewRoutes = (scope: FastifyInstance, provider: Provider): void => {
  scope.get<ById>('/applicants/:id/status', ({ params }) => reviewOf(provider.find(params.id)))
  scope.post<ById>('/applicants/:id/status/pending', async ({ params }) => {
    await provider.submit(params.id)
    return { ok: 1 }
  })
  scope.post<ById>('/applicants/:id/reset', async ({ params }) => {
    if (provider.find(params.id).reviewStatus === 'pending') throw conflict('The applicant is being reviewed')
    await provider.reset(params.id)
    return { ok: 1 }
  })
  scope.post<ById>('/applicants/:id/status/testCompleted', async (request) => {
    await provider.decide(request.params.id, readVerdict(jsonOf(request)))
    return { ok: 1 }
  })
}

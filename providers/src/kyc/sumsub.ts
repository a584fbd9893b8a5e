import { setTimeout as delay } from 'node:timers/promises'
import {
  type ApplicantData,
  type DocumentState,
  type KycProvider,
  KycRefused,
  KycUnavailable,
  type KycWebhook,
  type Review,
  type ReviewResult,
  type ReviewStatus,
  reviewStatuses,
  WebhookRefused,
} from './port.ts'
import { isDigestRight, requestSignature } from './sumsub-signature.ts'

const tries = 3
const tryWithinMs = 6_000
const firstPauseMs = 200
const largestAnswer = 1024 * 1024
const tokenSeconds = 600
const mostLabels = 20
const longestText = 2_000

type SumsubSettings = {
  /** Such as https://api.sumsub.com. */
  url: string
  appToken: string
  secretKey: string
  webhookSecret: string
  /** Which checks an applicant goes through, as the provider's dashboard names them; the case of its letters counts. */
  level: string
  /** Shorter waits, for tests. */
  waits?: { tryMs?: number; pauseMs?: number }
}

type Json = Record<string, unknown>

/** Speaks to Sumsub. Every request is signed anew for each try, since a signature is good for a minute only. */
export const createSumsub = (settings: SumsubSettings): KycProvider => {
  const ask = askerOf(settings)
  const applicantPath = (applicantId: string) => `/resources/applicants/${encodeURIComponent(applicantId)}`

  const findApplicant = async (externalUserId: string): Promise<string | undefined> => {
    const found = await ask('GET', `/resources/applicants/-;externalUserId=${encodeURIComponent(externalUserId)}/one`, {
      missing: true,
    })
    return found && textOf(found, 'id')
  }

  return {
    async openApplicant(externalUserId, { dateOfBirth, ...claimed }) {
      const fixedInfo = { ...claimed, dob: dateOfBirth }
      const known = await findApplicant(externalUserId)
      if (known) {
        // What the documents are compared with may have been corrected since.
        await ask('PATCH', `${applicantPath(known)}/fixedInfo`, { body: fixedInfo })
        return known
      }
      const path = `/resources/applicants?levelName=${encodeURIComponent(settings.level)}`
      const body = { externalUserId, fixedInfo }
      const made = await ask('POST', path, { body }).catch(async (error) => {
        // Made meanwhile, by another call or by a try whose answer was lost.
        const there = error instanceof KycRefused && error.status === 409 && (await findApplicant(externalUserId))
        if (there) return { id: there }
        throw error
      })
      return idOf(made)
    },

    async accessToken(userId) {
      const body = { userId, levelName: settings.level, ttlInSecs: tokenSeconds }
      const answer = await ask('POST', '/resources/accessTokens/sdk', { body })
      const token = textOf(answer, 'token')
      if (!token) throw new KycUnavailable('The verification provider gave no token')
      return { token, expiresInSeconds: tokenSeconds }
    },

    async reset(applicantId) {
      await ask('POST', `${applicantPath(applicantId)}/reset`)
    },

    readReview: async (applicantId) => reviewOf(await ask('GET', `${applicantPath(applicantId)}/status`)),
    readData: async (applicantId) => dataOf(await ask('GET', `${applicantPath(applicantId)}/one`)),
    readDocuments: async (applicantId) =>
      documentsOf(await ask('GET', `${applicantPath(applicantId)}/requiredIdDocsStatus`)),

    readWebhook: (bytes, headers) => webhookOf(settings.webhookSecret, bytes, headers),
  }
}

type AskOptions = {
  body?: object
  /** Whether what is asked for may not be there: then the answer is undefined. */
  missing?: true
}

type Answer = { status: number; json: Json }

type Ask = {
  (method: string, path: string, options: AskOptions & { missing: true }): Promise<Json | undefined>
  (method: string, path: string, options?: { body?: object }): Promise<Json>
}

const askerOf = ({ url, appToken, secretKey, waits }: SumsubSettings): Ask => {
  const askOnce = async (method: string, path: string, body: string): Promise<Answer> => {
    const seconds = Math.floor(Date.now() / 1000)
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-app-token': appToken,
        'x-app-access-ts': String(seconds),
        'x-app-access-sig': requestSignature(secretKey, { seconds, method, path, body }),
      },
      ...(body && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(waits?.tryMs ?? tryWithinMs),
    })
    return { status: response.status, json: await jsonOf(response) }
  }

  const ask = async (method: string, path: string, { body, missing }: AskOptions = {}) => {
    const sent = body ? JSON.stringify(body) : ''
    for (let attempt = 1; ; attempt++) {
      const result = await askOnce(method, path, sent).catch((error: Error) => error)
      if (!(result instanceof Error) && result.status < 500 && result.status !== 429)
        return missing && result.status === 404 ? undefined : checked(method, result)
      if (attempt >= tries) throw unavailable(method, result)
      await delay((waits?.pauseMs ?? firstPauseMs) * 2 ** (attempt - 1))
    }
  }
  return ask as Ask
}

/** Read to its end within a limit, so that its time limit covers the body too. */
const jsonOf = async (response: Response): Promise<Json> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largestAnswer) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  try {
    return objectOf(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return {}
  }
}

/** Says what can be said without naming anybody: paths carry ids, and descriptions may carry anything. */
const describe = (method: string, { status, json }: Answer) => {
  const code = typeof json.errorCode === 'number' ? ` code ${json.errorCode}` : ''
  const correlation = textOf(json, 'correlationId')
  return `The verification provider answered ${status}${code} to a ${method}${correlation ? `, correlation ${correlation.slice(0, 60)}` : ''}`
}

const checked = (method: string, answer: Answer): Json => {
  if (answer.status >= 200 && answer.status < 300) return answer.json
  throw new KycRefused(describe(method, answer), answer.status)
}

const unavailable = (method: string, result: Answer | Error) => {
  if (!(result instanceof Error)) return new KycUnavailable(describe(method, result))
  const cause = result.cause instanceof Error ? result.cause.message : result.message
  return new KycUnavailable(`The verification provider could not be reached for a ${method}: ${cause}`)
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const textOf = (json: Json, name: string): string | undefined => {
  const value = json[name]
  return typeof value === 'string' && value !== '' ? value.slice(0, longestText) : undefined
}

const idOf = (json: Json): string => {
  const id = textOf(json, 'id')
  if (!id) throw new KycUnavailable('The verification provider gave no id')
  return id
}

const answerOf = (value: unknown): 'GREEN' | 'RED' | undefined =>
  value === 'GREEN' || value === 'RED' ? value : undefined

const reviewOf = (json: Json): Review => {
  const status = reviewStatuses.find((known): known is ReviewStatus => known === json.reviewStatus)
  if (!status) throw new KycUnavailable('The verification provider named a status that is not known here')
  const result = resultOf(objectOf(json.reviewResult))
  return { status, ...(result && { result }) }
}

/** Without the provider's comment for us: what is not read can be shown to nobody. */
const resultOf = (json: Json): ReviewResult | undefined => {
  const answer = answerOf(json.reviewAnswer)
  if (!answer) return undefined
  const labels = Array.isArray(json.rejectLabels) ? json.rejectLabels : []
  const rejectType = json.reviewRejectType === 'FINAL' ? 'FINAL' : 'RETRY'
  return {
    answer,
    ...(answer === 'RED' && { rejectType }),
    labels: labels.filter((label): label is string => typeof label === 'string').slice(0, mostLabels),
    comment: textOf(json, 'moderationComment') ?? '',
  }
}

const dataOf = (json: Json): ApplicantData => {
  const info = objectOf(json.info)
  return {
    firstName: textOf(info, 'firstName') ?? null,
    lastName: textOf(info, 'lastName') ?? null,
    dateOfBirth: textOf(info, 'dob') ?? null,
    country: textOf(info, 'country') ?? null,
  }
}

/** One entry for each step of the level; a step to which nothing was handed in is null. */
const documentsOf = (json: Json): DocumentState[] =>
  Object.entries(json).flatMap(([step, given]) => {
    const state = objectOf(given)
    if (Object.keys(state).length === 0) return []
    return {
      step: step.slice(0, 100),
      type: textOf(state, 'idDocType') ?? null,
      country: textOf(state, 'country') ?? null,
      answer: answerOf(objectOf(state.reviewResult).reviewAnswer) ?? null,
    }
  })

const webhookOf = (
  secret: string,
  bytes: Buffer,
  headers: Record<string, string | string[] | undefined>,
): KycWebhook => {
  const right = isDigestRight(
    secret,
    String(headers['x-payload-digest-alg'] ?? ''),
    String(headers['x-payload-digest'] ?? ''),
    bytes,
  )
  if (right === undefined) throw new WebhookRefused('algorithm')
  if (!right) throw new WebhookRefused('digest')
  const json = parsed(bytes)
  const [applicantId, type, createdAtMs] = [
    textOf(json, 'applicantId'),
    textOf(json, 'type'),
    textOf(json, 'createdAtMs'),
  ]
  if (!applicantId || !type || !createdAtMs) throw new WebhookRefused('content')
  return { applicantId, type, createdAtMs }
}

const parsed = (bytes: Buffer): Json => {
  try {
    return objectOf(JSON.parse(bytes.toString('utf8')))
  } catch {
    return {}
  }
}

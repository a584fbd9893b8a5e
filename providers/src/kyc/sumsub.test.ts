import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { KycRefused, KycUnavailable, WebhookRefused } from './port.ts'
import { createSumsub } from './sumsub.ts'
import { isDigestRight, requestSignature } from './sumsub-signature.ts'

test('a request is signed as the provider’s published example is', () => {
  const body = '{"userId":"1000","levelName":"default","ttl":60}'
  expect(
    requestSignature('api_secret', { seconds: 1712760187, method: 'POST', path: '/resources/accessTokens', body }),
  ).toBe('260c8893fb0317e8a714ce3bce9c16821649f1e27a49bd7d926fcf23942628c0')
})

test('a message’s digest is the provider’s published one', () => {
  const bytes = Buffer.from('someText')
  const right = (algorithm: string, digest: string) => isDigestRight('SoMe_SeCrEt_KeY', algorithm, digest, bytes)
  const sha256 = '7f3beedce7529616a9d6bba59dc1b054a7247cef67f6acff2600864399f47fe0'
  expect(right('HMAC_SHA1_HEX', 'f6e92ffe371718694d46e28436f76589312df8db')).toBe(true)
  expect(right('HMAC_SHA256_HEX', sha256)).toBe(true)
  expect(right('HMAC_SHA256_HEX', sha256.replace('7', '8'))).toBe(false)
  expect(right('HMAC_SHA1_HEX', sha256)).toBe(false)
  expect(right('HMAC_SHA256_HEX', `${sha256}zz`)).toBe(false)
  expect(right('SHA256', sha256)).toBeUndefined()
})

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = (seen: Seen, response: ServerResponse) => void

let close: (() => void) | undefined
afterEach(() => close?.())

/** A provider that answers as it is told, one reply after the other, and remembers what it was asked. */
const startProvider = async (...replies: Reply[]) => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(asked)
      const reply = replies[Math.min(seen.length, replies.length) - 1]
      reply?.(asked, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const sumsub = createSumsub({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appToken: 'sbx:token',
    secretKey: 'top-secret-key',
    webhookSecret: 'webhook-key',
    level: 'Basic & more',
    waits: { tryMs: 300, pauseMs: 1 },
  })
  return { sumsub, seen }
}

const json =
  (status: number, body: object): Reply =>
  (_seen, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const claimed = { firstName: 'Ada', middleName: '', lastName: 'King', dateOfBirth: '1985-12-10', country: 'GBR' }

describe('a request', () => {
  test('carries token, time and a signature over what is sent', async () => {
    const { sumsub, seen } = await startProvider(json(200, { token: 'sdk', userId: 'our-id' }))
    expect(await sumsub.accessToken('our-id')).toEqual({ token: 'sdk', expiresInSeconds: 600 })
    const [asked] = seen
    expect(asked).toMatchObject({ method: 'POST', url: '/resources/accessTokens/sdk' })
    expect(JSON.parse(asked?.body ?? '')).toEqual({ userId: 'our-id', levelName: 'Basic & more', ttlInSecs: 600 })
    const ts = String(asked?.headers['x-app-access-ts'])
    expect(Math.abs(Date.now() / 1000 - Number(ts))).toBeLessThan(60)
    expect(asked?.headers['x-app-token']).toBe('sbx:token')
    expect(asked?.headers['x-app-access-sig']).toBe(
      createHmac('sha256', 'top-secret-key').update(`${ts}POST${asked?.url}${asked?.body}`).digest('hex'),
    )
  })

  test('makes an applicant once, and corrects who he claims to be the next time', async () => {
    const { sumsub, seen } = await startProvider(
      json(404, { code: 404 }),
      json(201, { id: 'abc' }),
      json(200, { id: 'abc' }),
      json(200, {}),
    )
    expect(await sumsub.openApplicant('our/id', claimed)).toBe('abc')
    expect(await sumsub.openApplicant('our/id', claimed)).toBe('abc')
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /resources/applicants/-;externalUserId=our%2Fid/one',
      'POST /resources/applicants?levelName=Basic%20%26%20more',
      'GET /resources/applicants/-;externalUserId=our%2Fid/one',
      'PATCH /resources/applicants/abc/fixedInfo',
    ])
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({
      externalUserId: 'our/id',
      fixedInfo: { firstName: 'Ada', middleName: '', lastName: 'King', country: 'GBR', dob: '1985-12-10' },
    })
  })

  test('has everything handed in again', async () => {
    const { sumsub, seen } = await startProvider(json(200, { ok: 1 }), json(409, {}))
    await sumsub.reset('abc')
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /resources/applicants/abc/reset'])
    await expect(sumsub.reset('abc')).rejects.toThrow(KycRefused)
  })

  test('that finds the applicant made meanwhile takes that one', async () => {
    const { sumsub } = await startProvider(json(404, {}), json(409, {}), json(200, { id: 'abc' }))
    expect(await sumsub.openApplicant('id', claimed)).toBe('abc')
  })

  test('is tried again when the provider fails, is too busy or hangs up, but not for ever', async () => {
    const hangUp: Reply = (_seen, response) => response.destroy()
    const again = await startProvider(json(503, {}), hangUp, json(200, { reviewStatus: 'init' }))
    expect(await again.sumsub.readReview('abc')).toEqual({ status: 'init' })
    expect(again.seen).toHaveLength(3)
    close?.()
    const never = await startProvider(json(429, {}))
    await expect(never.sumsub.readReview('abc')).rejects.toThrow(KycUnavailable)
    expect(never.seen).toHaveLength(3)
  })

  test('that is not answered in time is given up', async () => {
    const { sumsub, seen } = await startProvider(() => undefined)
    await expect(sumsub.readReview('abc')).rejects.toThrow('The verification provider could not be reached for a GET')
    expect(seen).toHaveLength(3)
  })

  test('that is refused is not tried again, and the error names neither the person nor a secret', async () => {
    const { sumsub, seen } = await startProvider(
      json(400, { description: 'Ada King is no good', errorCode: 1002, correlationId: 'req-7' }),
    )
    const error = await sumsub.readReview('the-applicant').catch((failure) => failure)
    expect(error).toBeInstanceOf(KycRefused)
    expect(error.message).toBe('The verification provider answered 400 code 1002 to a GET, correlation req-7')
    expect(error.status).toBe(400)
    expect(seen).toHaveLength(1)
  })

  test('is not sent on to where an answer points', async () => {
    const { sumsub, seen } = await startProvider((_seen, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    await expect(sumsub.readReview('abc')).rejects.toThrow('answered 302')
    expect(seen).toHaveLength(1)
  })
})

describe('what the provider says', () => {
  test('of a review comes without the comment that is not for the customer', async () => {
    const { sumsub } = await startProvider(
      json(200, {
        reviewStatus: 'completed',
        reviewResult: {
          reviewAnswer: 'RED',
          reviewRejectType: 'FINAL',
          rejectLabels: ['FORGERY', 7],
          moderationComment: 'Please contact us.',
          clientComment: 'a forger',
        },
      }),
    )
    const review = await sumsub.readReview('abc')
    expect(review).toEqual({
      status: 'completed',
      result: { answer: 'RED', rejectType: 'FINAL', labels: ['FORGERY'], comment: 'Please contact us.' },
    })
  })

  test.each([{}, { reviewStatus: 'finished' }, [], 'x'])('and is not understood, %j, is no review', async (body) => {
    const { sumsub } = await startProvider(json(200, body as object))
    await expect(sumsub.readReview('abc')).rejects.toThrow('named a status that is not known here')
  })

  test('of documents leaves out steps to which nothing was handed in', async () => {
    const { sumsub } = await startProvider(
      json(200, {
        IDENTITY: { idDocType: 'PASSPORT', country: 'GBR', reviewResult: { reviewAnswer: 'GREEN' }, imageIds: [1] },
        SELFIE: { idDocType: 'SELFIE', country: null },
        PROOF_OF_RESIDENCE: null,
      }),
    )
    expect(await sumsub.readDocuments('abc')).toEqual([
      { step: 'IDENTITY', type: 'PASSPORT', country: 'GBR', answer: 'GREEN' },
      { step: 'SELFIE', type: 'SELFIE', country: null, answer: null },
    ])
  })

  test('of a person is what was read from the documents', async () => {
    const { sumsub } = await startProvider(
      json(200, { id: 'abc', info: { firstName: 'ADA', dob: '1985-12-10' }, fixedInfo: { lastName: 'King' } }),
    )
    expect(await sumsub.readData('abc')).toEqual({
      firstName: 'ADA',
      lastName: null,
      dateOfBirth: '1985-12-10',
      country: null,
    })
  })

  test('is not read without end', async () => {
    const { sumsub } = await startProvider((_seen, response) => {
      response.writeHead(200)
      response.end('x'.repeat(1024 * 1024 + 1))
    })
    await expect(sumsub.readReview('abc')).rejects.toThrow('the answer is too large')
  })
})

test('a message is read only when its digest is right', async () => {
  const { sumsub } = await startProvider()
  const bytes = Buffer.from(
    '{"applicantId":"abc","type":"applicantReviewed","createdAtMs":"2026-11-15 10:00:00.123","clientId":"x"}',
  )
  const digest = createHmac('sha512', 'webhook-key').update(bytes).digest('hex')
  const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA512_HEX' }
  expect(sumsub.readWebhook(bytes, headers)).toEqual({
    applicantId: 'abc',
    type: 'applicantReviewed',
    createdAtMs: '2026-11-15 10:00:00.123',
  })
  const reasonOf = (given: Buffer, more: object) => {
    try {
      sumsub.readWebhook(given, { ...headers, ...more })
    } catch (error) {
      return error instanceof WebhookRefused && error.reason
    }
  }
  expect(reasonOf(Buffer.from(bytes.toString().replace('abc', 'abd')), {})).toBe('digest')
  expect(reasonOf(bytes, { 'x-payload-digest-alg': 'none' })).toBe('algorithm')
  expect(reasonOf(bytes, { 'x-payload-digest': undefined })).toBe('digest')
})

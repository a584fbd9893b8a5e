import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The other end of the S3 protocol, written from AWS's description of Signature Version 4 and not from our adapter.

type S3Account = { accessKeyId: string; secretAccessKey: string; region: string }

type S3Request = { method: string; url: string; headers: IncomingHttpHeaders; body: Uint8Array }

const clockWindowMs = 15 * 60 * 1000

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Uint8Array | string, data: string) => createHmac('sha256', key).update(data).digest()

/** RFC 3986, as AWS wants it: everything but letters, digits and -._~ */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** What is wrong with a request's signature, in S3's own error codes; undefined if nothing is. */
export const signatureProblem = (request: S3Request, account: S3Account, now: Date): string | undefined => {
  const { headers } = request
  const header = (name: string) => String(headers[name] ?? '')
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    ) ?? []
  if (!signature) return 'AccessDenied'
  const [accessKeyId, day = '', region = '', service = '', ending] = credential.split('/')
  if (accessKeyId !== account.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== account.region || service !== 's3' || ending !== 'aws4_request') return 'AuthorizationHeaderMalformed'

  const stamp = header('x-amz-date')
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp)?.map(Number) ?? []
  if (!year || !stamp.startsWith(day)) return 'AccessDenied'
  const signedAt = Date.UTC(year, (month ?? 0) - 1, date, hour, minute, second)
  if (Math.abs(now.getTime() - signedAt) > clockWindowMs) return 'RequestTimeTooSkewed'

  const signed = signedHeaders.split(';')
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'),
  )
  if (mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied'
  if (signed.join() !== [...signed].sort().join()) return 'AccessDenied'

  const [path = '', query = ''] = request.url.split('?')
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonical = [
    request.method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    canonicalQuery,
    ...signed.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    header('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, `AWS4${account.secretAccessKey}` as Uint8Array | string)
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  if (header('x-amz-content-sha256') !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
}

type Misbehaviour = 'hang' | 'hang up' | 'stall' | 500 | 503 | 429 | 301

/** A bucket in memory that believes signatures only. */
export const startS3Server = async (account: S3Account, bucket: string) => {
  const objects = new Map<string, { body: Uint8Array; type: string }>()
  const misbehaviours: Misbehaviour[] = []
  const clock = { now: () => new Date() }
  let asked = 0

  const refuse = (response: ServerResponse, status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`)
  }

  const misbehave = (response: ServerResponse, how: Misbehaviour) => {
    if (how === 'hang') return
    if (how === 'hang up') response.socket?.destroy()
    else if (how === 'stall') response.writeHead(200, { 'content-length': 100 }).write('begun')
    else if (how === 301) response.writeHead(301, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    else refuse(response, how, how === 503 ? 'SlowDown' : 'InternalError')
  }

  const answer = (request: S3Request, response: ServerResponse) => {
    const problem = signatureProblem(request, account, clock.now())
    if (problem) return refuse(response, problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem)
    const [, named, ...rest] = request.url.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, { body: request.body, type: String(request.headers['content-type']) })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': object.type }).end(object.body)
  }

  const server = createServer(async (request, response) => {
    asked += 1
    const body = Buffer.concat(await Array.fromAsync(request))
    const wrong = misbehaviours.shift()
    if (wrong) return misbehave(response, wrong)
    answer({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    objects,
    clock,
    /** What to do wrong with the next requests, one each. */
    misbehaviours,
    asked: () => asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

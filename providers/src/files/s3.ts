import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { assertFile, assertKey, type Files } from './files.ts'

const tries = 3
const tryWithinMs = 15_000
const firstPauseMs = 200
const longestExplanation = 2000

export type S3Settings = {
  /** An origin such as https://s3.eu-central-1.amazonaws.com; the bucket stands in the path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** An answer, read to its end, so that its time limit covers the body too. */
type Answer = { status: number; type: string; body: Uint8Array }

/**
 * Keeps files in a bucket of an S3-compatible store. The key needs s3:ListBucket besides get, put and delete; without it
 * the store answers 403 instead of 404 for what is not there.
 */
export const createS3Files = (settings: S3Settings & { waits?: { tryMs?: number; pauseMs?: number } }): Files => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, waits } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  const ask = async (method: string, key: string, body?: Uint8Array<ArrayBuffer>, type?: string): Promise<Answer> => {
    const request = await client.sign(`${endpoint}/${bucket}/${key}`, {
      method,
      ...(body ? { body } : {}),
      headers: {
        // The library would leave the body out of the signature.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(type ? { 'content-type': type } : {}),
      },
      aws: { allHeaders: true },
      // A redirect means a wrong region or address, which should be seen and not followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(waits?.tryMs ?? tryWithinMs),
    })
    const response = await fetch(request)
    const received = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type') ?? '', body: received }
  }

  /** Every call may be made twice: each names the whole object. */
  const askPatiently = async (method: string, key: string, body?: Uint8Array, type?: string): Promise<Answer> => {
    assertKey(key)
    const what = `${method} ${bucket}/${key}`
    // A copy: the bytes that were signed are the bytes that are sent, whatever the caller does meanwhile.
    const copy = body && new Uint8Array(body)
    for (let attempt = 1; ; attempt++) {
      const result = await ask(method, key, copy, type).catch((error: Error) => error)
      const answered = !(result instanceof Error)
      if (answered && result.status < 500 && result.status !== 429) return checked(what, endpoint, result)
      if (attempt >= tries) {
        if (answered) return checked(what, endpoint, result)
        const reason = result.cause instanceof Error ? result.cause.message : result.message
        throw new Error(`The file store ${endpoint} could not be reached for ${what}: ${reason}`, { cause: result })
      }
      await delay((waits?.pauseMs ?? firstPauseMs) * 2 ** (attempt - 1))
    }
  }

  return {
    async put(key, bytes, type) {
      assertFile(bytes, type)
      await askPatiently('PUT', key, bytes, type)
    },
    async get(key) {
      const { status, type, body } = await askPatiently('GET', key)
      return status === 404 ? undefined : { bytes: body, type }
    },
    async remove(key) {
      await askPatiently('DELETE', key)
    },
  }
}

/** The answer if it is a good one, or says that the object is not there; a missing bucket is a mistake. */
const checked = (what: string, endpoint: string, answer: Answer): Answer => {
  if (answer.status >= 200 && answer.status < 300) return answer
  const explanation = new TextDecoder().decode(answer.body.subarray(0, longestExplanation))
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(explanation)?.[1]
  if (answer.status === 404 && code !== 'NoSuchBucket' && !what.startsWith('PUT ')) return answer
  throw new Error(`The file store ${endpoint} answered ${answer.status}${code ? ` ${code}` : ''} to ${what}`)
}

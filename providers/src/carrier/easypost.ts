import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Json, namedIn, objectOf, parcelOf, parsed } from './easypost-shapes.ts'
import { type Carrier, CarrierMessageRefused, CarrierRefused, CarrierUnavailable } from './port.ts'

const tries = 3
const tryWithinMs = 6_000
const firstPauseMs = 200
const largestAnswer = 1024 * 1024

type EasyPostSettings = {
  /** Such as https://api.easypost.com. */
  url: string
  key: string
  webhookSecret: string
  /** Who carries our parcels, as EasyPost names them; it guesses by the number where that is not said. */
  carrier?: string
  /** Shorter waits, for tests. */
  waits?: { tryMs?: number; pauseMs?: number }
}

/** Whether a key is one of test mode, in which no parcel is real. */
export const isTestKey = (key: string): boolean => key.startsWith('EZTK')

/** Speaks to EasyPost, which follows the parcels of many carriers. It is told a number, and never whose it is. */
export const createEasyPost = (settings: EasyPostSettings): Carrier => {
  const ask = askerOf(settings)
  const { carrier } = settings

  return {
    async follow(tracking) {
      // An answer that was lost, or a job that is done again, must not have it followed twice.
      const query = new URLSearchParams({ tracking_code: tracking, page_size: '1', ...(carrier && { carrier }) })
      const { trackers } = await ask('GET', `/v2/trackers?${query}`)
      const known = Array.isArray(trackers) ? objectOf(trackers[0]) : {}
      if (namedIn(known)?.tracking === tracking) return parcelOf(known)
      const made = parcelOf(
        await ask('POST', '/v2/trackers', { tracker: { tracking_code: tracking, ...(carrier && { carrier }) } }),
      )
      if (made.tracking !== tracking) throw new CarrierUnavailable('The carrier answered about another parcel')
      return made
    },

    async read(tracker) {
      const parcel = parcelOf(await ask('GET', `/v2/trackers/${encodeURIComponent(tracker)}`))
      if (parcel.tracker !== tracker) throw new CarrierUnavailable('The carrier answered about another parcel')
      return parcel
    },

    readMessage: (bytes, headers) => messageOf(settings, bytes, headers['x-hmac-signature']),
  }
}

type Answer = { status: number; json: Json }

const askerOf = ({ url, key, waits }: EasyPostSettings) => {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const askOnce = async (method: string, path: string, body: object | undefined): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(waits?.tryMs ?? tryWithinMs),
    })
    return { status: response.status, json: parsed(await textOf(response)) }
  }
  return async (method: string, path: string, body?: object): Promise<Json> => {
    for (let attempt = 1; ; attempt++) {
      const result = await askOnce(method, path, body).catch((error: Error) => error)
      if (!(result instanceof Error) && result.status < 500 && result.status !== 429) return checked(method, result)
      if (attempt >= tries) throw unavailable(method, result)
      await delay((waits?.pauseMs ?? firstPauseMs) * 2 ** (attempt - 1))
    }
  }
}

/** Read to its end within a limit, so that its time limit covers the body too. */
const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largestAnswer) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Says what can be said without naming anybody: the carrier's own words may carry anything. */
const describe = (method: string, { status, json }: Answer): string => {
  const { code } = objectOf(json.error)
  const word = typeof code === 'string' && /^[\w.]{1,60}$/.test(code) ? ` (${code})` : ''
  return `The carrier answered ${status}${word} to a ${method}`
}

const checked = (method: string, answer: Answer): Json => {
  if (answer.status >= 200 && answer.status < 300) return answer.json
  throw new CarrierRefused(describe(method, answer), answer.status)
}

const unavailable = (method: string, result: Answer | Error): CarrierUnavailable => {
  if (!(result instanceof Error)) return new CarrierUnavailable(describe(method, result))
  const cause = result.cause instanceof Error ? result.cause.message : result.message
  return new CarrierUnavailable(`The carrier could not be reached for a ${method}: ${cause}`)
}

const isSigned = (secret: string, bytes: Buffer, signature: string): boolean => {
  const digest = createHmac('sha256', secret.normalize('NFKD')).update(bytes).digest('hex')
  const [expected, given] = [Buffer.from(`hmac-sha256-hex=${digest}`), Buffer.from(signature)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const messageOf = (
  { key, webhookSecret }: EasyPostSettings,
  bytes: Buffer,
  signature: string | string[] | undefined,
): { tracker: string; tracking: string } | null => {
  if (!isSigned(webhookSecret, bytes, String(signature ?? ''))) throw new CarrierMessageRefused('signature')
  const { description, mode, result } = parsed(bytes.toString('utf8'))
  if (typeof description !== 'string') throw new CarrierMessageRefused('content')
  if (mode !== (isTestKey(key) ? 'test' : 'production')) throw new CarrierMessageRefused('mode')
  if (!description.startsWith('tracker.')) return null
  const named = namedIn(objectOf(result))
  if (!named) throw new CarrierMessageRefused('content')
  return named
}

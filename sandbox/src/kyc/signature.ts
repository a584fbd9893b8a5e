import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const CLOCK_TOLERANCE_SECONDS = 60

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

type SignedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Uint8Array }

/** Why a request is not to be believed; null when it is. */
export const refusalOf = (
  { method, url, headers, body }: SignedRequest,
  { appToken, secretKey }: { appToken: string; secretKey: string },
  now: number,
): string | null => {
  const token = String(headers['x-app-token'] ?? '')
  const ts = String(headers['x-app-access-ts'] ?? '')
  const signature = String(headers['x-app-access-sig'] ?? '')
  if (!isSame(token, appToken)) return 'The app token is not known'
  if (!/^\d{1,12}$/.test(ts)) return 'X-App-Access-Ts must be Unix seconds'
  if (Math.abs(now / 1000 - Number(ts)) > CLOCK_TOLERANCE_SECONDS) return 'The request is too old or from the future'
  const expected = createHmac('sha256', secretKey).update(`${ts}${method}${url}`).update(body).digest('hex')
  return isSame(signature, expected) ? null : 'The request signature does not match'
}

export const digestOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** A token that opens the page for one applicant; whatever it says is signed, so that nothing has to be remembered. */
export const makeSdkToken = (secretKey: string, externalUserId: string, levelName: string, until: number): string => {
  const claims = Buffer.from(JSON.stringify({ externalUserId, levelName, until })).toString('base64url')
  return `_act-sbx-${claims}.${createHmac('sha256', secretKey).update(`sdk ${claims}`).digest('base64url')}`
}

export type SdkClaims = { externalUserId: string; levelName: string }

export const readSdkToken = (secretKey: string, token: string, now: number): SdkClaims | null => {
  const [, claims = '', signature = ''] = /^_act-sbx-([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  const expected = createHmac('sha256', secretKey).update(`sdk ${claims}`).digest('base64url')
  if (claims === '' || !isSame(signature, expected)) return null
  const { until, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  return until > now ? rest : null
}

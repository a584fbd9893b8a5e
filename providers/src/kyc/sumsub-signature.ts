import { createHmac, timingSafeEqual } from 'node:crypto'

/** Of a request: seconds, method, path with query and body, one after the other, as they are sent. */
export const requestSignature = (
  secret: string,
  { seconds, method, path, body }: { seconds: number; method: string; path: string; body: string },
): string => createHmac('sha256', secret).update(`${seconds}${method}${path}`).update(body).digest('hex')

const hashes: Record<string, string> = {
  HMAC_SHA1_HEX: 'sha1',
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
}

/** Whether a message's digest is right; undefined for an algorithm that the provider does not have. */
export const isDigestRight = (
  secret: string,
  algorithm: string,
  digest: string,
  bytes: Uint8Array,
): boolean | undefined => {
  const hash = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : undefined
  if (!hash) return undefined
  const expected = createHmac(hash, secret).update(bytes).digest()
  const given = Buffer.from(/^[0-9a-f]*$/i.test(digest) ? digest : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

import { timingSafeEqual } from 'node:crypto'
import type { OneOrMore } from '../../secrets.ts'
import type { Keys } from '../identity/keys.ts'

/** Who is invited, as it is sealed. */
export type Guest = { email: string; name: string }

const digestUse = 'invited address'
const linkUse = 'no more mail'
const digestLength = 32
const proofLength = 16

const digestOf = (keys: Keys, email: string): Buffer => keys.digest(digestUse, email)

/** With every key there is, newest first: what was kept with an older one still counts. */
export const digestsOf = (keys: Keys, email: string): OneOrMore<Buffer> => keys.digests(digestUse, email)

const proofOf = (digest: Buffer): string => digest.toString('hex')

/** What the link in an invitation carries: the digest of the address, and a proof that it comes from us. No address can be read from it. */
export const stopToken = (keys: Keys, email: string): string => {
  const digest = digestOf(keys, email)
  return Buffer.concat([digest, keys.digest(linkUse, proofOf(digest)).subarray(0, proofLength)]).toString('base64url')
}

/** Whose mail such a link stops, and whether the newest key made it; undefined for one that is not ours. */
export const readStopToken = (keys: Keys, token: string): { digest: Buffer; isNewest: boolean } | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== digestLength + proofLength) return
  const [digest, proof] = [bytes.subarray(0, digestLength), bytes.subarray(digestLength)]
  const made = keys
    .digests(linkUse, proofOf(digest))
    .findIndex((each) => timingSafeEqual(each.subarray(0, proofLength), proof))
  return made < 0 ? undefined : { digest, isNewest: made === 0 }
}

/** Enough for whoever typed it, and little for everybody else. */
export const maskedAddress = (email: string): string => {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}••••${email.slice(at)}`
}

/** For so long an address gets no other one, from whomever, and for so long it is known who invited whom. */
export const yearDays = 365
const dayMs = 24 * 3600_000

/** What was before this is forgotten. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - yearDays * dayMs)

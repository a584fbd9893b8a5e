import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../identity/keys.ts'

// Secrets of tickets follow from the ticket and the house's key: none is kept, and each is for one way alone.

/** `mail`: into the ticket, by mail. `page`: reading and writing it, by the link in a mail. `files`: adding files, just after asking. */
type Way = 'mail' | 'page' | 'files'

const secretLength = 16
const idLength = 16
const useOf = (way: Way) => `ticket ${way}`

type Digests = Pick<Keys, 'digest' | 'digests'>

/** Every key there is is tried, in a time that tells nothing of how near a guess came. */
const isSecret = (keys: Digests, way: Way, ticket: string, given: Buffer): boolean => {
  let found = false
  for (const digest of keys.digests(useOf(way), ticket)) {
    const right = digest.subarray(0, secretLength)
    if (given.length === right.length && timingSafeEqual(given, right)) found = true
  }
  return found
}

/** Where replies to a ticket go: in lower case, since mail servers may change it. */
export const replyAddress = (
  keys: Digests,
  support: string,
  { id, reference }: { id: string; reference: string },
): string => {
  const at = support.lastIndexOf('@')
  const secret = keys.digest(useOf('mail'), id).subarray(0, secretLength).toString('hex')
  return `${support.slice(0, at)}+${reference.toLowerCase()}-${secret}${support.slice(at)}`
}

/** What a reply address says: the ticket that it names, and the secret that has to be its own. */
export const readReplyAddress = (
  support: string,
  address: string,
): { reference: string; secret: string } | undefined => {
  const at = support.lastIndexOf('@')
  const [local, domain] = [support.slice(0, at).toLowerCase(), support.slice(at).toLowerCase()]
  const given = address.toLowerCase()
  if (!given.startsWith(`${local}+`) || !given.endsWith(domain)) return
  const [, reference, secret] =
    /^(t-\d{4}-\d{6,18})-([0-9a-f]{32})$/.exec(given.slice(local.length + 1, given.length - domain.length)) ?? []
  return reference === undefined || secret === undefined ? undefined : { reference, secret }
}

export const isReplySecret = (keys: Digests, ticket: string, secret: string): boolean =>
  isSecret(keys, 'mail', ticket, Buffer.from(secret, 'hex'))

/** The ticket and the secret in one word. */
export const tokenOf = (keys: Digests, way: 'page' | 'files', ticket: string): string =>
  Buffer.concat([
    Buffer.from(ticket.replaceAll('-', ''), 'hex'),
    keys.digest(useOf(way), ticket).subarray(0, secretLength),
  ]).toString('base64url')

/** Which ticket a token is for, and by which of the ways; undefined for one that nobody was given. */
export const readToken = <W extends 'page' | 'files'>(
  keys: Digests,
  ways: readonly W[],
  token: string,
): { ticket: string; way: W } | undefined => {
  if (!/^[\w-]{43}$/.test(token)) return
  const bytes = Buffer.from(token, 'base64url')
  const hex = bytes.subarray(0, idLength).toString('hex')
  const ticket = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const way = ways.find((each) => isSecret(keys, each, ticket, bytes.subarray(idLength)))
  return way && { ticket, way }
}

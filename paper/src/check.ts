// Tells whether a file is one of ours, unchanged. It is loaded by a page and put whole into a file that works without a
// connection: so it imports nothing, needs only what browsers have, and never says more than it has checked.

export type Checked = {
  outcome: 'genuine' | 'changed' | 'unsigned' | 'unknown-signer' | 'not-a-document'
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: string
  /** What the file says of itself is told only of a genuine one. */
  number: string | null
  /** The data that is attached to it. */
  attached: unknown
}

/** What each outcome means, for whoever dropped the file. */
export const outcomeWords: Record<Checked['outcome'], { title: string; meaning: string }> = {
  genuine: {
    title: 'Genuine',
    meaning: 'The file is signed by us and nothing in it has changed since.',
  },
  changed: {
    title: 'Changed',
    meaning: 'The file carries our signature, but is no longer what we signed. Do not rely on it.',
  },
  unsigned: { title: 'Not signed', meaning: 'The file carries no signature. Every document of ours does.' },
  'unknown-signer': {
    title: 'Not ours',
    meaning: 'The file is signed by somebody else. It is not a document of ours.',
  },
  'not-a-document': { title: 'Not a document', meaning: 'The file is not a PDF, or is too large to be one of ours.' },
}

type Bytes = Uint8Array<ArrayBuffer>

export const largestFile = 64 * 1024 * 1024
const largestAttachment = 256 * 1024 * 1024
/** As many bytes as we leave for a signature, no more and no less. */
const holeBytes = 4096

/**
 * The certificates are those that we ever signed with. Whether one has run out meanwhile does not matter: a paper is to be
 * checked for longer than its certificate lasts, and nothing in a file proves when it was signed.
 */
export const checkDocument = async (given: Uint8Array, certificates: readonly { pem: string }[]): Promise<Checked> => {
  const bytes = new Uint8Array(given)
  const nothing = { hash: hexOf(await sha256(bytes)), number: null, attached: null }
  const isPdf = hexOf(bytes.subarray(0, 5)) === '255044462d'
  if (!isPdf || bytes.length > largestFile) return { ...nothing, outcome: 'not-a-document' }
  const text = new TextDecoder('latin1').decode(bytes)
  const certificate = certificates.map(({ pem }) => bytesOfPem(pem)).find((each) => text.includes(hexOf(each)))
  if (!certificate)
    return { ...nothing, outcome: /\/ByteRange\s*\[\s*0\s+\d/.test(text) ? 'unknown-signer' : 'unsigned' }
  const isGenuine = await isSigned(bytes, text, certificate).catch(() => false)
  if (!isGenuine) return { ...nothing, outcome: 'changed' }
  const attached = await readAttached(bytes, text).catch(() => null)
  return { ...nothing, outcome: 'genuine', number: numberIn(attached), attached }
}

/** Whether the whole file, but for the one hole that holds the signature, is as the certificate's key has signed it. */
const isSigned = async (bytes: Bytes, text: string, certificate: Bytes): Promise<boolean> => {
  const signature = signatureIn(bytes, text)
  if (!signature) return false
  const { ecdsa, inHole, covered } = signature
  return isSignatureOf(covered, ecdsa, certificate, (expected) => inHole === expected.padEnd(holeBytes * 2, '0'))
}

/** Whether the signature that lies beside some bytes is theirs, made with the key of one of the certificates. */
export const checkBeside = async (
  given: Uint8Array,
  signature: Uint8Array,
  certificates: readonly { pem: string }[],
): Promise<'genuine' | 'changed' | 'unknown-signer'> => {
  const [bytes, beside] = [new Uint8Array(given), new Uint8Array(signature)]
  const all = hexOf(beside)
  const certificate = certificates.map(({ pem }) => bytesOfPem(pem)).find((each) => all.includes(hexOf(each)))
  if (!certificate) return 'unknown-signer'
  const isTheirs = async () => {
    const ecdsa = ecdsaIn(beside)
    return ecdsa !== undefined && isSignatureOf(bytes, ecdsa, certificate, (expected) => all === expected)
  }
  return (await isTheirs().catch(() => false)) ? 'genuine' : 'changed'
}

const isSignatureOf = async (
  covered: Bytes,
  ecdsa: Bytes,
  certificate: Bytes,
  isAsExpected: (expected: string) => boolean,
): Promise<boolean> => {
  const { publicKey, issuerAndSerial } = readCertificate(certificate)
  const attributes = setOf(
    sequence(oids.contentType, setOf(oids.data)),
    sequence(oids.messageDigest, setOf(der(0x04, await sha256(covered)))),
    sequence(oids.signingCertificate, setOf(sequence(sequence(sequence(der(0x04, await sha256(certificate))))))),
  )
  // Whatever stands there must be, to the last byte, what we would have written: so there is nothing that it could hide.
  const expected = sequence(
    oids.signedData,
    der(
      0xa0,
      sequence(
        one,
        setOf(sequence(oids.sha256)),
        sequence(oids.data),
        der(0xa0, certificate),
        setOf(
          sequence(
            one,
            issuerAndSerial,
            sequence(oids.sha256),
            join([bytesOf('a0'), attributes.subarray(1)]),
            sequence(oids.ecdsaWithSha256),
            der(0x04, ecdsa),
          ),
        ),
      ),
    ),
  )
  if (!isAsExpected(hexOf(expected))) return false
  const name = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', publicKey, name, false, ['verify'])
  return crypto.subtle.verify(name, key, rawSignature(ecdsa), attributes)
}

/** The signature in the hole, what else is there, and all the bytes around it; undefined where anything else is covered. */
const signatureIn = (bytes: Bytes, text: string) => {
  const place = text.indexOf('/ByteRange')
  // A second one would be a second signature, or a way to point at another hole.
  if (place !== text.lastIndexOf('/ByteRange')) return
  const range = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10}) *\]/.exec(text.slice(place, place + 100))
  if (!range) return
  const [hole = 0, after = 0, rest = 0] = range.slice(1).map(Number)
  if (after !== hole + 2 * holeBytes + 2 || after + rest !== bytes.length) return
  const inHole = text.slice(hole + 1, after - 1)
  if (text.slice(hole - 10, hole + 1) !== '/Contents <' || text[after - 1] !== '>') return
  if (!/^[0-9a-f]+$/.test(inHole)) return
  const ecdsa = ecdsaIn(bytesOf(inHole))
  return ecdsa && { ecdsa, inHole, covered: join([bytes.subarray(0, hole), bytes.subarray(after)]) }
}

const ecdsaIn = (signature: Bytes): Bytes | undefined => {
  let part = readPart(signature, 0)
  // Content, data, signers, signer: the signature is the last of the last in each.
  for (let depth = 0; depth < 5; depth++) {
    const last = partsOf(part.content).at(-1)
    if (!last) return
    part = last
  }
  return part.content
}

// DER: a tag, a length, what is in it.

type Part = { whole: Bytes; content: Bytes }

const readPart = (bytes: Bytes, at: number): Part => {
  const first = bytes[at + 1] ?? 0
  const more = first & 0x80 ? first & 0x7f : 0
  // Longer ones than 64 kB do not stand in any certificate or signature of ours.
  if (more > 2) throw new Error('too long')
  const from = at + 2 + more
  const length = more ? bytes.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0) : first
  if (from + length > bytes.length) throw new Error('too short')
  return { whole: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) }
}

const partsOf = (content: Bytes): Part[] => {
  const parts: Part[] = []
  for (let at = 0; at < content.length; at += parts.at(-1)?.whole.length ?? 0) parts.push(readPart(content, at))
  return parts
}

const der = (tag: number, ...parts: readonly Bytes[]): Bytes => {
  const content = join(parts)
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return join([Uint8Array.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const sequence = (...parts: readonly Bytes[]) => der(0x30, ...parts)

const setOf = (...parts: readonly Bytes[]) =>
  der(0x31, ...parts.toSorted((some, others) => (hexOf(some) < hexOf(others) ? -1 : 1)))

const readCertificate = (certificate: Bytes) => {
  const [body] = partsOf(readPart(certificate, 0).content)
  const [, serial, , issuer, , , publicKey] = partsOf(body?.content ?? new Uint8Array())
  if (!serial || !issuer || !publicKey) throw new Error('not a certificate of version 3')
  return { publicKey: publicKey.whole, issuerAndSerial: sequence(issuer.whole, serial.whole) }
}

const halfLength = 32
const halfOfOrder = '7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8'

/** Of two numbers one after the other, as WebCrypto wants them. The one of two signatures that we never make is refused. */
const rawSignature = (signature: Bytes): Bytes => {
  const whole = readPart(signature, 0)
  const halves = partsOf(whole.content).map(({ content }) => hexOf(content).replace(/^00/, ''))
  const [r = '', s = ''] = halves.map((half) => half.padStart(halfLength * 2, '0'))
  const again = sequence(...[r, s].map((half) => der(0x02, positive(half))))
  if (halves.length !== 2 || s > halfOfOrder || hexOf(again) !== hexOf(signature))
    throw new Error('another way of writing')
  return bytesOf(r + s)
}

/** Without zeros ahead, save one where the first bit is set. */
const positive = (hex: string): Bytes => {
  const digits = bytesOf(hex.replace(/^(00)+(?=..)/, ''))
  return (digits[0] ?? 0) & 0x80 ? join([new Uint8Array(1), digits]) : digits
}

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const bytesOf = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const bytesOfPem = (pem: string): Bytes =>
  Uint8Array.from(atob(pem.replace(/-----[A-Z ]+-----|\s/g, '')), (character) => character.charCodeAt(0))

const join = (parts: readonly Bytes[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const one = bytesOf('020101')

const oids = {
  data: bytesOf('06092a864886f70d010701'),
  signedData: bytesOf('06092a864886f70d010702'),
  contentType: bytesOf('06092a864886f70d010903'),
  messageDigest: bytesOf('06092a864886f70d010904'),
  signingCertificate: bytesOf('060b2a864886f70d010910022f'),
  sha256: bytesOf('0609608648016503040201'),
  ecdsaWithSha256: bytesOf('06082a8648ce3d040302'),
}

/** Asked of a genuine file only: so it is we who wrote it, and it is written as we write. */
const readAttached = async (bytes: Bytes, text: string): Promise<unknown> => {
  const type = text.search(/\/Type \/EmbeddedFile\b/)
  const begin = /stream\r?\n/g
  begin.lastIndex = type
  const stream = begin.exec(text)
  if (type < 0 || !stream) return null
  const length = /\/Length (\d{1,9})\b/.exec(text.slice(text.lastIndexOf(' obj', type), stream.index))?.[1]
  const packed = bytes.subarray(begin.lastIndex, begin.lastIndex + Number(length))
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await unpack(packed)))
}

const unpack = async (packed: Bytes): Promise<Bytes> => {
  const parts: Bytes[] = []
  let length = 0
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return join(parts)
    length += value.length
    if (length > largestAttachment) throw new Error('too large')
    parts.push(value)
  }
}

const numberIn = (attached: unknown): string | null => {
  const number = (attached as { number?: unknown } | null)?.number
  return typeof number === 'string' && /^[A-Z]{2,3}-\d{4}-\d{6,9}$/.test(number) ? number : null
}

const mostFacts = 12
const longestFact = 200

type Told = { label: string; value: string }

const isTold = (each: { label?: unknown; value?: unknown } | null): each is Told =>
  typeof each?.label === 'string' && typeof each.value === 'string' && each.value !== ''

/** As it is printed: by the calendar of the customer, unless this device does not know his zone. */
const dayOf = (moment: unknown, zone: unknown): string | undefined => {
  if (typeof moment !== 'string') return
  try {
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: String(zone) }).format(new Date(moment))
  } catch {
    return moment
  }
}

/** What the data says at a glance, to be held against what is printed. */
export const glanceAt = (attached: unknown): Told[] => {
  const { title, subtitle, holder, issuedAt, zone, facts } = (attached ?? {}) as Record<string, unknown>
  const told = [
    { label: 'Document', value: title },
    { label: 'About', value: subtitle },
    { label: 'Made out to', value: Array.isArray(holder) ? holder.join(', ') : undefined },
    { label: 'Issued', value: dayOf(issuedAt, zone) },
    ...(Array.isArray(facts) ? facts.slice(0, mostFacts) : []),
  ]
  return told.filter(isTold).map(({ label, value }) => ({ label, value: value.slice(0, longestFact) }))
}

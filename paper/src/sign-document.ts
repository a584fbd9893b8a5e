import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { der, integer, oid, sequence, setOf, tags } from './der.ts'
import { byteRangePlaceholder, holeBytes, holeText } from './signature-hole.ts'

export type Signer = {
  /** SHA-256 of the certificate, in hexadecimal digits. */
  fingerprint: string
  pem: string
  /** Fills the hole of a file that was just set. The length stays. */
  sign: (bytes: Uint8Array) => Uint8Array
  /** The signature of any bytes, to lie beside them. */
  signBeside: (bytes: Uint8Array) => Uint8Array
}

type Signing = { key: KeyObject; certificate: Buffer; issuer: Buffer }

/** What a signature takes besides the certificate and the name of who issued it. */
const restBytes = 512

const oids = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificate: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  ecdsaWithSha256: oid('1.2.840.10045.4.3.2'),
}

/** A sentence for whoever gave a key or a certificate that will not do is in what it throws. */
export const createSigner = ({ key, certificate }: { key: string; certificate: string }): Signer => {
  const privateKey = readAs('key', () => createPrivateKey(key))
  const x509 = readAs('certificate', () => new X509Certificate(certificate))
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key is not one on P-256')
  if (!x509.checkPrivateKey(privateKey)) throw new Error('the certificate is not one of this key')
  const issuer = issuerAndSerial(x509.raw)
  if (x509.raw.length + issuer.length > holeBytes - restBytes) throw new Error('the certificate is too long')
  const signing = { key: privateKey, certificate: x509.raw, issuer }
  return {
    fingerprint: sha256(x509.raw).toString('hex'),
    pem: x509.toString(),
    sign: (bytes) => signFile(bytes, signing),
    signBeside: (bytes) => signedData(sha256(bytes), signing),
  }
}

const readAs = <T>(what: string, read: () => T): T => {
  try {
    return read()
  } catch {
    // What the reader says may hold parts of a key.
    throw new Error(`the ${what} cannot be read as PEM`)
  }
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const signFile = (bytes: Uint8Array, signing: Signing): Uint8Array => {
  const file = Buffer.from(bytes)
  const hole = onlyPlaceOf(file, holeText)
  const after = hole + holeText.length
  const range = `[0 ${hole} ${after} ${file.length - after}`
  const place = onlyPlaceOf(file, '/ByteRange') + '/ByteRange '.length
  if (place !== onlyPlaceOf(file, byteRangePlaceholder)) throw new Error('a file to sign has one hole for its range')
  file.write(`${range.padEnd(byteRangePlaceholder.length - 1)}]`, place, 'latin1')
  const signature = signedData(sha256(file.subarray(0, hole), file.subarray(after)), signing)
  file.write(signature.toString('hex'), hole + 1, 'latin1')
  return file
}

const onlyPlaceOf = (file: Buffer, text: string): number => {
  const place = file.indexOf(text, 0, 'latin1')
  if (place < 0 || place !== file.lastIndexOf(text, -1, 'latin1'))
    throw new Error('a file to sign has exactly one hole for its signature and one for its range')
  return place
}

/** CMS without the content, as PAdES baseline asks for it: what is signed names its digest and the certificate. */
const signedData = (digest: Buffer, { key, certificate, issuer }: Signing): Buffer => {
  const attributes = setOf(
    attribute(oids.contentType, oids.data),
    attribute(oids.messageDigest, der(tags.bytes, digest)),
    attribute(oids.signingCertificate, sequence(sequence(sequence(der(tags.bytes, sha256(certificate)))))),
  )
  const one = integer(Buffer.from([1]))
  const signer = sequence(
    one,
    issuer,
    sequence(oids.sha256),
    // The same bytes under another tag than when they are signed.
    Buffer.concat([Buffer.from([tags.context]), attributes.subarray(1)]),
    sequence(oids.ecdsaWithSha256),
    der(tags.bytes, ecdsa(attributes, key)),
  )
  return sequence(
    oids.signedData,
    der(
      tags.context,
      sequence(one, setOf(sequence(oids.sha256)), sequence(oids.data), der(tags.context, certificate), setOf(signer)),
    ),
  )
}

const attribute = (name: Buffer, value: Buffer) => sequence(name, setOf(value))

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const half = 32

/** Of the two that are right, the one with the smaller half: so nobody can make the other of it. */
const ecdsa = (signed: Buffer, key: KeyObject): Buffer => {
  const raw = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${raw.toString('hex', half)}`)
  const smaller = (s > order / 2n ? order - s : s).toString(16).padStart(half * 2, '0')
  return sequence(integer(raw.subarray(0, half)), integer(Buffer.from(smaller, 'hex')))
}

/** The second and the fourth field of what was signed of a certificate, whose first is its version. */
const issuerAndSerial = (certificate: Buffer): Buffer => {
  const [version, serial, , issuer] = partsOf(contentOf(contentOf(certificate)))
  if (version?.[0] !== tags.context || !serial || !issuer) throw new Error('the certificate is not one of version 3')
  return sequence(issuer, serial)
}

const longForm = 0x80

const headOf = (element: Buffer) => {
  const first = element.readUInt8(1)
  const more = first & longForm ? first & 0x7f : 0
  return { head: 2 + more, length: more ? element.readUIntBE(2, more) : first }
}

const contentOf = (element: Buffer): Buffer => {
  const { head, length } = headOf(element)
  return element.subarray(head, head + length)
}

const partsOf = (content: Buffer): Buffer[] => {
  const parts = []
  for (let rest = content; rest.length > 0; ) {
    const { head, length } = headOf(rest)
    parts.push(rest.subarray(0, head + length))
    rest = rest.subarray(head + length)
  }
  return parts
}

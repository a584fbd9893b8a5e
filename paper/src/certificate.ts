import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bits, der, integer, oid, sequence, setOf, tags } from './der.ts'

const years = 10
const serialLength = 16

const oids = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
}

/** digitalSignature and nonRepudiation: the first two bits of the nine, so that six of the byte are unused. */
const signsDocuments = bits(Buffer.from([0b1100_0000]), 6)

/** A key on P-256 and a certificate that it has signed itself: whoever trusts it got it from us. */
export const makeCertificate = (name: string, from: Date): { key: string; certificate: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const subject = sequence(setOf(sequence(oid(oids.commonName), der(tags.text, Buffer.from(name)))))
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + years)
  const body = sequence(
    der(tags.context, integer(Buffer.from([2]))), // version 3
    integer(serial()),
    algorithm,
    subject,
    sequence(time(from), time(until)),
    subject,
    spki,
    der(tags.context | 3, sequence(...extensionsOf(spki))),
  )
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: pemOf(certificate) }
}

const extensionsOf = (spki: Buffer): Buffer[] => {
  const keyId = createHash('sha1').update(spki.subarray(-pointLength)).digest()
  return [
    extension(oids.basicConstraints, sequence(), true),
    extension(oids.keyUsage, signsDocuments, true),
    extension(oids.subjectKey, der(tags.bytes, keyId)),
  ]
}

/** An uncompressed point of P-256, with which its public key ends. */
const pointLength = 65

const extension = (name: string, value: Buffer, critical = false) =>
  sequence(oid(name), ...(critical ? [der(tags.boolean, Buffer.from([0xff]))] : []), der(tags.bytes, value))

/** Positive and never shorter: the first bit is off and the next one on. */
const serial = () => {
  const bytes = randomBytes(serialLength)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

const lastYearOfShortTimes = 2049
const shortTime = 0x17

/** Until 2049 with two digits for the year, as the standard has it. */
const time = (at: Date) => {
  const text = `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  const isShort = at.getUTCFullYear() <= lastYearOfShortTimes
  return der(isShort ? shortTime : tags.time, Buffer.from(isShort ? text.slice(2) : text))
}

const pemOf = (certificate: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

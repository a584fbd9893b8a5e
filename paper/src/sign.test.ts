import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { checkDocument } from './check.ts'
import { createSigner } from './sign-document.ts'
import { holeText } from './signature-hole.ts'
import { setTestDocument, testPair, testSigner } from './test-documents.ts'
import { askOpenssl, askPdfsig, changed } from './test-signature.ts'

let set: Uint8Array
let signed: Uint8Array
beforeAll(async () => {
  set = await setTestDocument()
  signed = testSigner.sign(set)
})

test('openssl, Poppler and our own check call a signed file valid, and say who signed it', async () => {
  expect(await askOpenssl(signed, testPair.certificate)).toContain('CAdES Verification successful')
  const told = await askPdfsig(signed)
  expect(told).toContain('Signature is Valid.')
  expect(told).toContain('Total document signed')
  expect(told).toContain('Signature Type: ETSI.CAdES.detached')
  expect(told).toContain('CN=Ingot test')
  expect(told).toContain('Signing Time: Nov 01 2026')
  const { outcome } = await checkDocument(signed, [{ pem: testPair.certificate }])
  expect(outcome).toBe('genuine')
})

test('one changed byte is refused by openssl, by Poppler and by our own check', async () => {
  const year = Buffer.from(signed).indexOf('D:2026')
  expect(year).toBeGreaterThan(0)
  const other = changed(signed, year + 'D:202'.length)
  expect(await askOpenssl(other, testPair.certificate)).toContain('CAdES Verification failure')
  expect(await askPdfsig(other)).toContain('Digest Mismatch')
  expect((await checkDocument(other, [{ pem: testPair.certificate }])).outcome).toBe('changed')
})

test('signing changes nothing but the hole and the range, and makes the file no longer', () => {
  expect(signed.length).toBe(set.length)
  const hole = Buffer.from(set).indexOf(holeText)
  const range = Buffer.from(set).indexOf('/ByteRange')
  const differing = [...set.keys()].filter((place) => set[place] !== signed[place])
  const isOurs = (place: number) =>
    (place > hole && place < hole + holeText.length - 1) || (place > range && place < range + 60)
  expect(differing.length).toBeGreaterThan(100)
  expect(differing.every(isOurs)).toBe(true)
})

test('a certificate of the greatest length still leaves room for its signature', async () => {
  const pair = makeCertificate('x'.repeat(1050), new Date())
  const almost = makeCertificate('x'.repeat(1090), new Date())
  expect(() => createSigner(almost)).toThrow('too long')
  const file = createSigner(pair).sign(set)
  expect((await checkDocument(file, [{ pem: pair.certificate }])).outcome).toBe('genuine')
})

test('only a file with one hole can be signed', () => {
  expect(() => testSigner.sign(signed)).toThrow('exactly one hole')
  expect(() => testSigner.sign(Buffer.concat([set, set]))).toThrow('exactly one hole')
  expect(() => testSigner.sign(Buffer.concat([set, Buffer.from('/ByteRange ')]))).toThrow('exactly one hole')
})

test('a certificate is one of P-256 for signing documents alone, lasts ten years, and is nobody’s authority', () => {
  const { certificate } = makeCertificate('Łukasz & Co', new Date('2044-02-29T10:00:00Z'))
  const x509 = new X509Certificate(certificate)
  expect(x509.subject).toBe('CN=Łukasz & Co')
  expect(x509.verify(x509.publicKey)).toBe(true)
  expect(x509.ca).toBe(false)
  expect(x509.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect(x509.validFrom).toBe('Feb 29 10:00:00 2044 GMT')
  expect(x509.validTo).toBe('Mar  1 10:00:00 2054 GMT')
  expect(x509.serialNumber).toHaveLength(32)
})

test('a key and a certificate that do not fit are refused in words that hold nothing of the key', () => {
  const other = makeCertificate('another', new Date())
  expect(() => createSigner({ ...testPair, key: other.key })).toThrow('the certificate is not one of this key')
  expect(() => createSigner({ ...testPair, key: 'nonsense' })).toThrow('the key cannot be read as PEM')
  expect(() => createSigner({ ...testPair, certificate: '' })).toThrow('the certificate cannot be read as PEM')
  const long = makeCertificate('x'.repeat(1500), new Date())
  expect(() => createSigner(long)).toThrow('the certificate is too long')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const onAnotherCurve = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => createSigner({ ...testPair, key: onAnotherCurve })).toThrow('the key is not one on P-256')
})

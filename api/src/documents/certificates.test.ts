import { createHash, X509Certificate } from 'node:crypto'
import { makeCertificate } from '@ingot/paper/certificate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, testSettings } from '../test-api.ts'
import { recordCertificate } from './certificates.ts'

let api: Awaited<ReturnType<typeof createTestApi>>
beforeAll(async () => {
  api = await createTestApi({ env: { BRAND_NAME: 'Gold & Co', PUBLIC_ORIGIN: 'https://gold.example' } })
})
afterAll(() => api.close())

const ask = (path: string) => api.app.inject({ method: 'GET', url: `/api${path}` })
const fingerprintOf = (pem: string) => createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')

test('anybody reads the certificates that documents are signed with, and no key', async () => {
  const answer = await ask('/documents/certificates')
  expect(answer.statusCode).toBe(200)
  const pem = new X509Certificate(testSettings.DOCUMENT_CERTIFICATE).toString()
  expect(answer.json().data).toEqual([{ fingerprint: fingerprintOf(pem), pem, since: expect.any(String) }])
  expect(answer.body).not.toContain('PRIVATE')
})

test('with a new key the old certificate stays listed, and the page to keep knows both', async () => {
  const { key, certificate } = makeCertificate('Newer', new Date())
  const config = { ...api.config, DOCUMENT_KEY: key, DOCUMENT_CERTIFICATE: certificate }
  const later = new Date(Date.now() + 1000)
  const newer = { ...api, config, now: () => later }
  // However many processes start at once.
  await Promise.all(Array.from({ length: 20 }, () => recordCertificate({ ...newer })))
  const { data } = (await ask('/documents/certificates')).json()
  const [newest, old] = [certificate, testSettings.DOCUMENT_CERTIFICATE].map(fingerprintOf)
  expect(data.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).toEqual([newest, old])

  const page = await ask('/documents/checker.html')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-disposition']).toBe('attachment; filename="check-documents.html"')
  expect(page.body).toContain('Gold &amp; Co')
  expect(page.body).toContain('https://gold.example/verify')
  for (const fingerprint of [newest, old]) expect(page.body).toContain(fingerprint)
})

test('a certificate that was once listed cannot be taken back or changed', async () => {
  await expect(sql`delete from document_certificates`.execute(api.db)).rejects.toThrow()
  await expect(sql`update document_certificates set pem = ''`.execute(api.db)).rejects.toThrow()
})

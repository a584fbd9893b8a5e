import type { Certificate } from '@ingot/endpoints/group-fields'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { type Answers, failure, ok } from '../../lib/test-server.ts'
import { CertificatePage } from './certificate-page.tsx'
import { idOf, openGroups, sampleCertificate, sampleGroup } from './test-groups.tsx'

const { id } = sampleCertificate.document
const call = `GET /groups/${sampleGroup.id}/certificates/${id}`
const content = {
  title: 'Certificate',
  subtitle: '',
  holder: ['Ada Lovelace'],
  parts: [],
  notes: ['What stands on it.'],
}

const paths = { short: '/GDS/:groupId/:documentId', long: '/GDS/:groupId/:groupName/:documentId' }
const address = `/GDS/${sampleGroup.id}/${id}`

const answers = (given: Partial<Certificate> = {}): Answers => {
  const certificate = { ...sampleCertificate, ...given }
  return { [call]: ok(certificate), [`GET /documents/${id}`]: ok({ document: certificate.document, content }) }
}

const open = (given: Partial<Certificate> = {}, path = paths.short, at = address) =>
  openGroups(CertificatePage, path, at, answers(given))

const standing = async () => (await screen.findByText(/· version/)).textContent

beforeEach(() => {
  tellPages(() => true)
  // As on a phone: what stands on the paper is shown, and its file only when it is wanted.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  [paths.short, address],
  [paths.long, `/GDS/${sampleGroup.id}/whatever-name/${id}`],
])('opens by %s, with its state, what it is about, and the paper', async (path, at) => {
  open({}, path, at)
  expect(await standing()).toMatch(/^Valid · GDS-2026-000012 · version 1 · issued .* · of the holding GDS 12$/)
  expect(await screen.findByText('What stands on it.')).toBeTruthy()
  for (const name of ['Download PDF', 'Print']) expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.queryByText('No longer valid')).toBeNull()
  expect(screen.queryByText('whatever-name')).toBeNull()
})

it('says at once which one took its place, and leads there', async () => {
  const newest = { id: idOf('d2'), number: 'GDS-2026-000013' }
  open({ newest, document: { ...sampleCertificate.document, state: 'superseded', supersededBy: newest.number } })
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Superseded by GDS-2026-000013')
  const link = within(notice).getByRole('link', { name: newest.number })
  expect(link.getAttribute('href')).toBe(`/GDS/${sampleGroup.id}/${newest.id}`)
  expect(await standing()).toMatch(/^Superseded · GDS-2026-000012/)
})

it('says that nothing is left, or that it was reversed', async () => {
  open({ left: '0', version: 3 })
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is left')
  expect(await standing()).toContain('version 3')
})

it('of a reversed one says that it holds no more', async () => {
  open({ document: { ...sampleCertificate.document, state: 'reversed' } })
  expect((await screen.findByRole('alert')).textContent).toContain('This certificate was reversed')
})

it.each([
  ['somebody else’s', address, 1],
  ['what can be none', `/GDS/${sampleGroup.id}/GDS-2026-000012`, 0],
])('for %s there is no page', async (_what, at, calls) => {
  const { sentTo } = openGroups(CertificatePage, paths.short, at, {
    [call]: failure(404, 'NotFound', 'Not found.'),
  })
  expect(await screen.findByText('Waiting..')).toBeTruthy()
  expect(sentTo(call)).toHaveLength(calls)
})

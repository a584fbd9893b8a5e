import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { checkDocument } from './check.ts'
import { packWords } from './check-pack.ts'
import { makeCheckerPage } from './checker-page.ts'
import { setTestDocument, testPair, testSigner } from './test-documents.ts'

const certificates = [{ fingerprint: testSigner.fingerprint, pem: testPair.certificate }]
const about = { brand: 'Ingot', site: 'https://gold.example', made: new Date('2026-11-17T00:00:00Z'), certificates }
const page = makeCheckerPage(about)
const between = (begin: string, end: string) => page.split(begin)[1]?.split(end)[0] ?? ''
const script = between('<script type="module">', '</script>')

test('the page that works offline checks as the portal does, with the certificates that are in it', async () => {
  // Without its last part, which needs a page around it.
  const [check] = script.split('\n// Stands behind')
  const text = `${check}\nexport { certificates }`
  const made = (await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)) as {
    checkDocument: typeof checkDocument
    certificates: { pem: string }[]
  }
  const signed = testSigner.sign(await setTestDocument())
  expect((await made.checkDocument(signed, made.certificates)).outcome).toBe('genuine')
  const changed = Uint8Array.from(signed)
  changed[signed.length - 1] = 0
  expect((await made.checkDocument(changed, made.certificates)).outcome).toBe('changed')
})

test('whatever the page needs of the check stands in it', async () => {
  const [check, own = ''] = script.split('\n// Stands behind')
  const needed = /\/\* global ([^*]+) \*\//.exec(own)?.[1]?.split(', ') ?? []
  expect(needed).toContain('checkPack')
  const text = `${check}\nexport { certificates }`
  const made = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
  for (const name of needed) expect(made[name], name).toBeDefined()
  expect(made.packWords).toEqual(packWords)
})

test('the page runs its own script and nothing else, and can reach nobody', () => {
  const policy = between('Content-Security-Policy" content="', '"')
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const style = between('<style>', '</style>')
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`,
  )
  expect(script).not.toMatch(/innerHTML|import |eval\(/)
  expect(page).toContain(testSigner.fingerprint)
  expect(page).toContain('https://gold.example/verify')
})

test('a brand with letters of markup stays a name', () => {
  const hostile = makeCheckerPage({ ...about, brand: '<img src=x onerror=alert(1)>"' })
  expect(hostile).not.toContain('<img')
  expect(hostile).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;')
})

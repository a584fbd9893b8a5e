import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeProofPage } from './proof-page.ts'
import { contract, key, now } from './test-world.ts'

const about = { brand: 'Ingot', site: 'https://gold.example', known: { keys: [key.public], contract }, made: now }
const page = makeProofPage(about)
const between = (begin: string, end: string) => page.split(begin)[1]?.split(end)[0] ?? ''
const script = between('<script type="module">', '</script>')

test('the page runs its own script and nothing else, and is told by whoever uses it whom to ask', () => {
  const policy = between('Content-Security-Policy" content="', '"')
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(between('<style>', '</style>'))}; connect-src http: https:; base-uri 'none'; form-action 'none'`,
  )
  expect(script).not.toMatch(/innerHTML|import |import\(|eval\(/)
  expect(script.match(/\bfetch\(/g)).toHaveLength(1)
  expect(page).toContain(key.public)
  expect(page).toContain('https://gold.example/reserves')
})

test('whatever the page’s last part needs of the page stands in it', () => {
  const own = script.split('\n// Stands behind')[1] ?? ''
  const ids = [...own.matchAll(/(?:elementOf|typed|textOf)\('(\w+)'\)/g)].map(([, id]) => id as string)
  expect(ids).toContain('kept')
  for (const id of ids) expect(page).toContain(`id="${id}"`)
})

test('a brand with letters of markup stays a name', () => {
  const hostile = makeProofPage({ ...about, brand: '<img src=x onerror=alert(1)>"' })
  expect(hostile).not.toContain('<img')
  expect(hostile).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;')
})

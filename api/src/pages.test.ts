import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from './test-api.ts'

const folder = mkdtempSync(join(tmpdir(), 'ingot-web-'))

const page = `<head><title>__INGOT_BRAND__</title><link rel="stylesheet" href="/assets/app.css"><script type="module" src="/assets/app.js"></script><link rel="modulepreload" href="/assets/library.js"></head>
<script nonce="__INGOT_NONCE__">__INGOT_SETTINGS__</script><div id="root"><!-- __INGOT_AHEAD__ --></div>`

const pages = [
  { pattern: '^/?$', files: ['/assets/start.js', '/assets/start.css'] },
  { pattern: '^/texts/[^/]+/?$', files: ['/assets/text.js', '/assets/text.css'] },
]

/** Draws as the web's own code does, from the settings that it is told. */
const drawing = `
import { parentPort } from 'node:worker_threads'
const { brand } = JSON.parse(process.env.INGOT_PAGE_SETTINGS)
parentPort.postMessage({ '/': '<p>' + brand.name + ' knows ' + Object.keys(process.env) + '</p>' })`

let api: Awaited<ReturnType<typeof createTestApi>>

const serve = async (code: string) => {
  mkdirSync(join(folder, 'ahead'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
  writeFileSync(join(folder, 'ahead/draw-ahead.mjs'), code)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const name of ['app', 'start']) writeFileSync(join(folder, `assets/${name}.css`), `.${name}{color:red}`)
  mkdirSync(join(folder, 'videos'), { recursive: true })
  writeFileSync(join(folder, 'videos/buy.webm'), Buffer.alloc(1000, 7))
  writeFileSync(join(folder, 'videos/buy.vtt'), 'WEBVTT')
  return createTestApi({ env: { INGOT_WEB: folder, BRAND_NAME: 'Aurum' } })
}

beforeAll(async () => {
  api = await serve(drawing)
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

test('a page that visitors begin at is in the document, drawn with this server’s settings and nothing else of it', async () => {
  const { body } = await api.app.inject('/')
  expect(body).toContain('<div class="ahead" inert><p>Aurum knows INGOT_PAGE_SETTINGS</p></div>')
})

test('the styles of a drawn page are in its document, the application’s before the page’s, and are not loaded again', async () => {
  const { body, headers } = await api.app.inject('/')
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  const inlined = (name: string) =>
    `<style nonce="${nonce}">.${name}{color:red}</style><link rel="stylesheet" disabled crossorigin nonce="${nonce}" href="/assets/${name}.css">`
  expect(body).toContain(inlined('app'))
  expect(body).toContain(`${inlined('start')}</head>`)
  expect(body).not.toContain('preload" as="style')
})

test('the code of a drawn page is asked for by a script of the document alone, which does so once it is painted', async () => {
  const { body } = await api.app.inject('/')
  expect(body).not.toMatch(/<(script|link)[^>]* (src|href)="[^"]+\.js"/)
  expect(body).toContain('["/assets/library.js","/assets/app.js","/assets/start.js"]')
  expect(body).toContain("observe({ type: 'paint', buffered: true })")
  expect((await api.app.inject('/texts/terms')).body).toContain('<script type="module" src="/assets/app.js">')
})

test('what a drawn page’s code stands on is run before it, each in a step of its own', async () => {
  const { body } = await api.app.inject('/')
  expect(body).toContain('for (const step of ["/assets/library.js","/assets/app.js"]) await import(step)')
})

test('an address that says more than the path gets the page undrawn', async () => {
  const { body, statusCode } = await api.app.inject('/?from=mail')
  expect(statusCode).toBe(200)
  expect(body).not.toContain('Aurum knows')
})

test('the document names the files of the page that was asked for, with the nonce of this answer', async () => {
  const { body, headers } = await api.app.inject('/texts/terms')
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  expect(body).toContain(`<link rel="modulepreload" crossorigin nonce="${nonce}" href="/assets/text.js">`)
  expect(body).toContain(`<link rel="preload" as="style" crossorigin nonce="${nonce}" href="/assets/text.css">`)
  expect(body).not.toContain('start')
})

test('a page may show in a frame what it was sent, and of others only the provider that verifies', async () => {
  const { headers } = await api.app.inject('/')
  expect(headers['content-security-policy']).toMatch(/; frame-src blob: https?:[^ ;]+;/)
})

test('a page may start threads of its own files alone', async () => {
  const { headers } = await api.app.inject('/')
  expect(headers['content-security-policy']).toContain("; worker-src 'self';")
})

test('a page may use the camera itself, for serials of bars, and no page may ask where one is', async () => {
  const { headers } = await api.app.inject('/')
  expect(headers['permissions-policy']).toMatch(/^camera=\(self "https?:[^" ]+"\), .*geolocation=\(\)/)
})

test('an address without a page is a 404 that names no files', async () => {
  const { body, statusCode } = await api.app.inject('/nowhere')
  expect(statusCode).toBe(404)
  expect(body).not.toMatch(/(start|text)\.(js|css)/)
})

test.each(['/pages.json', '/index.html', '/ahead/draw-ahead.mjs'])('%s is for the server alone', async (address) => {
  const { statusCode, body } = await api.app.inject(address)
  expect(statusCode).toBe(404)
  expect(body).toContain('<title>Aurum</title>')
})

test.each([
  'throw new Error("broken")',
  'process.exit()',
  'import { parentPort } from "node:worker_threads"; parentPort.postMessage("no pages")',
])('where nothing can be drawn the portal is served all the same: %s', async (code) => {
  const serving = await serve(code)
  const { body, statusCode } = await serving.app.inject('/')
  await serving.close()
  expect(statusCode).toBe(200)
  expect(body).toContain('<div id="root"></div>')
  expect(body).toContain('/assets/start.js')
})

test('a film is sent in the pieces that a browser asks for, uncompressed, as what it is and to be kept for a day', async () => {
  const piece = await api.app.inject({
    url: '/videos/buy.webm',
    headers: { range: 'bytes=100-199', 'accept-encoding': 'br, gzip' },
  })
  expect([piece.statusCode, piece.rawPayload.length]).toEqual([206, 100])
  expect(piece.headers).toMatchObject({
    'content-type': 'video/webm',
    'content-range': 'bytes 100-199/1000',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  })
  expect(piece.headers['content-encoding']).toBeUndefined()
  expect((await api.app.inject({ url: '/videos/buy.webm', headers: { range: 'bytes=5000-' } })).statusCode).toBe(400)
  expect((await api.app.inject('/videos/buy.vtt')).headers['content-type']).toMatch(/^text\/vtt/)
  const { headers } = await api.app.inject('/')
  expect(headers['content-security-policy']).toContain("media-src 'self' blob:")
})

test('nothing else can be had by way of the films', async () => {
  for (const path of ['/videos/sell.webm', '/videos/', '/videos/..%2fpages.json', '/videos/%2e%2e/pages.json'])
    expect((await api.app.inject(path)).body, path).not.toContain('pattern')
  expect((await api.app.inject('/videos/sell.webm')).statusCode).toBe(404)
})

import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { noncePlaceholder, type PageSettings, pageSettings } from '@ingot/endpoints/page-settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { readAnchorAddress } from './chain-addresses.ts'
import { type Config, openNamed } from './config.ts'
import { drawnDocument } from './drawn-document.ts'
import { drawPages } from './drawn-pages.ts'
import { fileHeaders, pageHeaders } from './security-headers.ts'

const compress = promisify(brotliCompress)
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** What the build left for us and not for browsers. */
const notServed = /^\.|\.br$|^(index\.html|pages\.json)$/
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Films may be replaced under their name, so a browser keeps them for a day only. They are asked for in pieces. */
const forADay = { maxAge: '1d' }

const buildNameLength = 16

/** Names what is served: the page names every file by its content, so its own hash changes with any of them. */
export const buildOf = (folder: string | undefined): string => {
  if (!hasPages(folder)) return ''
  const page = readFileSync(join(folder, 'index.html'))
  return createHash('sha256').update(page).digest('hex').slice(0, buildNameLength)
}

export const pageSettingsOf = (config: Config, version: string): PageSettings =>
  z.parse(pageSettings, {
    apiBase: '/api',
    imageHost: config.IMAGE_HOST,
    kycClientToken: config.VERIFICATION_CLIENT_TOKEN,
    kycSdkUrl: config.SUMSUB_SDK_URL,
    explorerTransactionPrefix: config.EXPLORER_TRANSACTION_PREFIX,
    publicNode: config.PUBLIC_NODE_URL,
    anchor: openNamed(() => readAnchorAddress(config.CHAIN_ADDRESSES)),
    chainName: config.CHAIN_NAME,
    version,
    build: buildOf(config.INGOT_WEB),
    brand: {
      name: config.BRAND_NAME,
      accent: config.BRAND_ACCENT,
      legalLine: config.BRAND_LEGAL_LINE,
      company: config.BRAND_COMPANY,
      supportEmail: config.BRAND_SUPPORT_EMAIL,
    },
    gold: { vault: config.GOLD_VAULT, auditor: config.GOLD_AUDITOR },
    rewards: { isShareShown: config.SHOW_FEE_SHARE === 'yes' },
  })

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const aheadPlace = '<!-- __INGOT_AHEAD__ -->'

const builtPages = z.array(z.object({ pattern: z.string(), files: z.array(z.string()) }))

/** Loaded while the application still is. */
const tagOf = (file: string) =>
  `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" crossorigin nonce="${noncePlaceholder}" href="${file}">`

export type Pages = { serve: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> }

/** The built web: its files, and the one page that every address of the portal answers with. */
export const registerPages = async (
  app: FastifyInstance,
  { folder, settings, log }: { folder: string; settings: PageSettings; log: Logger },
): Promise<Pages> => {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false })
  app.get('/assets/*', (request, reply) =>
    // Nobody asks for these again while the name is the same, so what compares versions is not sent with each.
    reply
      .headers({ ...fileHeaders, ...immutable })
      .sendFile(request.url.split('?')[0] ?? '', { etag: false, lastModified: false, acceptRanges: false }),
  )
  app.get('/videos/*', (request, reply) =>
    reply.headers(fileHeaders).sendFile(request.url.split('?')[0] ?? '', forADay),
  )
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (!file.isFile() || notServed.test(file.name)) continue
    app.get(`/${file.name}`, (_request, reply) => reply.headers(fileHeaders).sendFile(file.name))
  }

  // A less-than sign inside the JSON could end the script element that carries it.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('__INGOT_BRAND__', () => escapeHtml(settings.brand.name))
    .replaceAll('__INGOT_SETTINGS__', () => json)
  const documentOf = (files: readonly string[]) =>
    html.replace('</head>', () => `${files.map(tagOf).join('')}</head>`).replace(aheadPlace, '')
  const drawnDocumentOf = (files: readonly string[], markup: string) =>
    drawnDocument(html, folder, files).replace(aheadPlace, () => `<div class="ahead" inert>${markup}</div>`)

  const known = z
    .parse(builtPages, JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')))
    .map(({ pattern, files }) => ({ pattern: new RegExp(pattern, 'i'), files, document: documentOf(files) }))
  const findPage = (path: string) => known.find(({ pattern }) => pattern.test(path))
  const drawn = new Map<string, string>()
  for (const [address, markup] of await drawPages(folder, settings, log))
    drawn.set(address, drawnDocumentOf(findPage(address)?.files ?? [], markup))
  const unknown = documentOf([])

  return {
    serve: async (request, reply) => {
      const [path = ''] = request.url.split('?')
      const found = findPage(path)
      reply.code(found ? 200 : 404)
      const nonce = randomBytes(16).toString('base64')
      // An address that says more than the path may lead to another sight of the page.
      const page = (drawn.get(request.url) ?? found?.document ?? unknown).replaceAll(noncePlaceholder, nonce)
      reply.headers(pageHeaders(nonce, settings)).type('text/html; charset=utf-8').header('vary', 'accept-encoding')
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page)
      return reply.header('content-encoding', 'br').send(await compress(page, compression))
    },
  }
}

export const hasPages = (folder: string | undefined): folder is string =>
  !!folder && existsSync(join(folder, 'index.html'))

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { noncePlaceholder, pageSettingsElement } from '@ingot/endpoints/page-settings'
import type { Plugin, Rolldown } from 'vite'
import { pathPattern, routeTable } from './src/app/route-table.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const jsonForScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const settingsPlaceholder = '__INGOT_SETTINGS__'
const brandPlaceholder = '__INGOT_BRAND__'

/** The settings' element, filled by the server with each response. */
export const settingsElement = (): Plugin => ({
  name: 'ingot-settings-element',
  transformIndexHtml: () => [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: pageSettingsElement, nonce: noncePlaceholder },
      children: settingsPlaceholder,
      injectTo: 'body',
    },
  ],
})

/** While developing there is no server in front of the page, so the settings come from the environment. */
export const settingsFromEnvironment = (): Plugin => ({
  name: 'ingot-settings-from-environment',
  apply: 'serve',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const source = process.env.INGOT_PAGE_SETTINGS
      if (!source) throw new Error('Set INGOT_PAGE_SETTINGS to the page settings as JSON.')
      const settings = JSON.parse(source) as { brand: { name: string } }
      return html
        .replaceAll(settingsPlaceholder, () => jsonForScript(settings))
        .replaceAll(brandPlaceholder, () => escapeHtml(settings.brand.name))
    },
  },
})

const summary = /^ +summary:\s+(?:'[^'\n]*'|`[^`]*`),$/gm

/** What an endpoint does in a sentence is for readers of the contract, whom the server has; visitors do not load it. */
export const withoutSummaries = (): Plugin => ({
  name: 'ingot-without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/\/endpoints\/src\/[^/]+\.ts$/.test(id) ? code.replaceAll(summary, '') : undefined),
})

type Bundle = Rolldown.OutputBundle

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((output) => output.type === 'chunk')

/** A chunk after all that it cannot run without, which is the order in which their styles outrank each other. */
const withImports = (chunks: readonly Rolldown.OutputChunk[], first: Rolldown.OutputChunk) => {
  const seen = new Set<Rolldown.OutputChunk>()
  const inOrder = (chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => {
    if (seen.has(chunk)) return []
    seen.add(chunk)
    const imported = chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name))
    return [...imported.flatMap(inOrder), chunk]
  }
  return inOrder(first)
}

/** The chunk that loads the page: the entry itself, or the routes that the entry asks for when it does not know the address. */
const wayTo = (chunks: readonly Rolldown.OutputChunk[], page: Rolldown.OutputChunk) =>
  chunks.filter(
    ({ facadeModuleId, dynamicImports }) =>
      /-routes\.ts$/.test(facadeModuleId ?? '') && dynamicImports.includes(page.fileName),
  )

/** The page's chunk, what leads to it, and what they need besides the entry, which the document already loads. */
const filesOfPage = (bundle: Bundle, page: string): string[] => {
  const chunks = chunksOf(bundle)
  const entry = chunks.find((chunk) => chunk.isEntry)
  const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${page}-page.tsx`))
  if (!entry || !first) throw new Error(`The build has no chunk for the page '${page}'.`)
  const loaded = withImports(chunks, entry)
  const needed = [...wayTo(chunks, first), first].flatMap((chunk) => withImports(chunks, chunk))
  const wanted = [...new Set(needed)].filter((chunk) => !loaded.includes(chunk))
  const styles = wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  return [...new Set([...wanted.map((chunk) => chunk.fileName), ...styles])].map((file) => `/${file}`)
}

/** Fetches the text font while the application is still loading. */
export const fontPreload = (): Plugin => ({
  name: 'ingot-font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      if (!bundle) return []
      const font = Object.keys(bundle).find((file) => /manrope-latin-wght-normal-[^/]+\.woff2$/.test(file))
      if (!font) throw new Error('The build has no text font to preload.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

/**
 * Tells the server which addresses have a page, so that it answers the others with status 404, and the files of each,
 * which the document then names for the page that was asked for.
 */
export const pageList = (): Plugin => ({
  name: 'ingot-page-list',
  // After the bundler has taken away the files that held nothing but styles.
  enforce: 'post',
  apply: 'build',
  generateBundle(_options, bundle) {
    const pages = routeTable
      .filter(({ path }) => path !== '*')
      .map(({ path, page }) => ({ pattern: pathPattern(path), files: filesOfPage(bundle, page) }))
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
  },
})

const compressible = /\.(js|css|svg|txt)$/

/** Writes a brotli copy beside every text asset, so that the server compresses nothing at run time. */
export const precompress = (): Plugin => {
  let folder = ''
  return {
    name: 'ingot-precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      // Nothing was written: the build says why.
      if (!existsSync(folder)) return
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
      }
    },
  }
}

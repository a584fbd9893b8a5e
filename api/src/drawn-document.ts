import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noncePlaceholder } from '@ingot/endpoints/page-settings'

const sheet = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g
const library = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g
const entry = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g

/** With the styles in it a document is shown as soon as it is there. The link tells the application that it has them. */
const inlined = (folder: string, file: string) =>
  `<style nonce="${noncePlaceholder}">${readFileSync(join(folder, file), 'utf8')}</style>` +
  `<link rel="stylesheet" disabled crossorigin nonce="${noncePlaceholder}" href="${file}">`

/**
 * The code is asked for once the document is painted, so that it takes neither line nor processor from what is read first. A page
 * that nobody looks at is not painted, and begins at once. The libraries are run before the application, each in a task of
 * its own, between which the browser can answer.
 */
const beginning = (steps: readonly string[], files: readonly string[]) => `<script nonce="${noncePlaceholder}">{
  const { nonce } = document.currentScript
  const run = async () => { for (const step of ${JSON.stringify(steps)}) await import(step) }
  const begin = () => {
    for (const href of ${JSON.stringify([...steps, ...files])})
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', nonce, href }))
    run().catch(() => dispatchEvent(new Event('error')))
  }
  if (document.hidden) begin()
  else new PerformanceObserver((_, observer) => { observer.disconnect(); begin() }).observe({ type: 'paint', buffered: true })
}</script>`

/** The built document with a page in it that was drawn ahead: what a visitor reads needs nothing else. */
export const drawnDocument = (html: string, folder: string, files: readonly string[]): string => {
  const styles = files.filter((file) => file.endsWith('.css'))
  const code = files.filter((file) => !file.endsWith('.css'))
  const libraries = [...html.matchAll(library)].flatMap(([, file]) => file ?? [])
  return (
    html
      .replaceAll(sheet, (_, file: string) => inlined(folder, file))
      .replaceAll(library, '')
      .replaceAll(entry, (_, application: string) => beginning([...libraries, application], code))
      // Last, since the styles of a page outrank the application's.
      .replace('</head>', () => `${styles.map((file) => inlined(folder, file)).join('')}</head>`)
  )
}

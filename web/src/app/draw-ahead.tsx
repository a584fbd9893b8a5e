// Runs in the server when it starts, not in a browser: the pages that visitors begin at, as markup for the document.
import { parentPort } from 'node:worker_threads'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { styleNonce } from '../lib/settings.ts'
import { App } from './app.tsx'
import { routes } from './routes.tsx'
import { whenReady } from './when-ready.ts'

const addresses = ['/', '/signin']

/** A field that is only drawn is none: what somebody or the browser put into it would be lost when the page comes. */
const withoutFields = (html: string) => html.replaceAll(/<input([^>]*)>/g, '<span$1></span>')

/** The policy refuses styles in attributes, so they become rules of a sheet with the nonce, which outrank the others as attributes do. */
const withoutStyles = (html: string) => {
  const styles: string[] = []
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style)
    return ` data-styled="${styles.indexOf(style)}"`
  })
  const rules = styles.map((style, index) => `#root [data-styled="${index}"]{${style}}`).join('')
  if (/[<&]/.test(rules)) throw new Error('A style has a sign that would be read as markup.')
  return `<style nonce="${styleNonce}">${rules}</style>${marked}`
}

const draw = async (address: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  await whenReady(router)
  return [address, withoutStyles(withoutFields(renderToStaticMarkup(<App router={router} />)))]
}

parentPort?.postMessage(Object.fromEntries(await Promise.all(addresses.map(draw))))

import { noncePlaceholder, type PageSettings, pageSettings, pageSettingsElement } from '@ingot/endpoints/page-settings'
import * as z from 'zod/mini'

// The page's content security policy forbids eval, which Zod would otherwise use to compile its parsers.
z.config({ jitless: true })

/** Throws when they are missing or wrong: a page with half its settings would fail later and less clearly. */
export const parseSettings = (source: string | null | undefined): PageSettings => {
  if (!source)
    throw new Error(`The page carries no settings: the element '${pageSettingsElement}' is missing or empty.`)
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw new Error('The page settings are not JSON. Is the page served by the portal’s own server?')
  }
  const parsed = pageSettings.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'settings'}: ${message}`)
  throw new Error(`The page settings are not valid. ${problems.join('; ')}`)
}

/** Pages that are drawn ahead of their visitors have no document yet: the server tells them by the environment. */
const told = import.meta.env.SSR
  ? { textContent: process.env.INGOT_PAGE_SETTINGS, nonce: noncePlaceholder }
  : document.getElementById(pageSettingsElement)

/** What the server told this page when it sent it. */
export const settings = parseSettings(told?.textContent)

/** Styles that are added while the page runs carry it, or the content security policy refuses them. */
export const styleNonce = told?.nonce ?? ''

// Plain data: browser tests and scripts read this file in Node without a build, so nothing here may touch React or CSS.
import type { Gate } from '@ingot/endpoints/endpoint'

/** A page is the file `<page>-page.tsx` of its feature. */
export type PageName = 'home' | 'not-found' | 'sample-card' | 'text'

export type RouteEntry = {
  readonly path: string
  readonly gate: Gate
  /** Stands in the browser's tab and is announced to screen readers. */
  readonly title: string
  readonly page: PageName
  /** An address on which the page shows its usual state, for tests and screenshots. */
  readonly sample: string
}

export const routeTable: readonly RouteEntry[] = [
  { path: '/', gate: 'public', title: 'Gold by the gram', page: 'home', sample: '/' },
  { path: '/test', gate: 'public', title: 'Sample card', page: 'sample-card', sample: '/test' },
  {
    path: '/term-conditions',
    gate: 'public',
    title: 'Terms and conditions',
    page: 'text',
    sample: '/term-conditions',
  },
  { path: '/privacy-policy', gate: 'public', title: 'Privacy policy', page: 'text', sample: '/privacy-policy/' },
  { path: '*', gate: 'public', title: 'Page Not Found', page: 'not-found', sample: '/no-such-page' },
]

/** The addresses a path stands for, as the source of a regular expression; matched without regard to case. */
export const pathPattern = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '')
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`
    return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  return `^${pattern.join('')}/?$`
}

// Plain data, as the features are. Loaded with the first page beyond those that visitors begin at; what operators have stands in
// `console/`.
import type { Route } from '../lib/feature.ts'
import { features } from './features.ts'

export const portalTable: readonly Route[] = features.flatMap(({ routes }) => routes)

/** The addresses a path stands for, as the source of a regular expression; matched without regard to case. */
export const pathPattern = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '')
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`
    return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  return `^${pattern.join('')}/?$`
}

export const isPageIn = (table: readonly Route[], address: string): boolean =>
  table.some(({ path }) => path !== '*' && new RegExp(pathPattern(path), 'i').test(address))

/** Whether an address has a page of its own: a link to one that has none is not shown. */
export const hasPortalPage = (address: string): boolean => isPageIn(portalTable, address)

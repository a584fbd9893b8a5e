// Plain data, as the features are: browser tests and scripts read this file in Node without a build.
import type { Route } from '../lib/feature.ts'
import { features } from './features.ts'

export type { RouteGate } from '../lib/feature.ts'

export const routeTable: readonly Route[] = features.flatMap(({ routes }) => routes)

/** The addresses a path stands for, as the source of a regular expression; matched without regard to case. */
export const pathPattern = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '')
  const pattern = parts.map((part) => {
    if (!part.startsWith(':')) return `/${part}`
    return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  return `^${pattern.join('')}/?$`
}

/** Whether an address has a page of its own: a link to one that has none is not shown. */
export const hasPage = (address: string): boolean =>
  routeTable.some(({ path }) => path !== '*' && new RegExp(pathPattern(path), 'i').test(address))

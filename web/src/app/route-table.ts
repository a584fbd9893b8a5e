// Plain data, as the features are: browser tests and scripts read this file in Node without a build.
import type { Route } from '../lib/feature.ts'
import { consoleTable } from './console/console-table.ts'
import { isPageIn, portalTable } from './portal-table.ts'

export type { RouteGate } from '../lib/feature.ts'
export { pathPattern } from './portal-table.ts'

/** Every page there is, the operators' included. What runs in the page has them in two parts. */
export const routeTable: readonly Route[] = [...portalTable, ...consoleTable]

export const hasPage = (address: string): boolean => isPageIn(routeTable, address)

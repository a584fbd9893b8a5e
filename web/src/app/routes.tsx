import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router'
import { tellPages } from '../lib/known-pages.ts'
import { tellWords } from '../lib/known-words.ts'
import { ErrorPage, LoneErrorPage } from './error-page.tsx'
import { activityWords, movementPages, movementWords } from './features.ts'
import { Frame } from './frame.tsx'
import { orStale, type PageFile, pageRoute } from './page-route.ts'
import { hasPortalPage, portalTable } from './portal-table.ts'

tellPages(hasPortalPage)
tellWords({ movements: movementWords, movementPages, activities: activityWords })

/** Every page is a file of its own, loaded when it is first opened. Those for operators are listed in `console/`. */
export const pageFiles = import.meta.glob<PageFile>([
  '../features/*/*-page.tsx',
  './joined/*-page.tsx',
  '!../features/*/operator-*-page.tsx',
])

export const routes: RouteObject[] = [
  {
    Component: Frame,
    // Until its first page is there, the document itself has something to show.
    HydrateFallback: () => null,
    ErrorBoundary: LoneErrorPage,
    // The inner boundary keeps the frame around a page that broke. It is not the page's own: the router shows nothing
    // at all when a route with a boundary of its own cannot be loaded.
    children: [{ id: 'pages', ErrorBoundary: ErrorPage, children: portalTable.map(pageRoute(pageFiles)) }],
  },
]

/** The console's routes join the others when somebody first asks for one, so that no customer loads them. */
export const findRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!/^\/(?:operator|reward-requests)/i.test(path)) return
  const { consoleRoutes } = await orStale(import('./console/console-routes.ts'))
  patch('pages', consoleRoutes)
}

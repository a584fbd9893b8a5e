import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router'
import { ErrorPage, LoneErrorPage } from './error-page.tsx'
import { firstFiles, firstPages } from './first-pages.ts'
import { Frame } from './frame.tsx'
import { orStale, pageRoute } from './page-route.ts'

export const routes: RouteObject[] = [
  {
    Component: Frame,
    // Until its first page is there, the document itself has something to show.
    HydrateFallback: () => null,
    ErrorBoundary: LoneErrorPage,
    // The inner boundary keeps the frame around a page that broke. It is not the page's own: the router shows nothing
    // at all when a route with a boundary of its own cannot be loaded.
    children: [{ id: 'pages', ErrorBoundary: ErrorPage, children: firstPages.map(pageRoute(firstFiles)) }],
  },
]

/**
 * All other routes join them when somebody first asks for one: they grow with every feature, and a visitor who begins loads
 * none of them. The console's join later still, so that no customer loads them.
 */
export const findRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const isConsole = /^\/(?:operator|reward-requests)/i.test(path)
  const [{ portalRoutes }, ofConsole] = await orStale(
    Promise.all([import('./portal-routes.ts'), isConsole ? import('./console/console-routes.ts') : undefined]),
  )
  patch('pages', portalRoutes)
  if (ofConsole) patch('pages', ofConsole.consoleRoutes)
}

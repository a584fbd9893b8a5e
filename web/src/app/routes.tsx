import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { StalePageError } from './page-errors.ts'
import type { PageHandle } from './page-handle.ts'
import { type PageName, type RouteEntry, routeTable } from './route-table.ts'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { Splash } from './splash.tsx'

const pages: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import('../features/home/home-page.tsx')).HomePage,
  'not-found': async () => (await import('../features/content/not-found-page.tsx')).NotFoundPage,
  'sample-card': async () => (await import('../features/content/sample-card-page.tsx')).SampleCardPage,
  text: async () => (await import('../features/content/text-page.tsx')).TextPage,
}

/** A chunk that is gone means that a newer version was published while this one stayed open. */
export const loadPage = async (load: () => Promise<ComponentType>): Promise<ComponentType> =>
  load().catch((cause: unknown) => {
    throw new StalePageError(cause)
  })

const routeOf = ({ path, title, page }: RouteEntry): RouteObject => ({
  path,
  handle: { title } satisfies PageHandle,
  lazy: async () => ({ Component: await loadPage(pages[page]) }),
})

export const routes: RouteObject[] = [
  {
    Component: SignedOutFrame,
    HydrateFallback: Splash,
    ErrorBoundary: ErrorPage,
    // The inner boundary keeps the frame around a page that broke. It is not the page's own: the router shows nothing
    // at all when a route with a boundary of its own cannot be loaded.
    children: [{ ErrorBoundary: ErrorPage, children: routeTable.map(routeOf) }],
  },
]

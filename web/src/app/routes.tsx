import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '../lib/feature.ts'
import { tellPages } from '../lib/known-pages.ts'
import { tellWords } from '../lib/known-words.ts'
import { ErrorPage, LoneErrorPage } from './error-page.tsx'
import { activityWords, movementWords } from './features.ts'
import { Frame } from './frame.tsx'
import { gated } from './gate.tsx'
import { StalePageError } from './page-errors.ts'
import type { PageHandle } from './page-handle.ts'
import { hasPage, routeTable } from './route-table.ts'
import { Splash } from './splash.tsx'

tellPages(hasPage)
tellWords({ movements: movementWords, activities: activityWords })

type PageFile = Record<string, ComponentType>

/** Every page is a file of its own, loaded when it is first opened. */
export const pageFiles = import.meta.glob<PageFile>(['../features/*/*-page.tsx', './joined/*-page.tsx'])

const fileOf = (page: string) => {
  const found = Object.entries(pageFiles).find(([path]) => path.endsWith(`/${page}-page.tsx`))
  if (!found) throw new Error(`The page '${page}' has no file.`)
  return found[1]
}

/** A file that is gone means that a newer version was published while this one stayed open. */
export const loadPage = async (load: () => Promise<PageFile>): Promise<ComponentType> => {
  const file = await load().catch((cause: unknown) => {
    throw new StalePageError(cause)
  })
  const [Page] = Object.values(file)
  if (!Page) throw new Error('A page has no export.')
  return Page
}

const routeOf = ({ path, gate, title, kind, page }: Route): RouteObject => {
  const load = fileOf(page)
  return {
    path,
    handle: { title, kind } satisfies PageHandle,
    lazy: async () => ({ Component: gated(gate, await loadPage(load)) }),
  }
}

export const routes: RouteObject[] = [
  {
    Component: Frame,
    HydrateFallback: Splash,
    ErrorBoundary: LoneErrorPage,
    // The inner boundary keeps the frame around a page that broke. It is not the page's own: the router shows nothing
    // at all when a route with a boundary of its own cannot be loaded.
    children: [{ ErrorBoundary: ErrorPage, children: routeTable.map(routeOf) }],
  },
]

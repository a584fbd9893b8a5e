import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '../lib/feature.ts'
import { gated } from './gate.tsx'
import { StalePageError } from './page-errors.ts'
import type { PageHandle } from './page-handle.ts'

export type PageFile = Record<string, ComponentType>

type PageFiles = Record<string, () => Promise<PageFile>>

const fileOf = (files: PageFiles, page: string) => {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${page}-page.tsx`))
  if (!found) throw new Error(`The page '${page}' has no file.`)
  return found[1]
}

/** A file that is gone means that a newer version was published while this one stayed open. */
export const orStale = <T>(load: Promise<T>): Promise<T> =>
  load.catch((cause: unknown) => {
    throw new StalePageError(cause)
  })

export const loadPage = async (load: () => Promise<PageFile>): Promise<ComponentType> => {
  const [Page] = Object.values(await orStale(load()))
  if (!Page) throw new Error('A page has no export.')
  return Page
}

/** A route whose page is loaded when it is first opened. */
export const pageRoute =
  (files: PageFiles) =>
  ({ path, gate, title, kind, page, isAlone, isPlain }: Route): RouteObject => {
    const load = fileOf(files, page)
    return {
      path,
      handle: { title, kind, isAlone, isPlain } satisfies PageHandle,
      lazy: async () => ({ Component: gated(gate, await loadPage(load)) }),
    }
  }

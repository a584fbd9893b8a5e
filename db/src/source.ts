import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Statement } from './batch.ts'

/** What goes ahead of whatever is done on a connection, and who is told what it answered. */
export type Fence = Statement & {
  told?: (rows: Record<string, unknown>[]) => void
  /** It stands in the way of writing alone: a transaction that says that it only reads goes without it. */
  passesReading?: boolean
}

/** From where connections come. */
type Source = { pool: pg.Pool; fence?: Fence | undefined }

const instead = new AsyncLocalStorage<Source | undefined>()

/** Whatever is asked for in this work, and in what it leads to, takes its connections from there. */
export const inPlaceOf = <T>(source: Source | undefined, work: () => T): T => instead.run(source, work)

/** For what a process keeps in mind and many use, also those who decide by it. */
export const fromLeader = <T>(work: () => T): T => inPlaceOf(undefined, work)

export const sourceOf = (usual: Source): Source => instead.getStore() ?? usual

/** For work that goes on later, somewhere else: it asks where it began, and in the usual place if that fails. */
export const goOnWhereBegun = () => {
  const source = instead.getStore()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (!source) return work()
    return inPlaceOf(source, work).catch(() => inPlaceOf(undefined, work))
  }
}

import type { Endpoint, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { FileEndpoint, ListEndpoint, Page } from '@ingot/endpoints/list'
import { type InfiniteData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from './call.ts'
import { saveFile } from './save-file.ts'

export type FilterOf<E extends Endpoint> = Omit<QueryOf<E>, 'cursor'>

type ItemOf<E extends Endpoint> = ReplyOf<E> extends Page<infer Item> ? Item : never

/** What of the path is filled in. */
type Params = Record<string, string>

/** Any list, as it is called. */
type Called = ListEndpoint & { params: z.ZodMiniType<unknown, Params> }

const readPage = async <E extends ListEndpoint>(
  endpoint: E,
  { filter, params = {} }: { filter: FilterOf<E>; params?: Params | undefined },
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  (await request<Called>(endpoint as unknown as Called, { params, query: { ...filter, cursor } }, signal)) as Page<
    ItemOf<E>
  >

const itemsOf = <Item>({ pages }: InfiniteData<Page<Item>>): Item[] => pages.flatMap(({ data }) => data)

type Wanted<E extends Endpoint> = {
  /** Beginning with what is listed: whoever changes that has all of it asked for again. */
  key: readonly string[]
  params?: Params
  filter: FilterOf<E>
  /** How soon these are asked for again. */
  pollOf?: (items: ItemOf<E>[]) => number | false
}

/** A list as far as it was read: `data` is what is in it. */
export const useList = <E extends ListEndpoint>(endpoint: E, { key, params, filter, pollOf }: Wanted<E>) =>
  useInfiniteQuery({
    queryKey: [...key, filter],
    queryFn: ({ pageParam, signal }) => readPage(endpoint, { filter, params }, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
    select: itemsOf<ItemOf<E>>,
    refetchInterval: ({ state: { data } }) => pollOf?.(data ? itemsOf(data) : []) ?? false,
  })

/** Goes through a list without showing it, so many pages at most. */
export async function* walkList<E extends ListEndpoint>(
  endpoint: E,
  filter: FilterOf<E>,
  { mostPages, signal }: { mostPages: number; signal: AbortSignal },
): AsyncGenerator<ItemOf<E>> {
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { data, meta } = await readPage(endpoint, { filter }, cursor, signal)
    yield* data
    if (meta.cursor === null) return
    cursor = meta.cursor
  }
}

/** Any file, as it is called. */
type CalledFile = FileEndpoint & { params: z.ZodMiniType<unknown, Params> }

/** Hands out what the filter leaves as a file. */
export const useDownload = <E extends FileEndpoint>(endpoint: E, name: string, params: Params = {}) =>
  useMutation({
    mutationFn: async (filter: QueryOf<E>) => {
      const text = await request<CalledFile>(endpoint as unknown as CalledFile, { params, query: filter })
      saveFile(name, new Blob([text as string], { type: 'text/csv' }))
    },
  })

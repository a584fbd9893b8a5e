import type { Endpoint, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { FileEndpoint, ListEndpoint, Page } from '@ingot/endpoints/list'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useMutation } from '@tanstack/react-query'
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

/** The age of the oldest page is that of the list. */
const listedIn = <Item>(data: InfiniteData<Page<Item>>) => ({
  items: itemsOf(data),
  asOf: data.pages.flatMap(({ meta }) => meta.asOf ?? []).sort()[0],
})

/** A list as far as it was read, and of when it is where that is a while ago. */
export type ListQuery<Item> = UseInfiniteQueryResult<Item[]> & { asOf?: string | undefined }

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
export const useList = <E extends ListEndpoint>(
  endpoint: E,
  { key, params, filter, pollOf }: Wanted<E>,
): ListQuery<ItemOf<E>> => {
  const query = useInfiniteQuery({
    queryKey: [...key, filter],
    queryFn: ({ pageParam, signal }) => readPage(endpoint, { filter, params }, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
    select: listedIn<ItemOf<E>>,
    refetchInterval: ({ state: { data } }) => pollOf?.(data ? itemsOf(data) : []) ?? false,
  })
  return { ...query, data: query.data?.items, asOf: query.data?.asOf } as ListQuery<ItemOf<E>>
}

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

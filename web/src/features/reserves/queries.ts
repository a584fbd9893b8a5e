import type { QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import {
  listPublicBars,
  publicBarFile,
  readBarList,
  readCoverage,
  readOperatorReserves,
  readReserves,
} from '@ingot/endpoints/reserves'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

const askEvery = 60_000

export const useReserves = () =>
  useQuery({
    queryKey: ['reserves'],
    queryFn: async ({ signal }) => (await request(readReserves, {}, signal)).data,
    refetchInterval: askEvery,
    refetchOnWindowFocus: true,
  })

export type Range = NonNullable<QueryOf<typeof readCoverage>['range']>

export const useCoverage = (range: Range) =>
  useQuery({
    queryKey: ['reserves', 'coverage', range],
    queryFn: async ({ signal }) => (await request(readCoverage, { query: { range } }, signal)).data,
    placeholderData: keepPreviousData,
  })

export type BarFilter = FilterOf<typeof listPublicBars>

export const useBars = (filter: BarFilter) => useList(listPublicBars, { key: ['reserves', 'bars'], filter })

export const useDownloadBars = () => useDownload(publicBarFile, 'bars.csv')

/** All bars of now. A proof is compared with those of its snapshot, which stand beside that. */
export const useDownloadBarList = () =>
  useMutation({
    mutationFn: async () => {
      const { data } = await request(readBarList, {})
      saveFile('bars.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    },
  })

export type OperatorReserves = ReplyOf<typeof readOperatorReserves>['data']

export const useOperatorReserves = () =>
  useQuery({
    queryKey: ['reserves', 'operator'],
    queryFn: async ({ signal }) => (await request(readOperatorReserves, {}, signal)).data,
    refetchInterval: askEvery,
  })

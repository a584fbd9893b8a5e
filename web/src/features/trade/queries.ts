import {
  downloadTrades,
  listTrades,
  makeQuote,
  type pairs,
  priceMovedDetails,
  type Quote,
  type ranges,
  readPosition,
  readPriceHistory,
  reserveQuote,
  type sides,
} from '@ingot/endpoints/trade'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import type { Quoting } from '../../lib/use-quote.ts'

export type Range = (typeof ranges)[number]
export type Pair = (typeof pairs)[number]
export type Side = (typeof sides)[number]

const historyPoll = 60_000

/** Without a range, of the shortest that has something to show. The line before stays in sight until the next has come. */
export const usePriceHistory = (range: Range | undefined) =>
  useQuery({
    queryKey: ['price', 'history', range ?? 'first'],
    queryFn: async ({ signal }) => (await request(readPriceHistory, { query: range ? { range } : {} }, signal)).data,
    refetchInterval: historyPoll,
    refetchOnWindowFocus: true,
    staleTime: historyPoll,
    placeholderData: keepPreviousData,
  })

export type PriceHistory = NonNullable<ReturnType<typeof usePriceHistory>['data']>

export type Wanted = { pair: Pair; side: Side; of: 'pay' | 'receive'; amount: string }

export const swapQuoting: Quoting<Wanted, Quote> = {
  name: 'swap',
  make: async (wanted, signal) => (await request(makeQuote, { body: wanted }, signal)).data,
  reserve: async (id) => (await request(reserveQuote, { params: { id } })).data,
  movedTo: (details) => priceMovedDetails.safeParse(details).data?.quote,
}

export type TradeFilter = FilterOf<typeof listTrades>

export const useTrades = (filter: TradeFilter) => useList(listTrades, { key: ['trades'], filter })

/** The customer's own trades for the chart: the last page is as much as fits beside a line. */
export const useChartTrades = (isWanted: boolean) =>
  useQuery({
    queryKey: ['trades', 'chart'],
    queryFn: async ({ signal }) => (await request(listTrades, {}, signal)).data,
    enabled: isWanted,
  })

export const useDownloadTrades = () => useDownload(downloadTrades, 'trades.csv')

const startOfDay = () => {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

export const usePosition = () =>
  useQuery({
    queryKey: ['position'],
    queryFn: async ({ signal }) => (await request(readPosition, { query: { since: startOfDay() } }, signal)).data,
    refetchInterval: historyPoll,
    refetchOnWindowFocus: true,
  })

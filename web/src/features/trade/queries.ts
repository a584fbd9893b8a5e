import {
  downloadTrades,
  listTrades,
  makeQuote,
  type pairs,
  type Quote,
  type ranges,
  readPosition,
  readPriceHistory,
  reserveQuote,
  type sides,
} from '@ingot/endpoints/trade'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

export type Range = (typeof ranges)[number]
export type Pair = (typeof pairs)[number]
export type Side = (typeof sides)[number]

const historyPoll = 60_000
const quoteRetry = 10_000

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

const quoteQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['quote', wanted],
    queryFn: async ({ signal }) => (await request(makeQuote, { body: wanted }, signal)).data,
    // Whoever shows it renews it, in step with the countdown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** A stale price or a busy server passes; an amount that is too small stays so. */
const passesByItself = (failure: Error) =>
  failure instanceof CallError && (failure.status === undefined || failure.status === 429 || failure.status >= 500)

/** The quote for what is wanted; the one before stays in sight until the next has come, so that nothing jumps. */
export const useQuoteQuery = (wanted: Wanted | null) =>
  useQuery({
    ...quoteQuery(wanted ?? { pair: 'QMGT/USDT', side: 'buy', of: 'pay', amount: '' }),
    enabled: wanted !== null,
    placeholderData: (before) => (wanted ? before : undefined),
    refetchInterval: ({ state }) => (state.error && passesByItself(state.error) ? quoteRetry : false),
  })

/** Holds the quote while the PIN is entered; the countdown then shows the longer time. */
export const useReserveQuote = () => {
  const client = useQueryClient()
  return async (wanted: Wanted, { id }: Quote): Promise<Quote> => {
    const { data } = await request(reserveQuote, { params: { id } })
    client.setQueryData(quoteQuery(wanted).queryKey, data)
    return data
  }
}

/** Puts figures that the server has made unasked in the place of those that are shown. */
export const useShowQuote = () => {
  const client = useQueryClient()
  return (wanted: Wanted, quote: Quote) => client.setQueryData(quoteQuery(wanted).queryKey, quote)
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

import {
  downloadFigure,
  type FigureName,
  type HistoryRange,
  listFigure,
  readDashboard,
  readWorth,
} from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import { noteFigures } from './dashboard-figures.ts'

const figuresPoll = 30_000
const worthPoll = 60_000

export type Dashboard = ReplyOf<typeof readDashboard>['data']

/** All figures are of one price, so that they fit each other. Beside the lines of one they stand still, as these do. */
export const useDashboard = ({ isLive }: { isLive: boolean }) =>
  useQuery({
    queryKey: ['dashboard', 'figures'],
    queryFn: async ({ signal }) => {
      const { data } = await request(readDashboard, {}, signal)
      noteFigures(data.figures)
      return data
    },
    refetchInterval: isLive && figuresPoll,
    refetchOnWindowFocus: isLive,
  })

/** Without a range, of the shortest that has something to show. The lines before stay in sight until the next have come. */
export const useWorth = (range: HistoryRange | undefined, product: HoldingProduct | undefined) =>
  useQuery({
    queryKey: ['dashboard', 'worth', range ?? 'first', product ?? 'all'],
    queryFn: async ({ signal }) => (await request(readWorth, { query: { range, product } }, signal)).data,
    refetchInterval: worthPoll,
    staleTime: worthPoll,
    placeholderData: keepPreviousData,
  })

export type Worth = ReplyOf<typeof readWorth>['data']

/** At the price of the figure itself, so that they add up to it however the price has moved since. */
type AtPrice = FilterOf<typeof listFigure>

export const useFigureLines = (figure: FigureName, filter: AtPrice) =>
  useList(listFigure, { key: ['dashboard', 'lines', figure], params: { figure }, filter })

export const useDownloadFigure = (figure: FigureName) => useDownload(downloadFigure, `${figure}.csv`, { figure })

import { ranges, type Trade } from '@ingot/endpoints/trade'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useDeferredValue } from 'react'
import { formatMoment } from '../../lib/local-format.ts'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './price-chart.module.css'
import { type ChartTrade, type Pointed, PriceLine } from './price-line.tsx'
import { type Range, useChartTrades, usePriceHistory } from './queries.ts'

type History = NonNullable<ReturnType<typeof usePriceHistory>['data']>

/** The own trades in gold, each at the last price before it: while the market is closed, that is the last one of all. */
const tradesOn = ({ candles }: History, trades: readonly Trade[]): ChartTrade[] =>
  trades.flatMap((trade) => {
    if (!trade.pair.startsWith('QMGT/')) return []
    const at = Date.parse(trade.at)
    const candle = candles.findLast((candle) => Date.parse(candle.at) <= at)
    return candle ? [{ at: candle.at, side: trade.side }] : []
  })

const tradeWords: Record<ChartTrade['side'], string> = { buy: 'You bought', sell: 'You sold' }

/** The same as the line, for whoever does not see it. */
const PriceTable = ({ history, trades }: { history: History; trades: readonly ChartTrade[] }) => (
  <VisuallyHidden>
    <table>
      <caption>Price of one gram of fine gold, {history.range}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">USD</th>
          <th scope="col">Your trades</th>
        </tr>
      </thead>
      <tbody>
        {history.candles.map(({ at, close }) => (
          <tr key={at}>
            <th scope="row">{formatMoment(new Date(at))}</th>
            <td>{close}</td>
            <td>
              {trades
                .filter((trade) => trade.at === at)
                .map(({ side }) => tradeWords[side])
                .join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
)

type Chart = {
  range: Range
  showsTrades: boolean
  pointed: Pointed | null
  onPoint: (pointed: Pointed | null) => void
}

const choices = ranges.map((range) => ({ value: range, label: range }))

const Line = ({ range, showsTrades, pointed, onPoint }: Chart) => {
  const { data, isError, isFetching, refetch } = usePriceHistory(range)
  // Drawn bit by bit, so that the page stays awake on a slow phone.
  const history = useDeferredValue(data, undefined)
  const { data: trades = [] } = useChartTrades(showsTrades)
  if (!history)
    return isError ? (
      <FailedState title="The chart could not be read" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service is busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the chart">
        <Skeleton height={256} />
      </LoadingState>
    )
  if (history.candles.length === 0)
    return <EmptyState title="No prices yet">There was no price in this time. Choose a longer one.</EmptyState>
  const marks = tradesOn(history, trades)
  return (
    <>
      <PriceLine candles={history.candles} trades={marks} pointed={pointed} onPoint={onPoint} />
      <PriceTable history={history} trades={marks} />
    </>
  )
}

/** The line, and the choice of its range. */
export const PriceChart = ({ onRange, ...chart }: Chart & { onRange: (range: Range) => void }) => (
  <div className={classes.chart}>
    <div className={classes.line}>
      <Line {...chart} />
    </div>
    <Segments label="Range of the chart" choices={choices} value={chart.range} onChange={onRange} />
  </div>
)

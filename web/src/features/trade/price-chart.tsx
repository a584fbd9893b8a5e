import { ranges, type Trade } from '@ingot/endpoints/trade'
import { Skeleton } from '@mantine/core'
import { useDeferredValue } from 'react'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import type { Chart, Point } from './chart-points.ts'
import classes from './price-chart.module.css'
import { type ChartTrade, PriceLine } from './price-line.tsx'
import { PriceTable } from './price-table.tsx'
import { type Range, useChartTrades } from './queries.ts'

/** The own trades in gold, each at its time; one that is newer than the line stands at its end. */
const tradesOn = ({ from, to }: Chart, trades: readonly Trade[]): ChartTrade[] =>
  trades.flatMap(({ pair, side, at }) => {
    const time = Date.parse(at)
    return pair.startsWith('QMGT/') && time >= from ? [{ at: Math.min(time, to), side }] : []
  })

/** What was read, and how to read it again. */
export type ReadChart = {
  shown: { range: Range; chart: Chart } | undefined
  isFailed: boolean
  isFetching: boolean
  retry: () => void
}

type Pointing = { showsTrades: boolean; pointed: Point | null; onPoint: (pointed: Point | null) => void }

const choices = ranges.map((range) => ({ value: range, label: range }))

const Line = ({ read, showsTrades, pointed, onPoint }: Pointing & { read: ReadChart }) => {
  // Drawn bit by bit, so that the page stays awake on a slow phone.
  const shown = useDeferredValue(read.shown, undefined)
  const { data: trades = [] } = useChartTrades(showsTrades)
  if (!shown)
    return read.isFailed ? (
      <FailedState title="The chart could not be loaded" isRetrying={read.isFetching} onRetry={read.retry}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the chart">
        <Skeleton height={256} />
      </LoadingState>
    )
  const { range, chart } = shown
  if (chart.points.length === 0)
    return <EmptyState title="No prices yet">There are no prices for this period. Choose a longer range.</EmptyState>
  const marks = tradesOn(chart, trades)
  return (
    <>
      <PriceLine chart={chart} trades={marks} pointed={pointed} onPoint={onPoint} />
      <PriceTable range={range} chart={chart} trades={marks} />
      {marks.length > 0 && (
        <p className={classes.legend} aria-hidden="true">
          <b>B</b> you bought, <b>S</b> you sold
        </p>
      )}
    </>
  )
}

/** The line, and the choice of its range. */
export const PriceChart = ({
  range,
  onRange,
  ...line
}: Pointing & { read: ReadChart; range: Range | undefined; onRange: (range: Range) => void }) => (
  <div className={classes.chart}>
    <div className={classes.line}>
      <Line {...line} />
    </div>
    <Segments label="Range of the chart" choices={choices} value={range} onChange={onRange} />
  </div>
)

import '@mantine/core/styles/Input.css'
import { type HistoryRange, historyRanges } from '@ingot/endpoints/dashboard'
import { type HoldingProduct, holdingProducts } from '@ingot/endpoints/holding-fields'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { subtractDecimals } from '../../lib/decimal-text.ts'
import { productWords } from '../../lib/holding-words.ts'
import { formatDay } from '../../lib/local-format.ts'
import { DollarResult, Dollars, PositionFigure } from '../../ui/position-figures.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { Part } from './part.tsx'
import { useWorth } from './queries.ts'
import classes from './worth-card.module.css'
import { WorthLines } from './worth-lines.tsx'
import { type WorthChart, type WorthPoint, worthChart } from './worth-points.ts'
import { WorthTable } from './worth-table.tsx'

const ranges = historyRanges.map((range) => ({ value: range, label: range === 'ALL' ? 'All' : range }))

const all = 'All products'
const choices = [
  { value: '', label: all },
  ...holdingProducts.map((product) => ({ value: product, label: productWords[product].name })),
]

/** Of the day that is pointed at, or of now. */
const Shown = ({ point, isNow }: { point: WorthPoint | undefined; isNow: boolean }) => {
  const { value = null, cost = null } = point ?? {}
  return (
    <>
      <p className={classes.when}>{point && !isNow ? formatDay(new Date(point.at)) : 'Today'}</p>
      <dl className={classes.figures}>
        <PositionFigure name="Value">
          <Dollars value={value} />
        </PositionFigure>
        <PositionFigure name="Cost">
          <Dollars value={cost} />
        </PositionFigure>
        <PositionFigure name="Value less cost">
          <DollarResult value={value === null || cost === null ? null : subtractDecimals(value, cost)} />
        </PositionFigure>
      </dl>
    </>
  )
}

const Legend = ({ hasMoved }: { hasMoved: boolean }) => (
  <ul className={classes.legend}>
    <li data-kind="gold">Value, if sold then</li>
    <li data-kind="plain">Cost, fees included</li>
    {hasMoved && (
      <li>
        <b>M</b> gold delivered, passed on or received: neither a gain nor a loss
      </li>
    )}
  </ul>
)

const Drawn = ({ chart, range, of }: { chart: WorthChart; range: HistoryRange; of: string }) => {
  const [pointed, setPointed] = useState<number | null>(null)
  const { points } = chart
  return (
    <>
      <Shown point={points[pointed ?? points.length - 1] ?? points.at(-1)} isNow={pointed === null} />
      <WorthLines chart={chart} pointed={pointed} onPoint={setPointed} />
      <WorthTable range={range} of={of} chart={chart} />
      <Legend hasMoved={points.some(({ moved }) => moved !== null)} />
    </>
  )
}

const Chart = ({ worth, of }: { worth: ReturnType<typeof useWorth>; of: string }) => {
  const { isError, isFetching, refetch } = worth
  // Drawn bit by bit, so that the page stays awake on a slow phone.
  const data = useDeferredValue(worth.data, undefined)
  const chart = useMemo(() => data && worthChart(data), [data])
  if (data && chart) return <Drawn key={`${data.range} ${of}`} chart={chart} range={data.range} of={of} />
  if (data) return <EmptyState title="Nothing in this time">Nothing was held then. Choose a longer range.</EmptyState>
  if (isError)
    return (
      <FailedState title="The chart could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    )
  return (
    <LoadingState label="Loading the chart">
      <Skeleton height={352} />
    </LoadingState>
  )
}

/** What was held on each day: its value against what it had cost. It ends today. */
export const WorthCard = () => {
  const [range, setRange] = useState<HistoryRange>()
  const [product, setProduct] = useState<HoldingProduct>()
  const worth = useWorth(range, product)
  return (
    <Part title="Value against cost">
      <div className={classes.choices}>
        <NativeSelect
          label="Product"
          data={choices}
          value={product ?? ''}
          onChange={({ currentTarget: { value } }) => setProduct(holdingProducts.find((one) => one === value))}
        />
        <Segments label="Range of the chart" choices={ranges} value={range ?? worth.data?.range} onChange={setRange} />
      </div>
      <div className={classes.chart}>
        <Chart worth={worth} of={product ? productWords[product].name : all} />
      </div>
      <p className={classes.note}>
        Of what you held at the end of each day, by UTC. Gold that you ended has left both lines; what it brought is
        under Cash-out. The past says nothing about the future.
      </p>
    </Part>
  )
}

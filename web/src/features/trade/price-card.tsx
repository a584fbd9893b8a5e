import type { Price } from '@ingot/endpoints/trade'
import { Skeleton } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { percentBetween } from '../../lib/decimal-text.ts'
import { formatDay } from '../../lib/local-format.ts'
import { usePrice } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { MarketNote } from '../../ui/market-note.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Result } from '../../ui/result.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import { type Chart, chartOf, type Point } from './chart-points.ts'
import classes from './price-card.module.css'
import { PriceChart, type ReadChart } from './price-chart.tsx'
import { priceText } from './price-line.tsx'
import { type Range, usePriceHistory } from './queries.ts'

const ranges: Record<Range, string> = { '1D': 'day', '1W': 'week', '1M': 'month', '1Y': 'year' }

const Change = ({ range, chart: { from, points } }: { range: Range; chart: Chart }) => {
  const [first, last] = [points.at(0), points.at(-1)]
  const percent = first && last && percentBetween(first.price, last.price)
  if (percent === undefined) return <span>—</span>
  return (
    <span>
      <Result value={percent}>{(signed) => `${signed} %`}</Result>{' '}
      {first && first.at > from ? `since ${formatDay(new Date(first.at))}` : `in the past ${ranges[range]}`}
    </span>
  )
}

const Figures = ({ price, pointed, read }: { price: Price; pointed: Point | null; read: ReadChart }) => (
  <>
    <p className={classes.price}>
      <Amount value={pointed?.price ?? price.perGram} asset="USD per gram" decimals={2} rolls={!pointed} />
    </p>
    <p className={classes.aside}>
      {pointed ? (
        <Moment at={new Date(pointed.at).toISOString()} />
      ) : read.shown ? (
        <Change {...read.shown} />
      ) : (
        <span>—</span>
      )}
      <span className={classes.ounce} data-is-hidden={pointed !== null}>
        <Amount value={price.perOunce} asset="USD per troy ounce" decimals={2} />
      </span>
    </p>
    <p className={classes.mid}>
      Mid price
      {price.tradable && `: you buy at ${priceText(price.buy)} and sell at ${priceText(price.sell)}, before the fee`}
    </p>
  </>
)

const Figure = ({ pointed, read }: { pointed: Point | null; read: ReadChart }) => {
  const { data: price, error, isFetching, refetch } = usePrice()
  if (price === undefined && !error)
    return (
      <LoadingState label="Loading the gold price">
        <Skeleton height={42} width="9rem" mt={4} />
        <Skeleton height={16} width="14rem" mt={12} />
      </LoadingState>
    )
  if (price === undefined)
    return (
      <div className={classes.unknown}>
        <FailedState title="Price of one gram: —" isRetrying={isFetching} onRetry={() => void refetch()}>
          The price could not be loaded. Your connection may be down, or the service may be busy.
        </FailedState>
      </div>
    )
  if (price === null) return <p className={classes.price}>—</p>
  return <Figures price={price} pointed={pointed} read={read} />
}

/** The line of a range, up to the price that is shown above it. */
const useChart = (range: Range | undefined): ReadChart => {
  const { data: history, isError, isFetching, refetch } = usePriceHistory(range)
  const price = usePrice().data
  const shown = useMemo(() => history && { range: history.range, chart: chartOf(history, price) }, [history, price])
  return { shown, isFailed: isError, isFetching, retry: () => void refetch() }
}

/** The live price with its chart. */
export const PriceCard = ({ showsTrades = false, children }: { showsTrades?: boolean; children?: ReactNode }) => {
  const [chosen, setChosen] = useState<Range>()
  const [pointed, setPointed] = useState<Point | null>(null)
  const price = usePrice().data
  const read = useChart(chosen)
  const choose = (range: Range) => {
    setChosen(range)
    setPointed(null)
  }
  return (
    <Card as="section" className={classes.card} aria-labelledby="price-title">
      <header className={classes.header} data-says-market={!showsTrades}>
        <h2 id="price-title" className={classes.title}>
          Fine gold
        </h2>
        <Figure pointed={pointed} read={read} />
        {/* Beside the trade, which says how the market stands, only what the line shows is left to say. */}
        {!showsTrades && <MarketNote price={price} hasLine />}
      </header>
      <PriceChart
        range={chosen ?? read.shown?.range}
        read={read}
        showsTrades={showsTrades}
        pointed={pointed}
        onRange={choose}
        onPoint={setPointed}
      />
      {showsTrades && price?.state === 'closed' && <p className={classes.mid}>The dashed line is the last price.</p>}
      {children}
    </Card>
  )
}

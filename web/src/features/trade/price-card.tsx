import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { percentBetween } from '../../lib/decimal-text.ts'
import { usePrice } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Result } from '../../ui/result.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import { MarketNote } from './market-note.tsx'
import classes from './price-card.module.css'
import type { Pointed } from './price-line.tsx'
import { type Range, usePriceHistory } from './queries.ts'
import { useSeen } from './use-seen.ts'

// The chart's library is larger than the page around it.
const PriceChart = lazy(() => import('./price-chart.tsx').then((module) => ({ default: module.PriceChart })))

const ranges: Record<Range, string> = { '1D': 'a day', '1W': 'a week', '1M': 'a month', '1Y': 'a year' }

const Change = ({ range }: { range: Range }) => {
  const candles = usePriceHistory(range).data?.candles
  const [first, last] = [candles?.at(0), candles?.at(-1)]
  const percent = first && last && percentBetween(first.open, last.close)
  if (percent === undefined) return <span>—</span>
  return (
    <span>
      <Result value={percent}>{(signed) => `${signed} %`}</Result> in {ranges[range]}
    </span>
  )
}

const Figure = ({ pointed, range }: { pointed: Pointed | null; range: Range }) => {
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
          The price could not be read. Your connection may be down, or the service is busy.
        </FailedState>
      </div>
    )
  if (price === null) return <p className={classes.price}>—</p>
  return (
    <>
      <p className={classes.price}>
        <Amount value={pointed?.price ?? price.perGram} asset="USD for a gram" decimals={2} rolls={!pointed} />
      </p>
      <p className={classes.aside}>
        {pointed ? (
          <Moment at={pointed.at} />
        ) : (
          <>
            <Change range={range} />
            <span className={classes.ounce}>
              <Amount value={price.perOunce} asset="USD for an ounce" decimals={2} />
            </span>
          </>
        )}
      </p>
    </>
  )
}

const ChartInWaiting = () => <div className={classes.chart} aria-hidden="true" />

/** The live price with its chart. The chart comes when it is in sight and the page is otherwise done. */
export const PriceCard = ({ showsTrades = false, children }: { showsTrades?: boolean; children?: ReactNode }) => {
  const [range, setRange] = useState<Range>('1D')
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [place, isSeen] = useSeen()
  const price = usePrice().data
  return (
    <section className={classes.card} aria-labelledby="price-title">
      <header className={classes.header}>
        <h2 id="price-title" className={classes.title}>
          Fine gold
        </h2>
        <Figure pointed={pointed} range={range} />
      </header>
      {!showsTrades && <MarketNote price={price} />}
      <div ref={place} className={classes.place}>
        {isSeen ? (
          <Suspense fallback={<ChartInWaiting />}>
            <PriceChart range={range} showsTrades={showsTrades} onRange={setRange} onPoint={setPointed} />
          </Suspense>
        ) : (
          <ChartInWaiting />
        )}
      </div>
      {children}
    </section>
  )
}

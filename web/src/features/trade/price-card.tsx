import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { percentBetween } from '../../lib/decimal-text.ts'
import { usePrice } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Result } from '../../ui/result.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import { MarketNote } from './market-note.tsx'
import classes from './price-card.module.css'
import { PriceChart } from './price-chart.tsx'
import type { Pointed } from './price-line.tsx'
import { type Range, usePriceHistory } from './queries.ts'

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

/** The live price with its chart. */
export const PriceCard = ({ showsTrades = false, children }: { showsTrades?: boolean; children?: ReactNode }) => {
  const [range, setRange] = useState<Range>('1D')
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const price = usePrice().data
  const choose = (chosen: Range) => {
    setRange(chosen)
    setPointed(null)
  }
  return (
    <Card as="section" className={classes.card} aria-labelledby="price-title">
      <header className={classes.header}>
        <h2 id="price-title" className={classes.title}>
          Fine gold
        </h2>
        <Figure pointed={pointed} range={range} />
      </header>
      <PriceChart range={range} showsTrades={showsTrades} pointed={pointed} onRange={choose} onPoint={setPointed} />
      {!showsTrades && <MarketNote price={price} />}
      {children}
    </Card>
  )
}

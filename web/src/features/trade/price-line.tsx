import { type PointerEvent, useMemo } from 'react'
import { numberFormat } from '../../lib/local-format.ts'
import { priceScale, timeTicks } from './chart-scale.ts'
import classes from './price-line.module.css'
import type { Side } from './queries.ts'

export type ChartTrade = { at: string; side: Side }

/** What the pointer is on. */
export type Pointed = { at: string; price: string }

type Candle = { at: string; close: string }

const locales = [...navigator.languages]

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** Nearer to a side a label would be cut off. */
const sideRoom = 0.06

const timesOf = (candles: readonly Candle[]) =>
  timeTicks(
    candles.map(({ at }) => at),
    locales,
  )

/** Places of the candles, as shares of the drawing from its upper left corner. */
const layOut = (candles: readonly Candle[]) => {
  const prices = candles.map(({ close }) => Number(close))
  const { low, high, ticks } = priceScale(prices)
  const left = (index: number) => (candles.length > 1 ? index / (candles.length - 1) : 0.5)
  const top = (price: number) => (high - price) / (high - low)
  const places = prices.map((price, index) => ({ left: left(index), top: top(price) }))
  return {
    places,
    rules: ticks.map((price) => ({ top: percent(top(price)), label: numberFormat(2).format(price) })),
    times: timesOf(candles)
      .map(({ index, label }) => ({ left: left(index), label }))
      .filter((time) => time.left > sideRoom && time.left < 1 - sideRoom),
    // The drawing is stretched to its place; the stroke is not.
    path: `M${places.map((place) => `${(place.left * 1_000).toFixed(1)} ${(place.top * 1_000).toFixed(1)}`).join('L')}`,
  }
}

type Layout = ReturnType<typeof layOut>

const Rules = ({ rules, times }: Pick<Layout, 'rules' | 'times'>) => (
  <>
    {rules.map(({ top, label }) => (
      <div key={label} className={classes.rule} style={{ top }}>
        <span>{label}</span>
      </div>
    ))}
    {times.map(({ left, label }) => (
      <span key={left} className={classes.time} style={{ left: percent(left) }}>
        {label}
      </span>
    ))}
  </>
)

/** An arrow up where gold was bought and one down where it was sold: told apart by shape, not by colour. */
const Marks = ({
  candles,
  trades,
  places,
}: { candles: readonly Candle[]; trades: readonly ChartTrade[] } & Pick<Layout, 'places'>) => {
  const marks = new Map(trades.map(({ at, side }) => [`${at} ${side}`, { at, side }]))
  return [...marks].map(([key, { at, side }]) => {
    const place = places[candles.findIndex((candle) => candle.at === at)]
    return (
      place && (
        <span
          key={key}
          className={classes.mark}
          data-side={side}
          style={{ left: percent(place.left), top: percent(place.top) }}
        >
          {side === 'buy' ? 'B' : 'S'}
        </span>
      )
    )
  })
}

/** One gold line. Hidden from screen readers, for whom the table beside it is. */
export const PriceLine = ({
  candles,
  trades,
  pointed,
  onPoint,
}: {
  candles: readonly Candle[]
  trades: readonly ChartTrade[]
  pointed: Pointed | null
  onPoint: (pointed: Pointed | null) => void
}) => {
  const { places, rules, times, path } = useMemo(() => layOut(candles), [candles])
  const onMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    const candle = candles[Math.round(share * (candles.length - 1))]
    if (candle) onPoint({ at: candle.at, price: candle.close })
  }
  const place = pointed && places[candles.findIndex(({ at }) => at === pointed.at)]
  return (
    <div className={classes.chart} aria-hidden="true">
      <div className={classes.plot} onPointerMove={onMove} onPointerDown={onMove} onPointerLeave={() => onPoint(null)}>
        <Rules rules={rules} times={times} />
        <svg
          className={classes.line}
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path d={path} />
        </svg>
        <Marks candles={candles} trades={trades} places={places} />
        {place && (
          <>
            <div className={classes.cross} style={{ left: percent(place.left) }} />
            <div className={classes.dot} style={{ left: percent(place.left), top: percent(place.top) }} />
          </>
        )}
      </div>
    </div>
  )
}

import { type ChangeEvent, type PointerEvent, useMemo } from 'react'
import { formatDecimal, formatMoment, glanceOf, numberFormat } from '../../lib/local-format.ts'
import { type Chart, heightAt, nearestTo, type Point } from './chart-points.ts'
import { priceScale, timeTicks } from './chart-scale.ts'
import classes from './price-line.module.css'
import type { Side } from './queries.ts'

export type ChartTrade = { at: number; side: Side }

const locales = [...navigator.languages]

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** As the headline writes it. */
export const priceText = (price: string): string => {
  const { whole, decimals } = formatDecimal(glanceOf(price, 2))
  return whole + decimals
}

/** Nearer to the last price than this, a rule's own would be written over it. */
const labelRoom = 0.08
/** How much of the line the first price, written on the narrowest phone, stands above or below. */
const beginning = 0.2

type Place = { left: number; top: number }

/** The drawing is stretched to its place; the stroke is not. */
const pathOf = (places: readonly Place[]) =>
  places.length > 0
    ? `M${places.map(({ left, top }) => `${(left * 1_000).toFixed(1)} ${(top * 1_000).toFixed(1)}`).join('L')}`
    : ''

/** Above what the line begins with or below it, whichever is nearer to the first price. */
const besideLine = (first: Place, places: readonly Place[]) => {
  const tops = places.filter(({ left }) => left - first.left < beginning).map(({ top }) => top)
  const [highest, lowest] = [Math.min(...tops), Math.max(...tops)]
  return first.top - highest <= lowest - first.top ? { side: 'above', top: highest } : { side: 'below', top: lowest }
}

/** Places in the drawing, as shares of it from its upper left corner. */
const layOut = ({ from, to, points, carriedFrom }: Chart) => {
  const { low, high, ticks } = priceScale(points.map(({ price }) => Number(price)))
  const left = (at: number) => (at - from) / (to - from)
  const top = (price: number) => (high - price) / (high - low)
  const place = ({ at, price }: Point) => ({ left: left(at), top: top(Number(price)) })
  // Only what is written is put into words: for each point of the line that takes longer than all the rest.
  const written = (point: Point | undefined) => point && { ...place(point), label: priceText(point.price) }
  const places = points.map(place)
  const [first, last] = [written(points.at(0)), written(points.at(-1))]
  const carried = points.filter(({ at }) => at > carriedFrom)
  const turn = last && carried.length > 0 ? [{ left: left(carriedFrom), top: last.top }] : []
  return {
    left,
    top,
    first: first && { ...first, ...besideLine(first, places) },
    last,
    rules: ticks
      .map((price) => ({ top: top(price), label: numberFormat(2).format(price) }))
      .map((rule) => ({ ...rule, isHidden: last !== undefined && Math.abs(rule.top - last.top) < labelRoom })),
    times: timeTicks({ from, to }, locales).map(({ at, label }) => ({ left: left(at), label })),
    path: pathOf([...places.slice(0, places.length - carried.length), ...turn]),
    carriedPath: pathOf([...turn, ...carried.map(place)]),
  }
}

type Layout = ReturnType<typeof layOut>

const Rules = ({ rules, times, last }: Pick<Layout, 'rules' | 'times' | 'last'>) => (
  <>
    {rules.map(({ top, label, isHidden }) => (
      <div key={label} className={classes.rule} style={{ top: percent(top) }}>
        {!isHidden && <span>{label}</span>}
      </div>
    ))}
    {times.map(({ left, label }) => (
      <span key={left} className={classes.time} style={{ left: percent(left) }}>
        {label}
      </span>
    ))}
    {last && (
      <span className={classes.last} style={{ top: percent(last.top) }}>
        {last.label}
      </span>
    )}
  </>
)

/** Marks of one side that would lie on each other are one. */
const markShare = 0.01

/** An arrow up where gold was bought and one down where it was sold: told apart by shape, not by colour. */
const Marks = ({ chart, trades, layout }: { chart: Chart; trades: readonly ChartTrade[]; layout: Layout }) => {
  const marks = new Map(
    trades.flatMap(({ at, side }) => {
      const price = heightAt(chart.points, at)
      if (price === undefined) return []
      const left = layout.left(at)
      return [[`${side} ${Math.round(left / markShare)}`, { side, left, top: layout.top(price) }] as const]
    }),
  )
  return [...marks].map(([key, { side, left, top }]) => (
    <span key={key} className={classes.mark} data-side={side} style={{ left: percent(left), top: percent(top) }}>
      {side === 'buy' ? 'B' : 'S'}
    </span>
  ))
}

const Cross = ({ left, top }: { left: number; top: number }) => (
  <>
    <div className={classes.cross} style={{ left: percent(left) }} />
    <div className={classes.dot} style={{ left: percent(left), top: percent(top) }} />
  </>
)

type PriceLineProps = {
  chart: Chart
  trades: readonly ChartTrade[]
  pointed: Point | null
  onPoint: (pointed: Point | null) => void
}

/** By arrow keys what a pointer does; also the one part of the line that screen readers find, beside its table. */
const Slider = ({ chart: { points }, pointed, onPoint }: Omit<PriceLineProps, 'trades'>) => {
  const index = pointed ? nearestTo(points, pointed.at) : points.length - 1
  const point = points[index]
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    onPoint(points[Number(currentTarget.value)] ?? null)
  return (
    <input
      className={classes.slider}
      type="range"
      aria-label="Price at a time"
      aria-valuetext={point && `${priceText(point.price)} USD per gram, ${formatMoment(new Date(point.at))}`}
      min={0}
      max={points.length - 1}
      value={index}
      onChange={onChange}
      onBlur={() => onPoint(null)}
    />
  )
}

/** One gold line over the whole window, dashed where the last price is carried. */
export const PriceLine = ({ chart, trades, pointed, onPoint }: PriceLineProps) => {
  const layout = useMemo(() => layOut(chart), [chart])
  const { left, top, first, last, path, carriedPath } = layout
  const onMove = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    onPoint(chart.points[nearestTo(chart.points, chart.from + share * (chart.to - chart.from))] ?? null)
  }
  return (
    <div className={classes.chart}>
      <div className={classes.plot} onPointerMove={onMove} onPointerDown={onMove} onPointerLeave={() => onPoint(null)}>
        <div aria-hidden="true">
          <Rules {...layout} />
          <svg
            className={classes.line}
            viewBox="0 0 1000 1000"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path d={path} />
            {carriedPath && <path className={classes.carried} d={carriedPath} />}
          </svg>
          {first && (
            <span
              className={classes.first}
              data-side={first.side}
              style={{ left: percent(first.left), top: percent(first.top) }}
            >
              {first.label}
            </span>
          )}
          {last && <div className={classes.dot} style={{ left: percent(last.left), top: percent(last.top) }} />}
          <Marks chart={chart} trades={trades} layout={layout} />
          {pointed && <Cross left={left(pointed.at)} top={top(Number(pointed.price))} />}
        </div>
        <Slider chart={chart} pointed={pointed} onPoint={onPoint} />
      </div>
    </div>
  )
}

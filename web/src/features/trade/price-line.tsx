import { useMemo } from 'react'
import { formatDecimal, formatMoment, glanceOf } from '../../lib/local-format.ts'
import { axesOf, ChartPlot, gridOf, pathOf, percent } from '../../ui/chart-plot.tsx'
import { nearestTo } from '../../ui/chart-points.ts'
import { type Chart, heightAt, type Point } from './chart-points.ts'
import classes from './price-line.module.css'
import type { Side } from './queries.ts'

export type ChartTrade = { at: number; side: Side }

const priceDecimals = 2

/** As the headline writes it. */
export const priceText = (price: string): string => {
  const { whole, decimals } = formatDecimal(glanceOf(price, priceDecimals))
  return whole + decimals
}

const layOut = (chart: Chart) => {
  const { points, carriedFrom } = chart
  const axes = axesOf(
    chart,
    points.map(({ price }) => Number(price)),
  )
  const { left, top } = axes
  const place = ({ at, price }: Point) => ({ kind: 'gold' as const, left: left(at), top: top(Number(price)) })
  // Only what is written is put into words: for each point of the line that takes longer than all the rest.
  const written = (point: Point) => ({ ...place(point), label: priceText(point.price) })
  const places = points.map(place)
  const [firsts, lasts] = [points.slice(0, 1).map(written), points.slice(-1).map(written)]
  const carried = points.filter(({ at }) => at > carriedFrom)
  const turn = carried.length > 0 ? lasts.map((last) => ({ left: left(carriedFrom), top: last.top })) : []
  const known = pathOf([...places.slice(0, places.length - carried.length), ...turn])
  const carriedPath = pathOf([...turn, ...carried.map(place)])
  return {
    left,
    top,
    place,
    places,
    first: firsts[0],
    lasts,
    grid: gridOf(chart, axes, priceDecimals),
    paths: [
      { d: known, kind: 'gold' as const },
      ...(carriedPath ? [{ d: carriedPath, kind: 'carried' as const }] : []),
    ],
  }
}

type Layout = ReturnType<typeof layOut>

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

const tellPoint = (point: Point | undefined) =>
  point ? `${priceText(point.price)} USD per gram, ${formatMoment(new Date(point.at))}` : ''

/** One gold line over the whole window, dashed where the last price is carried. */
export const PriceLine = ({
  chart,
  trades,
  pointed,
  onPoint,
}: {
  chart: Chart
  trades: readonly ChartTrade[]
  pointed: Point | null
  onPoint: (pointed: Point | null) => void
}) => {
  const { points } = chart
  const layout = useMemo(() => layOut(chart), [chart])
  const { place, places, first, lasts, grid, paths } = layout
  return (
    <ChartPlot
      span={chart}
      grid={grid}
      paths={paths}
      first={first}
      places={places}
      lasts={lasts}
      pointedAt={pointed ? [place(pointed)] : []}
      points={points}
      pointed={pointed && nearestTo(points, pointed.at)}
      onPoint={(index) => onPoint(index === null ? null : (points[index] ?? null))}
      label="Price at a time"
      tell={(index) => tellPoint(points[index])}
    >
      <Marks chart={chart} trades={trades} layout={layout} />
    </ChartPlot>
  )
}

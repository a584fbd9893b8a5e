import { useMemo } from 'react'
import { formatBriefDay, formatDecimal, glanceOf } from '../../lib/local-format.ts'
import { axesOf, ChartPlot, gridOf, pathOf, percent } from '../../ui/chart-plot.tsx'
import classes from './worth-lines.module.css'
import type { WorthChart, WorthPoint } from './worth-points.ts'

/** From here on cents are left out beside the lines, since they would take its room. */
const largeSum = 10_000

const textOf = (value: string, decimals = 2) => {
  const { whole, decimals: rest } = formatDecimal(glanceOf(value, decimals))
  return whole + rest
}

/** A sum as the lines and their table write it; unknown is not zero. */
export const sumText = (value: string | null): string => (value === null ? '—' : textOf(value))

/** What follows one another; a day without a value parts the line. */
const unbroken = <T,>(items: readonly (T | undefined)[]): T[][] => {
  const parts: T[][] = [[]]
  for (const item of items) {
    if (item === undefined) parts.push([])
    else parts.at(-1)?.push(item)
  }
  return parts.filter(({ length }) => length > 0)
}

const layOut = ({ span, points }: WorthChart) => {
  const sums = points.flatMap(({ cost, value }) => (value === null ? [Number(cost)] : [Number(cost), Number(value)]))
  const decimals = Math.max(...sums) >= largeSum ? 0 : 2
  const axes = axesOf(span, sums)
  const placeOf = (at: number, sum: string) => ({ left: axes.left(at), top: axes.top(Number(sum)) })
  const costAt = ({ at, cost }: WorthPoint) => ({
    ...placeOf(at, cost),
    kind: 'plain' as const,
    label: textOf(cost, decimals),
  })
  const valueAt = ({ at, value }: WorthPoint) =>
    value === null ? undefined : { ...placeOf(at, value), kind: 'gold' as const, label: textOf(value, decimals) }
  const spotsAt = (point: WorthPoint) => [valueAt(point), costAt(point)].filter((spot) => spot !== undefined)
  const last = points.at(-1)
  const [costs, values] = [points.map(costAt), points.map(valueAt)]
  const lasts = last ? spotsAt(last) : []
  return {
    spotsAt,
    lasts,
    first: values[0] ?? costs[0],
    places: [...costs, ...values.filter((spot) => spot !== undefined)],
    grid: gridOf(span, axes, decimals),
    paths: [
      { d: pathOf(costs), kind: 'plain' as const },
      { d: unbroken(values).map(pathOf).join(''), kind: 'gold' as const },
    ],
    marks: points.flatMap((point) => (point.moved === null ? [] : [costAt(point)])),
  }
}

const tellPoint = (point: WorthPoint | undefined) =>
  point
    ? `${formatBriefDay(new Date(point.at))}: value ${sumText(point.value)} USD, cost ${sumText(point.cost)} USD`
    : ''

/** Value in gold and cost in dashes, over the whole window; what was moved is marked, since it is neither gain nor loss. */
export const WorthLines = ({
  chart,
  pointed,
  onPoint,
}: {
  chart: WorthChart
  pointed: number | null
  onPoint: (pointed: number | null) => void
}) => {
  const { points, span } = chart
  const { spotsAt, marks, ...layout } = useMemo(() => layOut(chart), [chart])
  const point = pointed === null ? undefined : points[pointed]
  return (
    <ChartPlot
      span={span}
      {...layout}
      pointedAt={point ? spotsAt(point) : []}
      points={points}
      pointed={pointed}
      onPoint={onPoint}
      label="Value and cost on a day"
      tell={(index) => tellPoint(points[index])}
    >
      {marks.map(({ left, top }) => (
        <span key={left} className={classes.mark} style={{ left: percent(left), top: percent(top) }}>
          M
        </span>
      ))}
    </ChartPlot>
  )
}

import type { ChangeEvent, PointerEvent, ReactNode } from 'react'
import { numberFormat } from '../lib/local-format.ts'
import classes from './chart-plot.module.css'
import { nearestTo } from './chart-points.ts'
import { type Span, timeTicks, valueScale } from './chart-scale.ts'

const locales = [...navigator.languages]

/** Where something is in the drawing, as shares of it from its upper left corner. */
export type Place = { left: number; top: number }

/** A line of the drawing. `carried`: only what was known last; `plain`: one to compare with. */
type Kind = 'gold' | 'carried' | 'plain'

/** A place on a line. */
type Spot = Place & { kind: Kind }

type Labelled = Spot & { label: string }

export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

/** The drawing is stretched to its place; the stroke is not. */
export const pathOf = (places: readonly Place[]): string =>
  places.length > 0
    ? `M${places.map(({ left, top }) => `${(left * 1_000).toFixed(1)} ${(top * 1_000).toFixed(1)}`).join('L')}`
    : ''

/** Nearer to the value of an end than this, a rule's own would be written over it. */
const labelRoom = 0.08
/** How much of the line the first value, written on the narrowest phone, stands above or below. */
const beginning = 0.2

/** Above what the lines begin with or below it, whichever is nearer to the first value. */
const besideLine = (first: Place, places: readonly Place[]) => {
  const tops = places.filter(({ left }) => left - first.left < beginning).map(({ top }) => top)
  const [highest, lowest] = [Math.min(...tops), Math.max(...tops)]
  return first.top - highest <= lowest - first.top
    ? { side: 'above' as const, top: highest }
    : { side: 'below' as const, top: lowest }
}

/** Where a moment and a value lie in a window that has room for all of these values. */
export const axesOf = ({ from, to }: Span, values: readonly number[]) => {
  const { low, high, ticks } = valueScale(values)
  return {
    ticks,
    left: (at: number) => (at - from) / (to - from),
    top: (value: number) => (high - value) / (high - low),
  }
}

type Axes = ReturnType<typeof axesOf>

/** Round values and times to read the lines by. */
export const gridOf = (span: Span, { ticks, left, top }: Axes, decimals: number) => ({
  rules: ticks.map((value) => ({ top: top(value), label: numberFormat(decimals).format(value) })),
  times: timeTicks(span, locales).map(({ at, label }) => ({ left: left(at), label })),
})

type Grid = ReturnType<typeof gridOf>

/** Ends that would be written over each other move apart, each to its own side. */
const apart = (lasts: readonly Labelled[]): readonly Labelled[] => {
  const [upper, lower] = lasts.toSorted((one, other) => one.top - other.top)
  if (!upper || !lower || lower.top - upper.top >= labelRoom) return lasts
  const middle = (upper.top + lower.top) / 2
  return [
    { ...upper, top: middle - labelRoom / 2 },
    { ...lower, top: middle + labelRoom / 2 },
  ]
}

const Labels = ({ grid: { rules, times }, ends }: { grid: Grid; ends: readonly Labelled[] }) => (
  <>
    {rules.map(({ top, label }) => (
      <div key={label} className={classes.rule} style={{ top: percent(top) }}>
        {ends.every((end) => Math.abs(top - end.top) >= labelRoom) && <span>{label}</span>}
      </div>
    ))}
    {times.map(({ left, label }) => (
      <span key={left} className={classes.time} style={{ left: percent(left) }}>
        {label}
      </span>
    ))}
    {ends.map(({ kind, top, label }) => (
      <span key={kind} className={classes.last} style={{ top: percent(top) }}>
        {label}
      </span>
    ))}
  </>
)

/** What the line begins with, written beside it. */
const First = ({ first, places }: { first: Labelled; places: readonly Place[] }) => {
  const { side, top } = besideLine(first, places)
  return (
    <span className={classes.first} data-side={side} style={{ left: percent(first.left), top: percent(top) }}>
      {first.label}
    </span>
  )
}

const Dots = ({ spots }: { spots: readonly Spot[] }) =>
  spots.map(({ kind, left, top }) => (
    <div key={kind} className={classes.dot} data-kind={kind} style={{ left: percent(left), top: percent(top) }} />
  ))

type Pointing = {
  /** Oldest first. */
  points: readonly { at: number }[]
  /** Which of them is pointed at. */
  pointed: number | null
  onPoint: (pointed: number | null) => void
  /** What screen readers say of the one that is pointed at, or of the last one. */
  label: string
  tell: (index: number) => string
}

/** By arrow keys what a pointer does; also the one part of the drawing that screen readers find, beside its table. */
const Slider = ({ points, pointed, onPoint, label, tell }: Pointing) => {
  const index = pointed ?? points.length - 1
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onPoint(Number(currentTarget.value))
  return (
    <input
      className={classes.slider}
      type="range"
      aria-label={label}
      aria-valuetext={tell(index)}
      min={0}
      max={points.length - 1}
      value={index}
      onChange={onChange}
      onBlur={() => onPoint(null)}
    />
  )
}

/** Lines over a window of time, on a grid, with what is pointed at by a pointer, a finger or keys. */
export const ChartPlot = ({
  span,
  grid,
  paths,
  first,
  places,
  lasts,
  pointedAt,
  children,
  ...pointing
}: Pointing & {
  span: Span
  grid: Grid
  paths: readonly { d: string; kind: Kind }[]
  first: Labelled | undefined
  /** Every place of every line. */
  places: readonly Place[]
  /** Where the lines end. */
  lasts: readonly Labelled[]
  /** Where they are at the point that is pointed at. */
  pointedAt: readonly Spot[]
  /** Marks that stand in the drawing. */
  children?: ReactNode
}) => {
  const { points, onPoint } = pointing
  const room = Math.max(...[...grid.rules, ...lasts].map(({ label }) => label.length))
  const onMove = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    onPoint(nearestTo(points, span.from + share * (span.to - span.from)))
  }
  return (
    <div className={classes.chart} style={{ paddingRight: `calc(${room}ch + 0.75rem)` }}>
      <div className={classes.plot} onPointerMove={onMove} onPointerDown={onMove} onPointerLeave={() => onPoint(null)}>
        <div aria-hidden="true">
          <Labels grid={grid} ends={apart(lasts)} />
          <svg
            className={classes.line}
            viewBox="0 0 1000 1000"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {paths.map(({ d, kind }) => (
              <path key={kind} data-kind={kind} d={d} />
            ))}
          </svg>
          {first && <First first={first} places={places} />}
          <Dots spots={lasts} />
          {children}
          {pointedAt[0] && <div className={classes.cross} style={{ left: percent(pointedAt[0].left) }} />}
          <Dots spots={pointedAt} />
        </div>
        <Slider {...pointing} />
      </div>
    </div>
  )
}

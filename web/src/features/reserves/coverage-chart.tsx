import type { CoveragePoint } from '@ingot/endpoints/reserves'
import { VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatDecimal, formatMoment, glanceOf } from '../../lib/local-format.ts'
import { axesOf, ChartPlot, gridOf, pathOf } from '../../ui/chart-plot.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { type Range, useCoverage } from './queries.ts'
import classes from './reserves.module.css'
import { percentText } from './words.ts'

const ranges = [
  { value: 'day', label: 'Day' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const

const grams = (text: string): string => {
  const { whole, decimals } = formatDecimal(glanceOf(text, 2))
  return whole + decimals
}

type Mark = CoveragePoint & { time: number }

const layOut = (marks: readonly Mark[]) => {
  const span = { from: marks[0]?.time ?? 0, to: marks.at(-1)?.time ?? 1 }
  const axes = axesOf(
    span,
    marks.flatMap(({ fineGrams, owedGrams }) => [Number(fineGrams), Number(owedGrams)]),
  )
  const spot = (kind: 'gold' | 'plain', { time }: Mark, text: string) => ({
    kind,
    left: axes.left(time),
    top: axes.top(Number(text)),
    label: grams(text),
  })
  const fine = (mark: Mark) => spot('gold', mark, mark.fineGrams)
  const owed = (mark: Mark) => spot('plain', mark, mark.owedGrams)
  const [fines, oweds] = [marks.map(fine), marks.map(owed)]
  const last = marks.at(-1)
  return {
    spotsAt: (mark: Mark) => [fine(mark), owed(mark)],
    span,
    grid: gridOf(span, axes, 0),
    paths: [
      { kind: 'plain' as const, d: pathOf(oweds) },
      { kind: 'gold' as const, d: pathOf(fines) },
    ],
    first: undefined,
    places: [...fines, ...oweds],
    lasts: last ? [fine(last), owed(last)] : [],
  }
}

const tell = (mark: Mark | undefined): string =>
  mark
    ? `${formatMoment(new Date(mark.at))}: ${grams(mark.fineGrams)} g in the vault, ${grams(mark.owedGrams)} g owed${mark.coverage === null ? '' : `, ${percentText(mark.coverage)}`}`
    : ''

const Chart = ({ points }: { points: readonly CoveragePoint[] }) => {
  const [pointed, setPointed] = useState<number | null>(null)
  const marks = useMemo(() => points.map((point) => ({ ...point, time: Date.parse(point.at) })), [points])
  const { spotsAt, ...layout } = useMemo(() => layOut(marks), [marks])
  const point = pointed === null ? undefined : marks[pointed]
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{tell(point ?? marks.at(-1))}</figcaption>
      <ChartPlot
        {...layout}
        points={marks.map(({ time }) => ({ at: time }))}
        pointedAt={point ? spotsAt(point) : []}
        pointed={pointed}
        onPoint={setPointed}
        label="Coverage at a moment"
        tell={(index) => tell(marks[index])}
      />
      <ul className={classes.legend}>
        <li data-kind="gold">In the vault, in grams</li>
        <li data-kind="plain">Owed, in grams</li>
      </ul>
      <VisuallyHidden>
        <table>
          <caption>Gold in the vault and gold owed</caption>
          <thead>
            <tr>
              <th scope="col">At</th>
              <th scope="col">In the vault, in grams</th>
              <th scope="col">Owed, in grams</th>
            </tr>
          </thead>
          <tbody>
            {marks.map(({ at, fineGrams, owedGrams }) => (
              <tr key={at}>
                <th scope="row">{formatMoment(new Date(at))}</th>
                <td>{grams(fineGrams)}</td>
                <td>{grams(owedGrams)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

/** How it was before. */
export const CoverageChart = () => {
  const [range, setRange] = useState<Range>('month')
  const query = useCoverage(range)
  return (
    <section aria-labelledby="over-time">
      <div className={classes.filter}>
        <h2 id="over-time" className={classes.title}>
          Coverage over time
        </h2>
        <Segments label="How far back" choices={ranges} value={range} onChange={setRange} />
      </div>
      {!query.data && <Unread what="history" query={query} />}
      {query.data && query.data.length < 2 && (
        <EmptyState title="No history yet">Each minute is written down from the first one on.</EmptyState>
      )}
      {query.data && query.data.length >= 2 && <Chart points={query.data} />}
    </section>
  )
}

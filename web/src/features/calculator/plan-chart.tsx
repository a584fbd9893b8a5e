import type { ReckonedPlan } from '@ingot/endpoints/reckoning'
import { VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatDecimal, glanceOf } from '../../lib/local-format.ts'
import { axesOf, ChartPlot, gridOf, pathOf } from '../../ui/chart-plot.tsx'
import classes from './calculator.module.css'
import { growthWords } from './inputs.ts'

type Mark = ReckonedPlan['years'][number] & { at: number }

const whole = (amount: string): string => formatDecimal(glanceOf(amount, 0)).whole

/** Each year from today on. */
const marksOf = ({ years }: ReckonedPlan, now: Date): Mark[] =>
  years.map((mark, year) => ({
    ...mark,
    at: new Date(now.getFullYear() + year, now.getMonth(), now.getDate()).getTime(),
  }))

const layOut = (marks: readonly Mark[]) => {
  const span = { from: marks[0]?.at ?? 0, to: marks.at(-1)?.at ?? 1 }
  const axes = axesOf(
    span,
    marks.flatMap(({ paid, worth }) => [Number(paid), Number(worth)]),
  )
  const spot = (kind: 'gold' | 'plain', { at }: Mark, amount: string) => ({
    kind,
    left: axes.left(at),
    top: axes.top(Number(amount)),
    label: whole(amount),
  })
  const spotsAt = (mark: Mark) => [spot('gold', mark, mark.worth), spot('plain', mark, mark.paid)]
  const lines = marks.map(spotsAt)
  return {
    span,
    spotsAt,
    grid: gridOf(span, axes, 0),
    paths: [
      { kind: 'plain' as const, d: pathOf(lines.flatMap(([, paid]) => (paid ? [paid] : []))) },
      { kind: 'gold' as const, d: pathOf(lines.flatMap(([worth]) => (worth ? [worth] : []))) },
    ],
    first: undefined,
    places: lines.flat(),
    lasts: lines.at(-1) ?? [],
  }
}

const tell = (mark: Mark | undefined, year: number): string =>
  mark ? `After ${year} years: paid ${whole(mark.paid)} USDT, worth ${whole(mark.worth)} USDT as assumed` : ''

/** Drawn only once somebody has assumed something, which is named beside it. */
export const PlanChart = ({ plan, growth }: { plan: ReckonedPlan; growth: number }) => {
  const [pointed, setPointed] = useState<number | null>(null)
  const marks = useMemo(() => marksOf(plan, new Date()), [plan])
  const { spotsAt, ...layout } = useMemo(() => layOut(marks), [marks])
  const point = pointed === null ? undefined : marks[pointed]
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <strong>Your own assumption of {growthWords(growth)} a year, not a forecast.</strong>{' '}
        {tell(point, pointed ?? 0)}
      </figcaption>
      <ChartPlot
        {...layout}
        pointedAt={point ? spotsAt(point) : []}
        points={marks}
        pointed={pointed}
        onPoint={setPointed}
        label="A year of the plan"
        tell={(index) => tell(marks[index], index)}
      />
      <ul className={classes.legend}>
        <li data-kind="gold">Worth, if your assumption came true</li>
        <li data-kind="plain">Paid, fees included</li>
      </ul>
      <VisuallyHidden>
        <table>
          <caption>The plan at your own assumption of {growthWords(growth)} a year</caption>
          <thead>
            <tr>
              <th scope="col">After years</th>
              <th scope="col">Paid in USDT</th>
              <th scope="col">Worth in USDT, as assumed</th>
            </tr>
          </thead>
          <tbody>
            {marks.map(({ at, paid, worth }, year) => (
              <tr key={at}>
                <th scope="row">{year}</th>
                <td>{whole(paid)}</td>
                <td>{whole(worth)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

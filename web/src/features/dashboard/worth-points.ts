import type { HistoryRange } from '@ingot/endpoints/dashboard'
import { startOf } from '../../lib/days.ts'
import type { Span } from '../../ui/chart-scale.ts'
import type { Worth } from './queries.ts'

/** A day, and what was open at its end. */
export type WorthPoint = { at: number; cost: string; value: string | null; moved: string | null }

export type WorthChart = { span: Span; points: WorthPoint[] }

const months: Readonly<Record<HistoryRange, number | undefined>> = { '1M': 1, '3M': 3, '1Y': 12, ALL: undefined }

/** Less would be one line beside the other, from side to side. */
const leastDays = 7

/** Where the window of a range begins that ends on this day, whatever there is in it. */
const beginningOf = (range: HistoryRange, end: Date): number => {
  const back = months[range]
  const [year, month, day] = [end.getFullYear(), end.getMonth(), end.getDate()]
  const begins = back === undefined ? new Date(year, month, day - leastDays) : new Date(year, month - back, day)
  return begins.getTime()
}

/** Each day where the reader's own calendar has it, so that the times below the lines are its days. */
export const worthChart = ({ range, points: told }: Worth): WorthChart | undefined => {
  const points = told.map(({ on, ...point }) => ({ ...point, at: Date.parse(startOf(on) ?? '') }))
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) return undefined
  const from = Math.min(first.at, beginningOf(range, new Date(last.at)))
  return { span: { from, to: last.at }, points }
}

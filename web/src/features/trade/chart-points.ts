import type { Price } from '@ingot/endpoints/trade'
import type { PriceHistory } from './queries.ts'

/** A moment of the window and the price that held then, in the server's own digits. */
export type Point = { at: number; price: string }

/** What is drawn. Up to `carriedFrom` prices came in; from there on the last one holds, because the market is closed. */
export type Chart = { from: number; to: number; points: Point[]; carriedFrom: number }

type Live = Pick<Price, 'perGram' | 'at' | 'state'>

/** While nobody knows the price, the line ends with the last one that was known. */
const isKnown = (live: Live | null | undefined) => live?.state !== 'stale' && live?.state !== 'suspect'

/** The candles as the price at the end of each stretch, which holds until the next one. */
const pointsBefore = (end: number, from: number, { seconds, before, candles }: PriceHistory): Point[] => {
  const step = seconds * 1000
  const points: Point[] = before === null ? [] : [{ at: from, price: before }]
  const ends = candles.map(({ at }) => Date.parse(at) + step)
  let done = 0
  for (let at = (Math.floor(from / step) + 1) * step; at < end; at += step) {
    while ((ends[done] ?? Number.POSITIVE_INFINITY) <= at) done++
    const price = candles[done - 1]?.close ?? before
    if (price !== null) points.push({ at, price })
  }
  return points
}

/** The line over its whole window. It ends with the price that is shown above it. */
export const chartOf = (history: PriceHistory, live: Live | null | undefined): Chart => {
  const { candles, seconds, before } = history
  const liveAt = live && isKnown(live) ? Date.parse(live.at) : 0
  const to = Math.max(Date.parse(history.to), liveAt)
  const from = to - (Date.parse(history.to) - Date.parse(history.from))
  const lastCandle = candles.at(-1)
  const lastEnd = lastCandle ? Math.min(Date.parse(lastCandle.at) + seconds * 1000, to) : from
  const end = isKnown(live) ? to : lastEnd
  const price = (liveAt > 0 ? live?.perGram : undefined) ?? lastCandle?.close ?? before
  const points = pointsBefore(end, from, history)
  if (price !== null && end > from) points.push({ at: end, price })
  // The two answers are not of the same moment: what has a candle was not carried.
  const lastAt = Math.max(from, liveAt, lastCandle ? Date.parse(lastCandle.at) : 0)
  return { from, to, points, carriedFrom: live?.state === 'closed' ? Math.min(to, lastAt) : to }
}

/** Where the line is at a moment; undefined before it begins. After its end it is where it ended. */
export const heightAt = (points: readonly Point[], at: number): number | undefined => {
  const next = points.findIndex((point) => point.at >= at)
  const [before, after] = next === -1 ? [points.at(-1), undefined] : [points[next - 1], points[next]]
  if (!after) return before && Number(before.price)
  if (!before) return after.at === at ? Number(after.price) : undefined
  const share = (at - before.at) / (after.at - before.at)
  return Number(before.price) + (Number(after.price) - Number(before.price)) * share
}

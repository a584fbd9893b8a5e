import type * as calls from '@ingot/endpoints/dashboard'
import type { HistoryRange } from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { type HoldingProduct, holdingProducts } from '@ingot/endpoints/holding-fields'
import { signedText, worthOf } from '../trade/rules.ts'
import type { Dashboard } from './dashboard.ts'
import * as store from './days-store.ts'
import { lastBid } from './price.ts'
import { dayBefore, dayOf, daysBetween, endOf, thinned } from './rules.ts'

type Worth = ReplyOf<typeof calls.readWorth>['data']
type Point = Worth['points'][number]

/** A line of a screen shows no more. */
const mostPoints = 130

const daysOf: Record<Exclude<HistoryRange, 'ALL'>, number> = { '1M': 31, '3M': 92, '1Y': 366 }

const later = (one: string, other: string): string => (one > other ? one : other)

type Known = Omit<Point, 'moved'>

/** What a customer had at the end of days that are over. Where there is no row of a day, nothing was open. */
const readPast = async (
  { db, now }: Dashboard,
  customer: string,
  products: readonly HoldingProduct[],
  range: HistoryRange,
): Promise<Known[]> => {
  const today = dayOf(now())
  const { first, last } = await store.findSpan(db, customer, products)
  if (first === null || last === null) return []
  const from = range === 'ALL' ? first : later(first, dayBefore(today, daysOf[range]))
  // A clock that was set back must not tell of days to come.
  const days = thinned(daysBetween(from, last < today ? last : dayBefore(today)), mostPoints)
  const known = new Map((await store.readDays(db, customer, products, days)).map((row) => [row.day, row]))
  return days.map((day) => {
    const { cost = '0', value = '0' } = known.get(day) ?? {}
    return { on: day, cost: signedText(BigInt(cost)), value: value === null ? null : signedText(BigInt(value)) }
  })
}

const readToday = async (
  dashboard: Dashboard,
  customer: string,
  products: readonly HoldingProduct[],
): Promise<Known | undefined> => {
  const [{ positions }, last] = await Promise.all([dashboard.standings(customer), lastBid(dashboard)])
  const found = products.flatMap((product) => positions.get(product) ?? [])
  if (found.length === 0) return
  const values = found.map(({ open }) => (open === 0n ? 0n : last && worthOf(open, last.bid)))
  const value = values.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n)
  return {
    on: dayOf(dashboard.now()),
    cost: signedText(found.reduce((sum, { cost }) => sum + cost, 0n)),
    value: value === null ? null : signedText(value),
  }
}

/** What left to stay gold: told at the first point after it. */
const withMoved = (points: readonly Known[], moved: readonly { at: Date; units: string }[]): Point[] => {
  let since = Number.NEGATIVE_INFINITY
  return points.map((point) => {
    const until = endOf(point.on).getTime()
    const units = moved
      .filter(({ at }) => at.getTime() >= since && at.getTime() < until)
      .reduce((sum, each) => sum + BigInt(each.units), 0n)
    since = until
    return { ...point, moved: units === 0n ? null : signedText(units) }
  })
}

export const readWorth = async (
  dashboard: Dashboard,
  customer: string,
  range: HistoryRange = '3M',
  product?: HoldingProduct,
): Promise<Worth> => {
  const products = product ? [product] : holdingProducts
  const [past, today] = await Promise.all([
    readPast(dashboard, customer, products, range),
    readToday(dashboard, customer, products),
  ])
  const points = [...past, ...(today ? [today] : [])]
  const [first] = points
  if (!first) return { range, points: [] }
  // What had left before the first point shows in no step.
  const moved = await store.readMoved(dashboard.db, customer, products, new Date(Date.parse(first.on)))
  return { range, points: withMoved(points, moved) }
}

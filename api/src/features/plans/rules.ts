import { thing } from '@ingot/db/states'
import type { DueState, PlanState, Rhythm } from '@ingot/endpoints/plans'
import { policy } from '../../policy.ts'
import { dayAfter, dayIn } from '../statements/days.ts'

export const planMoves = thing<PlanState>({
  name: 'plan',
  table: 'plans',
  moves: { Active: ['Paused', 'Ended'], Paused: ['Active', 'Ended'], Ended: [] },
})

export const dueMoves = thing<DueState>({
  name: 'plan-due',
  table: 'plan_dues',
  moves: {
    Due: ['Booked', 'Waiting', 'Retrying', 'Skipped'],
    Waiting: ['Due', 'Booked', 'Retrying', 'Skipped'],
    Retrying: ['Booked', 'Skipped'],
    Booked: [],
    Skipped: [],
  },
})

/** On which days a plan buys. `on` is the day of the week or month; each day has none. */
export type Days = { every: Rhythm; on: number | null; zone: string; endsOn: string | null }

/** A day without a time, such as 2026-11-30, and the moment in it at which a plan buys. */
export type PlanDate = { on: string; at: Date }

const { hour, retryHours, waitDays } = policy.planDates

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** No zone is further from UTC. */
const furthestMinutes = 16 * 60

/** One of each zone: to make one takes longer than to use it a hundred times. Zones have many spellings, so not all are kept. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 1000

/** Writes moments as 2026-11-30 09:00, which sorts by itself. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const [numeric, two] = ['numeric', '2-digit'] as const
  const parts = { year: numeric, month: two, day: two, hour: two, minute: two }
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts })
  if (formats.size < mostFormats) formats.set(zone, format)
  return format
}

const wanted = `${String(hour).padStart(2, '0')}:00`

/**
 * The moment at which a plan buys on a day. It is looked for, not computed: where clocks are changed it is another one by UTC,
 * and where that hour is left out it is the next moment that exists.
 */
export const momentOf = (zone: string, day: string): Date => {
  const [format, target] = [formatOf(zone), `${day} ${wanted}`]
  const middle = Date.parse(`${day}T${wanted}:00Z`) / minuteMs
  let [low, high] = [middle - furthestMinutes, middle + furthestMinutes]
  while (low < high) {
    const half = Math.floor((low + high) / 2)
    if (format.format(half * minuteMs) < target) low = half + 1
    else high = half
  }
  return new Date(low * minuteMs)
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const textOf = (at: Date): string => at.toISOString().slice(0, 10)
const plusDays = (day: string, days: number): string => textOf(new Date(utc(day).getTime() + days * dayMs))

const laterOf = (one: string, other: string): string => (one < other ? other : one)

/** Monday is 1. */
const weekdayOf = (day: string): number => utc(day).getUTCDay() || 7

/** The day of a month, or its last where it has fewer. `months` counts from the month of a day. */
const dayOfMonth = (day: string, months: number, on: number): string => {
  const [year, month] = [utc(day).getUTCFullYear(), utc(day).getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return textOf(new Date(Date.UTC(year, month, Math.min(on, last))))
}

/** The first day of a rhythm that is not before the given one. */
const firstFrom = ({ every, on }: Pick<Days, 'every' | 'on'>, from: string): string => {
  if (every === 'day' || on === null) return from
  if (every === 'week') return plusDays(from, (on - weekdayOf(from) + 7) % 7)
  const inMonth = dayOfMonth(from, 0, on)
  return inMonth >= from ? inMonth : dayOfMonth(from, 1, on)
}

/** The first day of the week or month after the one that a day is in: until then there would be two in one. */
export const periodAfter = (every: Rhythm, day: string): string => {
  if (every === 'day') return dayAfter(day)
  if (every === 'week') return plusDays(day, 8 - weekdayOf(day))
  return dayOfMonth(day, 1, 1)
}

/** Years that a calendar can be asked for; beyond them nothing is due. */
const lastDay = '9000-12-31'

/** The days of a plan, from one on and until it ends. */
export function* daysFrom(days: Days, from: string): Generator<string, undefined> {
  const until = days.endsOn !== null && days.endsOn < lastDay ? days.endsOn : lastDay
  for (let day = firstFrom(days, from); day <= until; day = firstFrom(days, dayAfter(day))) yield day
  return undefined
}

type From = {
  now: Date
  /** Not before this day. */
  from?: string | undefined
  /** Days that were dates of the plan already, whatever became of them. */
  taken?: ReadonlySet<string>
}

/** The first date that is still to come; undefined when there is none. */
export const firstDate = (days: Days, { now, from, taken }: From): PlanDate | undefined => {
  const today = dayIn(days.zone, now)
  for (const on of daysFrom(days, laterOf(from ?? today, today))) {
    const at = momentOf(days.zone, on)
    if (at > now && !taken?.has(on)) return { on, at }
  }
  return
}

/**
 * The date after one that is over. It may have come meanwhile, as on a weekend: then it is done at once. What nobody looked at
 * for longer than a date may wait is not made up for.
 */
export const dateAfter = (days: Days, on: string, { now, taken }: Omit<From, 'from'>): PlanDate | undefined => {
  const earliest = dayIn(days.zone, new Date(now.getTime() - waitDays * dayMs))
  for (const day of daysFrom(days, laterOf(dayAfter(on), earliest)))
    if (!taken?.has(day)) return { on: day, at: momentOf(days.zone, day) }
  return
}

/** Whether the last day on which a plan buys is over at a moment. */
export const isOver = ({ zone, endsOn }: Pick<Days, 'zone' | 'endsOn'>, at: Date): boolean =>
  endsOn !== null && dayIn(zone, at) > endsOn

/** Whether a date has waited for a market or a price for as long as it may. */
export const hasWaited = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > waitDays * dayMs

/**
 * When a date is tried again that was missed so often, this time included; undefined when it is skipped: after the second try
 * more, at the latest when the next date comes, and never on a day after the plan's last.
 */
export const retryAt = (
  days: Days,
  { on, missed, firstMissedAt, now }: { on: string; missed: number; firstMissedAt: Date; now: Date },
): Date | undefined => {
  const hours = [retryHours.first, retryHours.second][missed - 1]
  if (days.every === 'day' || hours === undefined) return
  const at = new Date(Math.max(firstMissedAt.getTime() + hours * hourMs, now.getTime()))
  const next = dateAfter({ ...days, endsOn: null }, on, { now })
  if (next && next.at <= at) return
  return isOver(days, at) ? undefined : at
}

import { formatDay } from './local-format.ts'

/** What stands in two date fields: days of the reader's own zone, both included; empty when not chosen. */
export type Days = { from: string; until: string }

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day's beginning in the reader's own zone, or that of a later one; undefined for what is no day. */
export const startOf = (day: string, daysLater = 0): string | undefined => {
  const [, year, month, date] = dayPattern.exec(day) ?? []
  if (year === undefined) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** The same as moments, as lists are asked for: from the first one on, and before the other. */
export const momentsOf = ({ from, until }: Days): { from: string | undefined; until: string | undefined } => ({
  from: startOf(from),
  until: startOf(until, 1),
})

const midnightOf = (at: Date, daysBefore = 0) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysBefore)

/** What stands above what happened on a day of the reader's own zone. */
export const dayHeading = (at: Date, now = new Date()): string => {
  const day = midnightOf(at).getTime()
  if (day === midnightOf(now).getTime()) return 'Today'
  if (day === midnightOf(now, 1).getTime()) return 'Yesterday'
  return formatDay(at)
}

/** What follows one another on the same day stays together, under that day's heading. */
export const byDay = <T>(items: readonly T[], atOf: (item: T) => string): { day: string; items: T[] }[] => {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = dayHeading(new Date(atOf(item)))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

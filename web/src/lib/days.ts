/** What stands in two date fields: days of the reader's own zone, both included; empty when not chosen. */
export type Days = { from: string; until: string }

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day's beginning in the reader's own zone, or that of a later one; undefined for what is no day. */
const startOf = (day: string, daysLater = 0): string | undefined => {
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

import type { Days } from './days.ts'

/** As a date field has it, in the reader's own zone. */
const dayText = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** So many months after this one, its first day. */
const firstOfMonth = (now: Date, later: number) => new Date(now.getFullYear(), now.getMonth() + later, 1)

const yearStart = (now: Date) => new Date(now.getFullYear(), 0, 1)

export type PeriodName = 'this-month' | 'last-month' | 'this-year'

/** What most statements are asked for. What has not ended yet reaches until today. */
export const periodOf = (name: PeriodName, now = new Date()): Days => {
  if (name === 'last-month') {
    const last = new Date(now.getFullYear(), now.getMonth(), 0)
    return { from: dayText(firstOfMonth(now, -1)), until: dayText(last) }
  }
  return { from: dayText(name === 'this-year' ? yearStart(now) : firstOfMonth(now, 0)), until: dayText(now) }
}

export const today = (): string => dayText(new Date())

export const yesterday = (now = new Date()): string =>
  dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))

/** The first that is offered: nothing is older. */
export const firstYear = 2020

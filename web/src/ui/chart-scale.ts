/** Figures here are for drawing, not for counting. */
type Scale = { low: number; high: number; ticks: number[] }

const lines = 4
const margin = 0.12
const roundSteps = [1, 2, 2.5, 5, 10]
const smallestStep = 0.01
/** As a share of the value. Gold moves more than this on a quiet day: what is less stays flat, and is not blown up to a cliff. */
const leastSpan = 0.004

/** Room for the line with a little above and below it, and round values to rule it by. The line lies in the middle, and none is below zero. */
export const valueScale = (values: readonly number[]): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const middle = (least + most) / 2
  const spread = Math.max(most - least, middle * leastSpan, smallestStep * lines)
  const half = spread * (0.5 + margin)
  const [low, high] = [Math.max(0, middle - half), middle + half]
  const power = 10 ** Math.floor(Math.log10(spread / lines))
  const round = (roundSteps.find((step) => step * power >= spread / lines) ?? 10) * power
  const step = Math.max(round, smallestStep)
  const first = Math.ceil(low / step)
  const count = Math.max(0, Math.floor(high / step) - first + 1)
  return { low, high, ticks: Array.from({ length: count }, (_, index) => (first + index) * step) }
}

const hour = 3_600_000
const day = 24 * hour

/** A stretch of time, in milliseconds since the epoch. */
export type Span = { from: number; to: number }

/** Ticks of the reader's own clock and calendar, from the last one back. */
type Unit = {
  tick: (last: Date, back: number) => Date
  options: Intl.DateTimeFormatOptions
  namesYears?: true
}

const hoursBetween = 6
const daysBetween = 2

const hours: Unit = {
  tick: (last, back) =>
    new Date(
      last.getFullYear(),
      last.getMonth(),
      last.getDate(),
      (Math.floor(last.getHours() / hoursBetween) - back) * hoursBetween,
    ),
  options: { hour: 'numeric', minute: '2-digit' },
}
const days: Unit = {
  tick: (last, back) => new Date(last.getFullYear(), last.getMonth(), last.getDate() - back * daysBetween),
  options: { day: 'numeric', month: 'short' },
}
/** On Mondays. */
const weeks = (between: number): Unit => ({
  tick: (last, back) =>
    new Date(last.getFullYear(), last.getMonth(), last.getDate() - ((last.getDay() + 6) % 7) - back * 7 * between),
  options: days.options,
})
/** At the beginnings of months, so many apart; a year begins with its number. */
const months = (between: number): Unit => ({
  tick: (last, back) => {
    const month = (Math.floor((last.getFullYear() * 12 + last.getMonth()) / between) - back) * between
    return new Date(Math.floor(month / 12), month % 12, 1)
  },
  options: { month: 'short' },
  namesYears: true,
})

/** As far apart as five of them fit in. */
const monthsBetween = [1, 3, 6, 12, 24, 60]
const longestMonths = 120
const mostMonths = 5 * 31 * day

const unitOf = (width: number): Unit => {
  if (width <= 2 * day) return hours
  if (width <= 10 * day) return days
  if (width <= 45 * day) return weeks(1)
  if (width <= 80 * day) return weeks(2)
  return months(monthsBetween.find((between) => width <= between * mostMonths) ?? longestMonths)
}

export type TimeTick = { at: number; label: string }

/** Nearer to the left side a label would be cut off; to the right there is room below the prices. */
const leftRoom = 0.06

/** "6 PM" where the clock has twelve hours, and "18:00" where it has more. */
const formatOf = (unit: Unit, locales: readonly string[]) => {
  const format = new Intl.DateTimeFormat([...locales], unit.options)
  return format.resolvedOptions().hour12 ? new Intl.DateTimeFormat([...locales], { hour: 'numeric' }) : format
}

/** A few round moments of the window, by the reader's own clock, whatever happened in it. */
export const timeTicks = ({ from, to }: Span, locales: readonly string[]): TimeTick[] => {
  const unit = unitOf(to - from)
  const format = formatOf(unit, locales)
  const labelOf = (at: Date) => (unit.namesYears && at.getMonth() === 0 ? String(at.getFullYear()) : format.format(at))
  const [first, last] = [from + (to - from) * leftRoom, new Date(to)]
  const ticks: TimeTick[] = []
  for (let at = unit.tick(last, 0); at.getTime() >= first; at = unit.tick(last, ticks.length))
    ticks.push({ at: at.getTime(), label: labelOf(at) })
  return ticks.reverse()
}

/** Figures here are for drawing, not for counting. */
export type PriceScale = { low: number; high: number; ticks: number[] }

const lines = 4
const margin = 0.12
const roundSteps = [1, 2, 2.5, 5, 10]
const smallestStep = 0.01
/** As a share of the price. Gold moves more than this on a quiet day: what is less stays flat, and is not blown up to a cliff. */
const leastSpan = 0.004

/** Room for the line with a little above and below it, and round prices to rule it by. The line lies in the middle. */
export const priceScale = (prices: readonly number[]): PriceScale => {
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const middle = (least + most) / 2
  const spread = Math.max(most - least, middle * leastSpan, smallestStep * lines)
  const half = spread * (0.5 + margin)
  const [low, high] = [middle - half, middle + half]
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
type Unit = { tick: (last: Date, back: number) => Date; options: Intl.DateTimeFormatOptions }

const hoursBetween = 6
const daysBetween = 2
const monthsBetween = 3

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
const weeks: Unit = {
  tick: (last, back) =>
    new Date(last.getFullYear(), last.getMonth(), last.getDate() - ((last.getDay() + 6) % 7) - back * 7),
  options: days.options,
}
/** At the quarters of the year. */
const quarters: Unit = {
  tick: (last, back) =>
    new Date(last.getFullYear(), (Math.floor(last.getMonth() / monthsBetween) - back) * monthsBetween, 1),
  options: { month: 'short' },
}

const unitOf = (width: number): Unit => {
  if (width <= 2 * day) return hours
  if (width <= 10 * day) return days
  return width <= 100 * day ? weeks : quarters
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
  const labelOf = (at: Date) =>
    unit === quarters && at.getMonth() === 0 ? String(at.getFullYear()) : format.format(at)
  const [first, last] = [from + (to - from) * leftRoom, new Date(to)]
  const ticks: TimeTick[] = []
  for (let at = unit.tick(last, 0); at.getTime() >= first; at = unit.tick(last, ticks.length))
    ticks.push({ at: at.getTime(), label: labelOf(at) })
  return ticks.reverse()
}

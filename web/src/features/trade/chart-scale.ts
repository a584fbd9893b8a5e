/** Figures here are for drawing, not for counting. */
export type PriceScale = { low: number; high: number; ticks: number[] }

const lines = 4
const margin = 0.12
const roundSteps = [1, 2, 2.5, 5, 10]
const smallestStep = 0.01

/** Room for the line with a little above and below it, and round prices to rule it by. */
export const priceScale = (prices: readonly number[]): PriceScale => {
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const spread = most - least || smallestStep * lines
  const [low, high] = [least - spread * margin, most + spread * margin]
  const power = 10 ** Math.floor(Math.log10(spread / lines))
  const round = (roundSteps.find((step) => step * power >= spread / lines) ?? 10) * power
  const step = Math.max(round, smallestStep)
  const first = Math.ceil(low / step)
  const count = Math.max(0, Math.floor(high / step) - first + 1)
  return { low, high, ticks: Array.from({ length: count }, (_, index) => (first + index) * step) }
}

const day = 86_400_000
const mostTimes = 4

type Unit = { key: (at: Date) => number; options: Intl.DateTimeFormatOptions }

const hours: Unit = {
  key: (at) => at.getDate() * 24 + at.getHours(),
  options: { hour: 'numeric', minute: '2-digit' },
}
const days: Unit = { key: (at) => at.getDate(), options: { day: 'numeric', month: 'short' } }
const months: Unit = { key: (at) => at.getMonth(), options: { month: 'short' } }

const unitOf = (span: number): Unit => {
  if (span <= 2 * day) return hours
  return span <= 100 * day ? days : months
}

export type TimeTick = { index: number; label: string }

/** Where an hour, a day or a month begins for the reader, as many as there is room for. */
export const timeTicks = (times: readonly string[], locales: readonly string[]): TimeTick[] => {
  const dates = times.map((at) => new Date(at))
  const [first, last] = [dates.at(0), dates.at(-1)]
  if (!first || !last) return []
  const unit = unitOf(last.getTime() - first.getTime())
  const { key, options } = unit
  const begins = dates.flatMap((at, index) => {
    const before = dates[index - 1]
    return before && key(before) !== key(at) ? [{ index, at }] : []
  })
  const every = Math.ceil(begins.length / mostTimes)
  const format = new Intl.DateTimeFormat([...locales], options)
  const labelOf = (at: Date) => (unit === months && at.getMonth() === 0 ? String(at.getFullYear()) : format.format(at))
  return begins.filter((_, number) => number % every === 0).map(({ index, at }) => ({ index, label: labelOf(at) }))
}

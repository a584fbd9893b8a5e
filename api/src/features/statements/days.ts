const minute = 60_000
/** No zone is further from UTC. */
const furthestMinutes = 16 * 60

const formatIn = (zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB') =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })

/** One of each zone: to make one takes longer than to use it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
const dayFormat = (zone: string): Intl.DateTimeFormat => {
  const format = dayFormats.get(zone) ?? formatIn(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
  dayFormats.set(zone, format)
  return format
}

/** The day that it is in a zone, such as 2026-10-31. */
export const dayIn = (zone: string, at: Date): string => dayFormat(zone).format(at)

/**
 * The first moment of a day in a zone. It is looked for, not computed: where clocks are changed at midnight, a day begins at one
 * o’clock or has two midnights.
 */
export const startOfDay = (zone: string, day: string): Date => {
  const format = dayFormat(zone)
  const middle = Date.parse(`${day}T00:00:00Z`) / minute
  let [low, high] = [middle - furthestMinutes, middle + furthestMinutes]
  while (low < high) {
    const half = Math.floor((low + high) / 2)
    if (format.format(half * minute) < day) low = half + 1
    else high = half
  }
  return new Date(low * minute)
}

const moved = (day: string, { years = 0, months = 0, days = 0 }): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCFullYear(at.getUTCFullYear() + years, at.getUTCMonth() + months, at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

export const dayAfter = (day: string): string => moved(day, { days: 1 })

export const tenYearsBefore = (day: string): string => moved(day, { years: -10 })

/** The month before the one of a day: its first and its last day. */
export const monthBefore = (day: string): { from: string; until: string } => {
  const first = `${day.slice(0, 8)}01`
  return { from: moved(first, { months: -1 }), until: moved(first, { days: -1 }) }
}

/** October 2026. */
export const monthText = (day: string): string =>
  formatIn('UTC', { month: 'long', year: 'numeric' }).format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`))

/** Writes moments in a zone, as a list has them: 31 Oct 2026, 14:05. */
export const timesIn = (zone: string) => {
  const format = formatIn(zone, { dateStyle: 'medium', timeStyle: 'short' })
  return (at: string): string => format.format(new Date(at))
}

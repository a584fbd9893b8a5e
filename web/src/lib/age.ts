const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long something has waited, as people say it. */
export const ageOf = (since: string, now = Date.now()): string => ageOfSeconds((now - new Date(since).getTime()) / 1000)

export const ageOfSeconds = (seconds: number): string => {
  const age = Math.max(0, seconds * 1000)
  if (age < minute) return 'less than a minute'
  if (age < hour) return counted(Math.floor(age / minute), 'minute')
  if (age < 2 * day) return counted(Math.floor(age / hour), 'hour')
  return counted(Math.floor(age / day), 'day')
}

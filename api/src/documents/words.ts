// How figures and time stand on documents, wherever the server is.

const formatsOf = (options: Intl.DateTimeFormatOptions) => {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (zone: string) => {
    const format = known.get(zone) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    known.set(zone, format)
    return format
  }
}

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
const days = formatsOf(day)
const moments = formatsOf({ ...day, hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'longOffset' })

/** Such as 12 November 2026. */
export const dayText = (at: string | Date, zone: string): string => days(zone).format(new Date(at))

/** Such as 12 November 2026 at 15:04:05 GMT+01:00. */
export const momentText = (at: string | Date, zone: string): string => moments(zone).format(new Date(at))

/** An exact decimal text with its thousands apart, such as 1,234.5. */
export const figureText = (decimal: string): string => {
  const [whole = '', ...decimals] = decimal.split('.')
  return [whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, ','), ...decimals].join('.')
}

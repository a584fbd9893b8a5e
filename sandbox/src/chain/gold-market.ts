const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
})

const CLOSES = 17
const OPENS = 18

/** Gold is traded from Sunday 18:00 to Friday 17:00 New York time, with a break from 17:00 to 18:00 each day. */
export const isMarketOpen = (seconds: number): boolean => {
  const parts = NEW_YORK.formatToParts(new Date(seconds * 1_000))
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const hour = Number(partOf('hour'))
  const day = partOf('weekday')
  if (day === 'Sat') return false
  if (day === 'Sun') return hour >= OPENS
  if (day === 'Fri') return hour < CLOSES
  return hour < CLOSES || hour >= OPENS
}

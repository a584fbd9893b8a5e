import type { OuncePrice } from '@ingot/money/gold'
import type { policy } from '../../policy.ts'

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
})

const closes = 17
const opens = 18
/** Month and day, as the format above writes them. */
const holidays = new Set(['12/25', '1/1'])

/**
 * Gold is traded from Sunday 18:00 to Friday 17:00 New York time, with a break from 17:00 to 18:00, and not at Christmas
 * and New Year.
 */
export const isMarketOpen = (at: Date): boolean => {
  const parts = Object.fromEntries(newYork.formatToParts(at).map(({ type, value }) => [type, value]))
  const hour = Number(parts.hour)
  if (holidays.has(`${parts.month}/${parts.day}`) || parts.weekday === 'Sat') return false
  if (parts.weekday === 'Sun') return hour >= opens
  if (parts.weekday === 'Fri') return hour < closes
  return hour < closes || hour >= opens
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Longer than any closure: a weekend with a holiday on either side. */
const longestClosureHours = 7 * 24

/** When the market opens next, which it does on the hour; undefined while it is open. */
export const nextOpening = (at: Date): Date | undefined => {
  if (isMarketOpen(at)) return
  const start = Math.floor(at.getTime() / hour) * hour
  for (let hours = 1; hours <= longestClosureHours; hours++) {
    const next = new Date(start + hours * hour)
    if (isMarketOpen(next)) return next
  }
  return
}

/** What the reader last believed: a price, when it was observed, and when the feed was last asked. */
export type Reading = OuncePrice & { round: bigint; observedAt: Date; readAt: Date }

export type Market = 'open' | 'closed' | 'stale' | 'suspect'

type Wide<Value> = Value extends number ? number : Value extends bigint ? bigint : Value

export type PricePolicy = { [Name in keyof typeof policy.price]: Wide<(typeof policy.price)[Name]> }

/** Whether a price may be traded at, and on which terms. It is the last believed one: if there is a newer, that counts. */
export const marketAt = (
  { observedAt, readAt }: Reading,
  { suspect }: { suspect: boolean },
  at: Date,
  rules: PricePolicy,
): Market => {
  if (suspect) return 'suspect'
  if (at.getTime() - readAt.getTime() > rules.silentAfterSeconds * second) return 'stale'
  const age = at.getTime() - observedAt.getTime()
  if (isMarketOpen(at)) return age > rules.staleAfterMinutes * minute ? 'stale' : 'open'
  return age > rules.closedStaleAfterHours * hour ? 'stale' : 'closed'
}

/** Whether the last believed price is the price: neither too old nor in doubt. */
export const countsAt = (market: Market): market is 'open' | 'closed' => market === 'open' || market === 'closed'

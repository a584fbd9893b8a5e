import { isNear, type Rate } from '@ingot/money/rate'
import { isMarketOpen, type PricePolicy } from './market.ts'

/** Why a round is doubted: too far from the last one, from the last hour, from the second source; or nobody vouches. */
export type Reason = 'last' | 'median' | 'second' | 'unproven'

/** What a round is judged by. Whatever is not known cannot speak against it. */
export type Witnesses = {
  /** The last round that was believed. */
  last: Rate | undefined
  /** Of what was believed in the last hour. */
  median: Rate | undefined
  /** What the second source says, while that counts. */
  second: Rate | undefined
  /** Whether there is a second source at all. */
  hasSecond: boolean
  /** Why rounds are doubted already. */
  doubt: Reason | undefined
  /** Whether two operators have confirmed this very round. */
  isConfirmed: boolean
}

type Bounds = Pick<PricePolicy, 'lastBasisPoints' | 'medianBasisPoints' | 'secondBasisPoints'>

/**
 * Why a price must not be traded at, or undefined if it may. The second source decides while it speaks: a jump that both
 * have seen is real. Once in doubt, only that source or two operators lead out of it; coming back by itself does not.
 */
export const doubtOf = (price: Rate, witnesses: Witnesses, bounds: Bounds): Reason | undefined => {
  const { last, median, second, hasSecond, doubt, isConfirmed } = witnesses
  if (isConfirmed) return undefined
  if (second) return isNear(price, second, bounds.secondBasisPoints) ? undefined : 'second'
  if (doubt) return doubt
  if (!last) return hasSecond ? 'unproven' : undefined
  if (!isNear(price, last, bounds.lastBasisPoints)) return 'last'
  return median && !isNear(price, median, bounds.medianBasisPoints) ? 'median' : undefined
}

const minute = 60 * 1000
/** Clocks differ a little; a price from later than this is nobody's. */
const clocksDifferBy = 2 * minute

/** Whether what a second source observed then counts now. While the market is closed the last price is the price. */
export const isFresh = (observedAt: Date, now: Date, rules: PricePolicy): boolean => {
  const age = now.getTime() - observedAt.getTime()
  const most = isMarketOpen(now) ? rules.secondStaleAfterMinutes : rules.closedStaleAfterHours * 60
  return age >= -clocksDifferBy && age <= most * minute
}

/** Whether it has said nothing that counts for too long. It may take its time after the market has opened. */
export const isSilent = (heardAt: Date, now: Date, rules: PricePolicy): boolean => {
  const patience = rules.secondSilentAfterMinutes * minute
  const wasOpen = isMarketOpen(new Date(now.getTime() - patience)) && isMarketOpen(now)
  return wasOpen && now.getTime() - heardAt.getTime() > patience
}

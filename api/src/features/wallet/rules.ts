import { type StateOf, thing } from '@ingot/db/states'
import type { SendableAsset, TransferEndReason } from '@ingot/endpoints/wallet-fields'
import { type Amount, add, compare, subtract, zero } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'

const hour = 3600 * 1000
const day = 24 * hour

export type Way = 'inner' | 'outside'

const ruleOf = (asset: SendableAsset) => policy.wallet.sending[asset]

export const feeOf = (asset: SendableAsset, way: Way): Amount<SendableAsset> =>
  parseAmount<SendableAsset>(asset, ruleOf(asset).fees[way])

export const limitsOf = (asset: SendableAsset) => {
  const { smallest, largest, perDay } = ruleOf(asset)
  const read = (text: string) => parseAmount<SendableAsset>(asset, text)
  return { smallest: read(smallest), largest: read(largest), perDay: read(perDay) }
}

/** What is left of a day's limit; nothing when the limit was lowered below what was sent. */
export const leftOf = (asset: SendableAsset, sentToday: Amount<SendableAsset>): Amount<SendableAsset> => {
  const { perDay } = limitsOf(asset)
  return compare<SendableAsset>(sentToday, perDay) >= 0
    ? zero<SendableAsset>(asset)
    : subtract<SendableAsset>(perDay, sentToday)
}

/** Refuses what is too little, too much, or too much for today, and says where the line is. */
export const refuseOutsideLimits = (amount: Amount<SendableAsset>, sentToday: Amount<SendableAsset>): void => {
  const { asset } = amount
  const { smallest, largest, perDay } = limitsOf(asset)
  if (compare<SendableAsset>(amount, smallest) < 0)
    throw new Failure(
      'TransferTooSmall',
      { smallest: formatAmount(smallest) },
      `The least that can be sent at once is ${formatAmount(smallest)} ${asset}.`,
    )
  if (compare<SendableAsset>(amount, largest) > 0)
    throw new Failure(
      'TransferTooLarge',
      { largest: formatAmount(largest) },
      `The most that can be sent at once is ${formatAmount(largest)} ${asset}.`,
    )
  if (compare<SendableAsset>(add<SendableAsset>(sentToday, amount), perDay) > 0) {
    const left = formatAmount(leftOf(asset, sentToday))
    throw new Failure(
      'TransferLimitReached',
      { perDay: formatAmount(perDay), left },
      `At most ${formatAmount(perDay)} ${asset} can be sent within 24 hours; ${left} ${asset} are left.`,
    )
  }
}

export const isWithinLimits = (amount: Amount<SendableAsset>, sentToday: Amount<SendableAsset>): boolean => {
  try {
    refuseOutsideLimits(amount, sentToday)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** A day's limit counts the last 24 hours: nothing starts anew at midnight, wherever that is. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - day)

export const usableFromOf = (now: Date): Date => new Date(now.getTime() + policy.wallet.newAddressHours * hour)

/** When a transfer that could not leave goes back. */
export const waitsUntilOf = (leavesAt: Date): Date =>
  new Date(leavesAt.getTime() + policy.wallet.waitingLongestDays * day)

export type ReleaseFacts = {
  now: Date
  frozen: boolean
  verified: boolean
  /** The verification was rejected for good. */
  declined: boolean
  /** Something: nothing leaves until it is settled. */
  owes: boolean
  /** After a change of credentials. */
  heldUntil: Date | null
  /** Of the address in the book; null when it was taken off. */
  usableFrom: Date | null
  /** After this it waits no longer. */
  waitsUntil: Date
}

/** What becomes of a transfer to a new address. Others are posted at once. */
export const transferStates = thing({
  name: 'transfer',
  table: 'wallet_transfers',
  moves: { waiting: ['posted', 'cancelled', 'expired'], posted: [], cancelled: [], expired: [] },
})

export type TransferState = StateOf<typeof transferStates>

/** How a transfer ended that did not leave. */
export type TransferEnd = { state: 'cancelled' | 'expired'; reason: TransferEndReason }

/** What to do with a transfer whose time has come: let it go, end it, or look again later. */
export const releaseOf = (facts: ReleaseFacts): 'send' | TransferEnd | Date => {
  const { now, frozen, verified, declined, owes, heldUntil, usableFrom, waitsUntil } = facts
  if (frozen) return { state: 'cancelled', reason: 'frozen' }
  if (!usableFrom) return { state: 'cancelled', reason: 'address-removed' }
  if (declined) return { state: 'cancelled', reason: 'declined' }
  if (now >= waitsUntil) return { state: 'expired', reason: verified ? 'too-long' : 'unverified' }
  const again = verified && !owes ? null : new Date(now.getTime() + policy.wallet.unverifiedAgainMinutes * 60_000)
  const waits = [heldUntil, again, usableFrom].filter((each): each is Date => each !== null && each > now)
  if (waits.length === 0) return 'send'
  return new Date(Math.min(waitsUntil.getTime(), Math.max(...waits.map((each) => each.getTime()))))
}

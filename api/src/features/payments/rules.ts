import { thing } from '@ingot/db/states'
import type { PaymentReason, PaymentState } from '@ingot/endpoints/payment-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move, settledMove } from '@ingot/ledger/post'
import { isZero, subtract } from '@ingot/money/amount'
import type { Charged, Checkout } from '@ingot/providers/payments/port'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import type { Sums } from '../remittances/rules.ts'

export const paymentMoves = thing<PaymentState>({
  name: 'card-payment',
  table: 'card_payments',
  moves: {
    Created: ['Open', 'Failed', 'Expired'],
    Open: ['Waiting', 'Booked', 'Held', 'Failed', 'Expired'],
    Waiting: ['Booked', 'Held', 'Failed', 'Expired'],
    // Paid after all: money that came counts, whatever was heard before.
    Failed: ['Booked', 'Held', 'Open'],
    Expired: ['Booked', 'Held', 'Open'],
    Held: ['Booked', 'Refunded', 'Reversed'],
    Booked: ['Cleared', 'Disputed', 'Refunded'],
    Cleared: ['Disputed', 'Refunded'],
    Disputed: ['Cleared', 'Reversed', 'Refunded'],
    Refunded: [],
    Reversed: [],
  },
})

/** Nothing has come of it, or nothing more is expected to. */
export const isOver = (state: PaymentState): boolean => paymentMoves.moves[state].length === 0 || over.includes(state)

const over: readonly PaymentState[] = ['Failed', 'Expired', 'Cleared']

/** States in which it may still be paid, or has been and nothing is made of it. */
export const isUndecided = (state: PaymentState): boolean =>
  state === 'Created' || state === 'Open' || state === 'Waiting'

/** While nobody has paid at the page. */
export const mayCancel = ({ state, paidAt }: { state: PaymentState; paidAt: Date | null }): boolean =>
  (state === 'Created' || state === 'Open') && paidAt === null

const [minute, day] = [60_000, 24 * 3600_000]

/** When the processor is asked about it again though nobody sends a message: daily while something hangs on it. */
export const nextLook = (state: PaymentState, at: Date): Date | null => {
  if (state === 'Created' || state === 'Open')
    return new Date(at.getTime() + policy.paymentDates.lookAfterMinutes * minute)
  return isOver(state) ? null : new Date(at.getTime() + day)
}

/** The dollars become the house's, at the processor for now, and the grams the customer's, bound until it is cleared. */
export const bookingMoves = (customer: string, { pay, fee, receive }: Sums): Move[] => {
  const held = customerAccount(customer, 'USD', 'held')
  return [
    move(pay, { from: houseAccount('USD', 'cards'), to: held }),
    move(subtract(pay, fee), { from: held, to: houseAccount('USD', 'processor') }),
    ...(isZero(fee) ? [] : [move(fee, { from: held, to: houseAccount('USD', 'fees') })]),
    settledMove(receive, {
      from: houseAccount('GCA', 'treasury'),
      to: customerAccount(customer, 'GCA', 'clearing'),
    }),
  ]
}

/** What a customer has done with cards before. */
export type Past = { bookedFirst: Date | null; disputedLast: Date | null; isDisputed: boolean }

/** From when on the higher limits hold; null while nobody can tell: nothing was paid yet, or something is in dispute. */
const trustedFrom = (known: Past, { trustedDays }: Numbers['payments']): Date | null => {
  const { bookedFirst, disputedLast, isDisputed } = known
  if (!bookedFirst || isDisputed) return null
  const since = Math.max(bookedFirst.getTime(), disputedLast?.getTime() ?? 0)
  return new Date(since + trustedDays * day)
}

/** What holds for a customer by his age here and by what happened. */
export const limitsOf = (known: Past, rules: Numbers['payments'], at: Date) => {
  const from = trustedFrom(known, rules)
  const isTrusted = from !== null && from <= at
  const which = isTrusted ? 'trusted' : 'atFirst'
  return {
    isTrusted,
    trustedFrom: isTrusted ? null : from,
    most: rules.mostUsd[which],
    mostPer30Days: rules.mostPer30DaysUsd[which],
    clearingDays: rules.clearingDays[which],
  }
}

/** So long payments count for the limit. */
export const limitDays = 30

/** What the card was charged for is what we asked for, or why it is not. */
export const mismatchOf = (
  { id, cents, isLive }: { id: string; cents: bigint; isLive: boolean },
  page: Checkout,
  charged: Charged,
): PaymentReason | null => {
  if (page.payment !== id || charged.payment !== id) return 'reference'
  if (page.isLive !== isLive || charged.isLive !== isLive) return 'reference'
  if (page.currency?.toLowerCase() !== 'usd' || charged.currency.toLowerCase() !== 'usd') return 'currency'
  return page.cents === cents && charged.cents === cents ? null : 'amount'
}

/** Charged while the price was locked, as the processor says. A moment that cannot be counts as late. */
export const isInLock = (
  { createdAt, lockedUntil, paidAt }: { createdAt: Date; lockedUntil: Date; paidAt: Date | null },
  now: Date,
): boolean => {
  if (!paidAt) return false
  const skew = policy.paymentDates.skewSeconds * 1000
  const isPossible = paidAt.getTime() >= createdAt.getTime() - skew && paidAt.getTime() <= now.getTime() + skew
  return isPossible && paidAt <= lockedUntil
}

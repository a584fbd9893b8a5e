import type { PaymentState } from '@ingot/endpoints/payment-fields'
import type { Charged } from '@ingot/providers/payments/port'
import { least } from '../trade/rules.ts'
import type { Payment } from './store.ts'

/** What went back of a payment in all, and how disputes about it stand, as the processor says. */
export type Back = {
  refunded: bigint
  lost: bigint
  isDisputed: boolean
  /** When it was last disputed; null where it never was. */
  disputedAt: Date | null
}

const sum = (all: readonly { cents: bigint }[]): bigint => all.reduce((cents, each) => cents + each.cents, 0n)

export const backOf = ({ refunds, disputes }: Pick<Charged, 'refunds' | 'disputes'>): Back => ({
  refunded: sum(refunds),
  lost: sum(disputes.filter(({ state }) => state === 'lost')),
  isDisputed: disputes.some(({ state }) => state === 'open'),
  disputedAt: disputes.reduce<Date | null>((last, { at }) => (last && last > at ? last : at), null),
})

type Cents = Pick<Payment, 'cents' | 'refunded' | 'lost'>

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * What the books will say went back: never less than they do, and never more than was paid. Where the processor says otherwise
 * they differ, and somebody looks.
 */
export const figuresOf = (row: Cents, { refunded, lost }: Pick<Back, 'refunded' | 'lost'>) => {
  const lostNow = most(row.lost, least(lost, row.cents - row.refunded))
  const refundedNow = most(row.refunded, least(refunded, row.cents - lostNow))
  return { refunded: refundedNow, lost: lostNow, differs: refundedNow !== refunded || lostNow !== lost }
}

/** How a booked payment stands by what went back of it. A dispute that is over frees what is left, whenever it began. */
export const standingOf = (
  { cents, state }: Pick<Payment, 'cents' | 'state'>,
  figures: { refunded: bigint; lost: bigint },
  { isDisputed, disputedAt }: Pick<Back, 'isDisputed' | 'disputedAt'>,
): PaymentState => {
  if (figures.refunded + figures.lost === cents) return figures.lost > 0n ? 'Reversed' : 'Refunded'
  if (isDisputed) return 'Disputed'
  return disputedAt ? 'Cleared' : state
}

/** What lies between two states: whatever was lost was disputed, though nobody heard of it in time. */
export const wayTo = (from: PaymentState, to: PaymentState): PaymentState[] => {
  if (from === to) return []
  return to === 'Reversed' && from !== 'Disputed' && from !== 'Held' ? ['Disputed', to] : [to]
}

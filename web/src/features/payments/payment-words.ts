import type { Payment, PaymentReason, PaymentState } from '@ingot/endpoints/payment-fields'
import { formatMoment } from '../../lib/local-format.ts'
import type { ShownStep } from '../../ui/state-line.tsx'

export const payAddress = '/payment'

/** Where what became of a payment is told. */
export const paymentAddress = (id: string): string => `/payment-success?payment=${id}`

export const isSome = (amount: string): boolean => /[1-9]/.test(amount)

/** It can still be paid. */
export const isUnfinished = ({ state, paidAt }: Payment): boolean =>
  (state === 'Created' || state === 'Open') && paidAt === null

/** The next answer may be another one. */
export const isUndecided = ({ state }: Payment): boolean =>
  state === 'Created' || state === 'Open' || state === 'Waiting'

/** Nothing was charged, or it all went back before it was gold: one may want to pay again. */
export const isOverUnpaid = ({ state }: Payment): boolean => state === 'Failed' || state === 'Expired'

/** Why one of us looks at it first, or how it ended. */
const reasonWords: Readonly<Record<PaymentReason, string>> = {
  amount: 'The card was charged another sum than you were shown, so one of us looks at it first.',
  currency: 'The card was charged in another currency than US dollars, so one of us looks at it first.',
  reference: 'What the card processor tells of it differs from what you asked for, so one of us looks at it first.',
  'no-gold': 'We have no free gold at the moment. It is booked as soon as there is some, or goes back to your card.',
  price: 'There was no reliable gold price for a long time, so one of us looks at it first.',
  product: 'Spend To Save was closed when the money came, so one of us looks at it first.',
  'day-limit': 'Your daily limit was reached, so one of us looks at it first.',
  verification: 'Your identity has to be verified again first.',
  customer: 'You cancelled it.',
  card: 'Your card was declined.',
  late: 'It was not paid in time.',
  differs: 'What the card processor tells of it differs from our books, so one of us looks at it.',
}

/** What is said where nothing more is known. */
const standing: Readonly<Record<PaymentState, string>> = {
  Created: 'The card page is being prepared.',
  Open: 'We have not heard yet that it was paid. If you have just paid, that takes a moment: this page is updated automatically, and you can close it without losing anything.',
  Waiting:
    'The card processor has your order and waits for the money. That can take some days; it is booked as soon as the money is there.',
  Booked: 'It is paid and booked as gold.',
  Cleared: 'It is paid and booked as gold, and nothing of the gold is bound any more.',
  Held: 'It is paid, and your money is safe with us.',
  Disputed:
    'Your card’s bank has taken this payment into question. Its gold is bound until the bank has decided, which can take weeks.',
  Failed: 'Nothing was charged.',
  Expired: 'The card page has closed, and nothing was charged. If it was paid all the same, it counts.',
  Refunded: 'All of it went back to your card.',
  Reversed: 'Your card’s bank took the money back, and the booking with it.',
}

const paidWords = 'It is paid, and is booked as soon as there is a reliable gold price.'

const boundWords = (until: string): string =>
  `The gold is yours, and is bound until ${formatMoment(new Date(until))}: until then it cannot be sold, ended, converted, sent or delivered.`

/** How it stands and why, in words. */
export const standingWords = (payment: Payment): string => {
  const { state, reason, paidAt, clearsAt, booked } = payment
  if (isUndecided(payment) && paidAt !== null) return paidWords
  if (state === 'Booked' && clearsAt !== null) return `${standing.Booked} ${boundWords(clearsAt)}`
  if (state === 'Refunded') return `${standing.Refunded} ${booked ? 'The gold was taken back.' : 'Nothing was booked.'}`
  const why = reason !== null && (state === 'Held' || isOverUnpaid(payment)) ? reasonWords[reason] : undefined
  if (why === undefined) return standing[state]
  return state === 'Held' ? `${standing.Held} ${why}` : `${why} ${standing[state]}`
}

const ends: readonly PaymentState[] = ['Failed', 'Expired', 'Refunded', 'Reversed']

/** What is still to come, as things stand. */
const ahead: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  Created: ['Open', 'Booked', 'Cleared'],
  Open: ['Booked', 'Cleared'],
  Waiting: ['Booked', 'Cleared'],
  Held: ['Booked', 'Cleared'],
  Booked: ['Cleared'],
  Disputed: ['Cleared'],
}

/** Each state that it had, and those that are still to come. That it was made is of no concern once it goes on. */
export const paymentSteps = ({ history, state, clearsAt }: Payment): ShownStep[] => [
  ...history
    .slice(history.length > 1 ? 1 : 0)
    .map(({ state: name, at }): ShownStep => ({ name, at, kind: ends.includes(name) ? 'ended' : 'done' })),
  ...(ahead[state] ?? []).map(
    (name): ShownStep => ({
      name,
      kind: 'open',
      note: name === 'Cleared' && clearsAt !== null && `on ${formatMoment(new Date(clearsAt))}`,
    }),
  ),
]

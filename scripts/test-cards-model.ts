import type { PaymentState } from '@ingot/endpoints/payment-fields'
import type { CardSummary } from '@ingot/sandbox/cards/desk-api'
import { askOf, day, type ModelCustomer, min, one, owe, owedBy, perCent, up } from './test-bank-model.ts'

// What must have become of what was paid by card, by the rules as a person would tell them, and with nothing of the code that is
// compared with it. The truth is what the processor knows; a payment stands as it was when somebody last asked there.

const minute = 60_000
const lockMinutes = 30
const clearingDays = 14
const mostPer30Days = 1_000_00n
const mostOpen = 3

export type ModelCard = {
  id: string
  customer: ModelCustomer
  cents: bigint
  createdAt: number
  /** What it comes to if it is paid in time. */
  locked: bigint
  state: PaymentState
  refunded: bigint
  lost: bigint
  grams: bigint
  free: bigint
  bound: bigint
  clearsAt: number
}

export const newCards = () => ({ cards: new Map<string, ModelCard>(), debts: 0, late: 0 })
export type Cards = ReturnType<typeof newCards>

const feeOf = (cents: bigint): bigint => up(cents * 300n, 10_000n)

/** So many grams come of a payment, at a price of an ounce in cents. */
const gramsOf = (cents: bigint, ounce: bigint): bigint => {
  const mid = up(ounce * 10n ** 13n, 311_034_768n) * 10n ** 10n
  return ((cents - feeOf(cents)) * perCent * one) / ((mid * 10_075n) / 10_000n)
}

export const begin = (
  { cards }: Cards,
  given: Pick<ModelCard, 'id' | 'customer' | 'cents' | 'createdAt'>,
  ounce: bigint,
) => {
  const none = { refunded: 0n, lost: 0n, grams: 0n, free: 0n, bound: 0n, clearsAt: 0 }
  cards.set(given.id, { ...given, ...none, state: 'Created', locked: gramsOf(given.cents, ounce) })
}

const ended: readonly string[] = ['Expired', 'Failed', 'Refunded', 'Reversed']

/** Nothing more becomes of it at the processor. */
export const isOver = (state: string): boolean => ended.includes(state)

const undecided: readonly PaymentState[] = ['Created', 'Open']

/** Why nobody may begin another one now, or undefined. */
export const refusalOf = ({ cards }: Cards, customer: ModelCustomer, cents: bigint, at: number): string | undefined => {
  const own = [...cards.values()].filter((card) => card.customer === customer)
  if (owedBy(customer) > 0n) return 'DebtOpen'
  if (own.filter(({ state }) => undecided.includes(state)).length >= mostOpen) return 'TooManyPayments'
  const counted = own.filter(
    ({ state, createdAt }) => createdAt > at - 30 * day && state !== 'Failed' && state !== 'Expired',
  )
  const before = counted.reduce((sum, card) => sum + card.cents, 0n)
  return before + cents > mostPer30Days ? 'PaymentLimitReached' : undefined
}

const bookNow = (books: Cards, card: ModelCard, chargedMs: number, at: number, ounce: bigint) => {
  // The processor counts in whole seconds.
  const isLate = Math.floor(chargedMs / 1_000) * 1_000 > card.createdAt + lockMinutes * minute
  const grams = isLate ? gramsOf(card.cents, ounce) : card.locked
  if (isLate) books.late += 1
  Object.assign(card, { state: 'Booked', grams, bound: grams, clearsAt: at + clearingDays * day })
}

/** Grams that go with so many cents in all, counted from the first. */
const shareOf = ({ grams, cents }: ModelCard, went: bigint): bigint => up(grams * went, cents)

const takeBack = (books: Cards, card: ModelCard, went: bigint, ounce: bigint) => {
  let wanted = shareOf(card, went) - shareOf(card, card.refunded + card.lost)
  const free = min(card.free, wanted)
  wanted -= free
  const bound = min(card.bound, wanted)
  wanted -= bound
  card.free -= free
  card.bound -= bound
  owe(books, card.customer, up(wanted * askOf(ounce), one * perCent))
}

const goesBack = (books: Cards, card: ModelCard, truth: CardSummary, ounce: bigint) => {
  const refunded = BigInt(truth.refunded)
  const lost = truth.disputes.reduce((sum, { cents, status }) => (status === 'lost' ? sum + BigInt(cents) : sum), 0n)
  if (card.state === 'Held') {
    if (refunded === BigInt(truth.charged)) Object.assign(card, { state: 'Refunded', refunded: card.cents })
    return
  }
  takeBack(books, card, refunded + lost, ounce)
  Object.assign(card, { refunded, lost })
  if (refunded + lost === card.cents) card.state = lost > 0n ? 'Reversed' : 'Refunded'
  else if (truth.disputes.some(({ status }) => status === 'needs_response'))
    Object.assign(card, { state: 'Disputed', bound: card.bound + card.free, free: 0n })
  else if (truth.disputes.length > 0) Object.assign(card, { state: 'Cleared', free: card.free + card.bound, bound: 0n })
}

const unpaidState = ({ status, intentStatus }: CardSummary): PaymentState => {
  if (status === 'open') return 'Open'
  if (status === 'expired') return 'Expired'
  return intentStatus === 'processing' ? 'Waiting' : 'Failed'
}

/** Somebody asks the processor, which may know nothing of it. */
export const hear = (books: Cards, card: ModelCard, truth: CardSummary | undefined, at: number, ounce: bigint) => {
  if (!truth) {
    card.state = 'Expired'
    return
  }
  const isNew = card.grams === 0n && card.state !== 'Held'
  if (isNew && truth.charged === 0) card.state = unpaidState(truth)
  else if (isNew && (BigInt(truth.charged) !== card.cents || truth.currency !== 'usd')) card.state = 'Held'
  else if (isNew) bookNow(books, card, truth.chargedMs ?? 0, at, ounce)
  if (truth.charged > 0 && card.state !== 'Refunded' && card.state !== 'Reversed') goesBack(books, card, truth, ounce)
  if (card.state === 'Booked' && card.clearsAt <= at)
    Object.assign(card, { state: 'Cleared', free: card.bound, bound: 0n })
}

/** As the portal's own tables have it. */
export const shownOf = ({ state, refunded, lost, grams, free, bound }: ModelCard) => ({
  ...{ state, refunded, lost, grams, free, bound },
})

/** What somebody must have and owe. */
export const purseOf = ({ cards }: Cards, customer: ModelCustomer) => {
  const own = [...cards.values()].filter((card) => card.customer === customer)
  const sum = (of: 'free' | 'bound') => own.reduce((total, card) => total + card[of], 0n)
  return { usdt: customer.usdt, free: sum('free'), bound: sum('bound'), owed: owedBy(customer) }
}

const booked: readonly PaymentState[] = ['Booked', 'Cleared', 'Disputed', 'Refunded', 'Reversed']

/** The house's dollars of it in the books: what the processor has for it, and what of that is fees. */
export const dollarsOf = ({ cards }: Cards) => {
  const all = [...cards.values()].filter(({ state, grams }) => booked.includes(state) && grams > 0n)
  const fees = all.reduce((sum, { cents, refunded, lost }) => {
    const fee = feeOf(cents)
    return sum + fee - (fee * (refunded + lost)) / cents
  }, 0n)
  const left = all.reduce((sum, { cents, refunded, lost }) => sum + cents - refunded - lost, 0n)
  return { processor: left - fees, fees }
}

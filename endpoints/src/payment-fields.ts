import * as z from 'zod/mini'

// What the calls about card payments carry. Dollars have two decimals and are decimal text, exact.

/**
 * `Created`: written down, and the processor is being told. `Open`: the processor's page takes a card. `Waiting`: completed
 * there and not paid yet. `Booked`: grams are the customer's and bound until it is `Cleared`. `Held`: paid, and operators look.
 */
export const paymentStates = [
  'Created',
  'Open',
  'Waiting',
  'Booked',
  'Cleared',
  'Held',
  'Disputed',
  'Failed',
  'Expired',
  'Refunded',
  'Reversed',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Why it is held, or how it ended. */
const paymentReasons = [
  /** The processor says another sum, another currency, or that it is for something else than we asked for. */
  'amount',
  'currency',
  'reference',
  'no-gold',
  'price',
  'product',
  'day-limit',
  'verification',
  'customer',
  'card',
  'late',
  /** Less went back than was booked, or more than was paid: the books cannot follow the processor by themselves. */
  'differs',
] as const
export type PaymentReason = (typeof paymentReasons)[number]

const cents = z.string()
const grams = z.string()

export const payment = z.object({
  id: z.uuid(),
  /** Counts all of them; later ones are higher. */
  number: z.string(),
  state: z.enum(paymentStates),
  reason: z.nullable(z.enum(paymentReasons)),
  /** What the card is charged: what is saved, and the fee. */
  amount: cents,
  fee: cents,
  saved: cents,
  /** At which price it is booked if it is paid by then, and what that comes to. */
  price: z.string(),
  grams,
  lockedUntil: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  /** The processor's page, while it takes a card. */
  url: z.nullable(z.string()),
  /** From when on the grams can be sold, ended or converted; null before it is booked, and while it is disputed. */
  clearsAt: z.nullable(z.iso.datetime()),
  /** What went back to the card, and what was lost to a dispute. */
  refunded: cents,
  lost: cents,
  /** What was booked: at the locked price, or, paid after that, at the price of its moment. */
  booked: z.nullable(
    z.object({
      grams,
      price: z.string(),
      isAtLock: z.boolean(),
      holding: z.uuid(),
      note: z.uuid(),
      movement: z.object({ id: z.uuid(), type: z.string() }),
    }),
  ),
  /** Each state it had, oldest first. */
  history: z.array(z.object({ state: z.enum(paymentStates), at: z.iso.datetime() })),
  mayCancel: z.boolean(),
})
export type Payment = z.output<typeof payment>

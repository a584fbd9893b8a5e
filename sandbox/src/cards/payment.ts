import { randomBytes } from 'node:crypto'

// Everything that is known of one payment lies in one file, its messages too: after a kill there is all of a change or nothing.

export type Line = { name: string; cents: number }

export type Refund = {
  id: string
  cents: number
  createdMs: number
  status: 'succeeded' | 'failed'
  metadata: Record<string, string>
  key: string | null
  digest: string
}

export type Dispute = { id: string; cents: number; createdMs: number; status: 'needs_response' | 'won' | 'lost' }

/** Something that happened, as it was then; its delivery is null once it arrived, or is never sent. */
export type CardEvent = {
  id: string
  type: string
  createdMs: number
  object: Record<string, unknown>
  delivery: Delivery | null
}

export type Delivery = { attempt: number; dueMs: number; copies: number; overtake?: true }

type IntentStatus = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'

export type CardPayment = {
  /** That of the checkout session. */
  id: string
  isLive: boolean
  /** Where its page is. */
  origin: string
  createdMs: number
  expiresMs: number
  /** By which key it was asked for, with what, and what was answered. */
  key: string | null
  digest: string
  answer: Record<string, unknown>
  lines: Line[]
  currency: string
  reference: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  successUrl: string
  cancelUrl: string
  status: 'open' | 'complete' | 'expired'
  intent: { id: string; createdMs: number; status: IntentStatus; card: string; failure: string | null } | null
  /** What was charged: sometimes not what was asked for. */
  charge: { id: string; createdMs: number; cents: number; currency: string } | null
  /** What becomes of it later, and when. */
  later: { outcome: 'paid' | 'failed'; atMs: number } | null
  refunds: Refund[]
  disputes: Dispute[]
  events: CardEvent[]
}

const ID_BYTES = 12

export const newId = (prefix: string): string => `${prefix}_${randomBytes(ID_BYTES).toString('hex')}`

const sum = (parts: readonly { cents: number }[]): number => parts.reduce((total, { cents }) => total + cents, 0)

/** What is asked for at its page. */
export const askedCents = ({ lines }: CardPayment): number => sum(lines)

export const refundedCents = ({ refunds }: CardPayment): number =>
  sum(refunds.filter(({ status }) => status === 'succeeded'))

/** What is taken while a dispute is open, and for good once it is lost. */
export const disputedCents = ({ disputes }: CardPayment): number =>
  sum(disputes.filter(({ status }) => status !== 'won'))

/** What is there of it, for the merchant. */
export const leftCents = (payment: CardPayment): number =>
  (payment.charge?.cents ?? 0) - refundedCents(payment) - disputedCents(payment)

export const isPaid = ({ charge }: CardPayment): boolean => charge !== null

export const showCents = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

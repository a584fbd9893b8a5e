import type Stripe from 'stripe'
import { type Charged, type Checkout, type PaymentEvent, ProcessorUnavailable } from './port.ts'

// What Stripe says, in the words of our port.

/** Under which name a refund carries our id of it. */
export const refundKey = 'refund'

/** What changes something for a payment of ours; the processor takes at most 20. */
export const followedTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const longestId = 255

/** An intent whose last charge was asked for with it. */
export type Charging = Stripe.PaymentIntent & { latest_charge: Stripe.Charge | null }

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

const statuses = ['open', 'complete', 'expired'] as const

export const checkoutOf = (session: Stripe.Checkout.Session): Checkout => {
  const { id, url, livemode, currency } = session
  const status = statuses.find((known) => known === session.status)
  if (!status) throw new ProcessorUnavailable('The card processor did not say how its page stands')
  return {
    id,
    url,
    status,
    isPaid: session.payment_status === 'paid',
    cents: session.amount_total === null ? null : BigInt(session.amount_total),
    currency,
    payment: paymentOf(session),
    intent: idOf(session.payment_intent),
    isLive: livemode,
  }
}

/** Of whom it is: both names have to be ours, if both are there. */
const paymentOf = ({ metadata, client_reference_id: reference }: Stripe.Checkout.Session): string | null => {
  const named = metadata?.payment ?? reference
  return reference && named !== reference ? null : named
}

export const chargedOf = (
  intent: Charging,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Charged => {
  const charge = intent.latest_charge
  const isPaid = intent.status === 'succeeded' && charge?.paid === true
  const failed = intent.last_payment_error
  return {
    intent: intent.id,
    at: isPaid ? timeOf(charge.created) : null,
    cents: BigInt(intent.amount_received),
    currency: intent.currency,
    payment: intent.metadata.payment ?? null,
    isLive: intent.livemode,
    refunds: refunds
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map(({ id, amount }) => ({ id, cents: BigInt(amount) })),
    disputes: disputes.map((dispute) => ({
      id: dispute.id,
      cents: BigInt(dispute.amount),
      state: outcomeOf(dispute),
      at: timeOf(dispute.created),
    })),
    failure: isPaid ? null : (failed?.decline_code ?? failed?.code ?? null),
  }
}

/** An inquiry binds as a dispute does. One that was prevented is lost if its money was taken, by whichever way. */
const outcomeOf = ({ status, balance_transactions }: Stripe.Dispute): Charged['disputes'][number]['state'] => {
  if (status === 'lost') return 'lost'
  if (status === 'won' || status === 'warning_closed') return 'won'
  if (status !== 'prevented') return 'open'
  const net = (balance_transactions ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return net < 0 ? 'lost' : 'won'
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= longestId ? value : null

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Undefined for what is no event. Of what it is about only the names are taken. */
export const eventOf = (event: Partial<Stripe.EventBase>): PaymentEvent | undefined => {
  const [id, type] = [textOf(event.id), textOf(event.type)]
  const { created } = event
  if (event.object !== 'event' || !id || !type || !Number.isSafeInteger(created) || !event.data) return
  const about = objectOf(event.data.object)
  const kind = about.object
  const ownId = textOf(about.id)
  return {
    id,
    type,
    at: timeOf(Number(created)),
    checkout: kind === 'checkout.session' ? ownId : null,
    intent: kind === 'payment_intent' ? ownId : textOf(objectOf(about.payment_intent).id ?? about.payment_intent),
    payment: textOf(objectOf(about.metadata).payment) ?? textOf(about.client_reference_id),
  }
}

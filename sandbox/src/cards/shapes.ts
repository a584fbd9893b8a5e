import { FAILURES } from './cards.ts'
import {
  askedCents,
  type CardEvent,
  type CardPayment,
  type Dispute,
  isPaid,
  type Refund,
  refundedCents,
} from './payment.ts'

// What the processor's protocol calls things, with the fields that are read of them.

const seconds = (ms: number): number => Math.floor(ms / 1_000)

export const sessionJson = (payment: CardPayment) => ({
  id: payment.id,
  object: 'checkout.session',
  amount_subtotal: askedCents(payment),
  amount_total: askedCents(payment),
  cancel_url: payment.cancelUrl,
  client_reference_id: payment.reference,
  created: seconds(payment.createdMs),
  currency: payment.currency,
  customer: null,
  customer_email: null,
  expires_at: seconds(payment.expiresMs),
  livemode: payment.isLive,
  metadata: payment.metadata,
  mode: 'payment',
  payment_intent: payment.intent?.id ?? null,
  payment_method_types: ['card'],
  payment_status: isPaid(payment) ? 'paid' : 'unpaid',
  status: payment.status,
  success_url: payment.successUrl,
  ui_mode: 'hosted_page',
  url: payment.status === 'open' ? `${payment.origin}/checkout/${payment.id}` : null,
})

export const chargeJson = (payment: CardPayment) => {
  const { charge, intent } = payment
  if (charge === null) return null
  const refunded = refundedCents(payment)
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.cents,
    amount_captured: charge.cents,
    amount_refunded: refunded,
    captured: true,
    created: seconds(charge.createdMs),
    currency: charge.currency,
    disputed: payment.disputes.length > 0,
    livemode: payment.isLive,
    metadata: payment.intentMetadata,
    paid: true,
    payment_intent: intent?.id ?? null,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: intent?.card.slice(-4) ?? null } },
    refunded: refunded === charge.cents,
    status: 'succeeded',
  }
}

const failureJson = (failure: string) => ({
  type: 'card_error',
  code: failure === 'authentication_required' ? 'payment_intent_authentication_failure' : 'card_declined',
  decline_code: failure,
  message: FAILURES[failure] ?? 'Your card was declined',
})

export const intentJson = (payment: CardPayment, isExpanded: boolean) => {
  const { intent, charge } = payment
  if (intent === null) return null
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: charge?.cents ?? askedCents(payment),
    amount_received: charge?.cents ?? 0,
    capture_method: 'automatic_async',
    created: seconds(intent.createdMs),
    currency: charge?.currency ?? payment.currency,
    last_payment_error: intent.failure === null ? null : failureJson(intent.failure),
    latest_charge: isExpanded ? chargeJson(payment) : (charge?.id ?? null),
    livemode: payment.isLive,
    metadata: payment.intentMetadata,
    payment_method_types: ['card'],
    status: intent.status,
  }
}

export const refundJson = (payment: CardPayment, refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.cents,
  charge: payment.charge?.id ?? null,
  created: seconds(refund.createdMs),
  currency: payment.charge?.currency ?? payment.currency,
  metadata: refund.metadata,
  payment_intent: payment.intent?.id ?? null,
  reason: null,
  status: refund.status,
})

export const disputeJson = (payment: CardPayment, dispute: Dispute) => {
  const moved = (amount: number) => ({ object: 'balance_transaction', type: 'adjustment', amount })
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.cents,
    balance_transactions: [moved(-dispute.cents), ...(dispute.status === 'won' ? [moved(dispute.cents)] : [])],
    charge: payment.charge?.id ?? null,
    created: seconds(dispute.createdMs),
    currency: payment.charge?.currency ?? payment.currency,
    is_charge_refundable: false,
    livemode: payment.isLive,
    metadata: {},
    payment_intent: payment.intent?.id ?? null,
    reason: 'fraudulent',
    status: dispute.status,
  }
}

/** As of which version the SDK of the portal reads things. */
const API_VERSION = '2026-10-28.endive'

export const eventJson = ({ isLive }: CardPayment, event: CardEvent) => ({
  id: event.id,
  object: 'event',
  api_version: API_VERSION,
  created: seconds(event.createdMs),
  data: { object: event.object },
  livemode: isLive,
  pending_webhooks: event.delivery === null ? 0 : 1,
  request: { id: null, idempotency_key: null },
  type: event.type,
})

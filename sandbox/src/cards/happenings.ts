import { cardOf } from './cards.ts'
import {
  askedCents,
  type CardEvent,
  type CardPayment,
  type Delivery,
  type Dispute,
  leftCents,
  newId,
} from './payment.ts'
import { disputeJson, intentJson, sessionJson } from './shapes.ts'

/** How a card is used: what is charged may differ from what was asked for, as it never should. */
export type Use = { card: string; cents?: number | undefined; currency?: string | undefined }

type Told = { type: string; object: Record<string, unknown> | null }

/** What can happen to a payment, each with the messages that tell of it. */
export const happeningsOf = (given: { now(): number; newDelivery(): Delivery | null; laterMs: number }) => {
  const { now, newDelivery, laterMs } = given

  const tell = (payment: CardPayment, told: Told[]): CardPayment => {
    const events = told.map(
      ({ type, object }): CardEvent => ({
        ...{ id: newId('evt'), type, createdMs: now(), object: object ?? {} },
        delivery: newDelivery(),
      }),
    )
    return { ...payment, events: [...payment.events, ...events] }
  }
  const tellPage = (payment: CardPayment, type = 'completed'): CardPayment =>
    tell(payment, [{ type: `checkout.session.${type}`, object: sessionJson(payment) }])

  const charged = (payment: CardPayment, { cents, currency }: Omit<Use, 'card'> = {}): CardPayment => {
    const sum = { cents: cents ?? askedCents(payment), currency: currency ?? payment.currency }
    const intent = payment.intent && { ...payment.intent, status: 'succeeded' as const, failure: null }
    const charge = { id: newId('ch'), createdMs: now(), ...sum }
    return { ...payment, status: 'complete', intent, charge, later: null }
  }
  const failed = (payment: CardPayment, failure: string): CardPayment => {
    const intent = payment.intent && { ...payment.intent, status: 'requires_payment_method' as const, failure }
    const next = { ...payment, intent, later: null }
    return tell(next, [{ type: 'payment_intent.payment_failed', object: intentJson(next, false) }])
  }
  const disputed = (payment: CardPayment, cents: number): CardPayment => {
    const dispute: Dispute = { id: newId('du'), cents, createdMs: now(), status: 'needs_response' }
    const next = { ...payment, disputes: [...payment.disputes, dispute] }
    const object = disputeJson(next, dispute)
    return tell(next, [
      { type: 'charge.dispute.created', object },
      { type: 'charge.dispute.funds_withdrawn', object },
    ])
  }
  const paid = (payment: CardPayment, use: Omit<Use, 'card'>): CardPayment => tellPage(charged(payment, use))

  const used = (payment: CardPayment, use: Use): CardPayment => {
    const card = cardOf(use.card)
    const created = payment.intent ?? { id: newId('pi'), createdMs: now() }
    const intent = { ...created, status: 'processing' as const, card: use.card, failure: null }
    const next: CardPayment = { ...payment, intent }
    if (card?.kind === 'second-step') return { ...next, intent: { ...intent, status: 'requires_action' } }
    if (card?.kind === 'pays') return paid(next, use)
    if (card?.kind === 'disputed') return disputed(paid(next, use), leftCents(charged(next, use)))
    if (card?.kind !== 'pays-later' && card?.kind !== 'fails-later')
      return failed(next, card?.failure ?? 'generic_decline')
    const outcome = card.kind === 'pays-later' ? 'paid' : 'failed'
    return tellPage({ ...next, status: 'complete', later: { outcome, atMs: now() + laterMs } })
  }

  const settled = (payment: CardPayment, outcome: 'paid' | 'failed'): CardPayment =>
    outcome === 'paid'
      ? tellPage(charged(payment), 'async_payment_succeeded')
      : tellPage(failed(payment, 'generic_decline'), 'async_payment_failed')
  const expired = (payment: CardPayment): CardPayment => {
    const intent = payment.intent && { ...payment.intent, status: 'canceled' as const }
    return tellPage({ ...payment, status: 'expired', intent }, 'expired')
  }

  return { tell, used, paid, failed, disputed, settled, expired }
}

export type Happenings = ReturnType<typeof happeningsOf>

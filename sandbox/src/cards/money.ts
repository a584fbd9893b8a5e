import type { Happenings } from './happenings.ts'
import { type CardPayment, leftCents, newId, type Refund } from './payment.ts'
import { CardRefused } from './refused.ts'
import type { Register } from './register.ts'
import { chargeJson, disputeJson, refundJson } from './shapes.ts'

type Given = {
  register: Register
  happenings: Happenings
  change(id: string, work: (payment: CardPayment) => CardPayment | undefined): Promise<CardPayment>
  now(): number
}

type RefundWish = { cents?: number | undefined } & Partial<Pick<Refund, 'key' | 'digest' | 'metadata'>>

const amountWithin = (payment: CardPayment, cents = leftCents(payment)): number => {
  if (!payment.charge) throw new CardRefused('charge_not_found', 'Nothing was charged')
  if (!Number.isSafeInteger(cents) || cents < 1)
    throw new CardRefused('parameter_invalid_integer', 'amount must be a whole number of cents')
  if (cents > leftCents(payment)) throw new CardRefused('amount_too_large', 'That is more than is left of the charge')
  return cents
}

const refundable = (payment: CardPayment, cents?: number): number => {
  if (payment.disputes.some(({ status }) => status === 'needs_response'))
    throw new CardRefused('charge_disputed', 'The charge is disputed')
  if (payment.charge && leftCents(payment) === 0)
    throw new CardRefused('charge_already_refunded', 'The charge has been refunded')
  return amountWithin(payment, cents)
}

/** What goes back: refunds, whoever asks for them, and disputes. */
export const openMoney = ({ register, happenings, change, now }: Given) => ({
  /** The same key and wish give what was made before, another wish is refused. */
  async refund(id: string, wish: RefundWish) {
    let refund: Refund | undefined
    const { key = null, digest = '', metadata = {} } = wish
    const payment = await change(id, (current) => {
      refund = current.refunds.find((each) => key !== null && each.key === key)
      if (refund && refund.digest !== digest)
        throw new CardRefused('idempotency_error', 'The key was used with other parameters before')
      if (refund) return undefined
      const cents = refundable(current, wish.cents)
      refund = { id: newId('re'), cents, createdMs: now(), status: 'succeeded', metadata, key, digest }
      const next = { ...current, refunds: [...current.refunds, refund] }
      return happenings.tell(next, [
        { type: 'refund.created', object: refundJson(next, refund) },
        { type: 'charge.refunded', object: chargeJson(next) },
      ])
    })
    if (refund === undefined) throw new Error('a refund was not made')
    return { payment, refund }
  },

  dispute: (id: string, cents?: number): Promise<CardPayment> =>
    change(id, (payment) => happenings.disputed(payment, amountWithin(payment, cents))),

  close: (id: string, outcome: 'won' | 'lost'): Promise<CardPayment> =>
    change(register.findDispute(id).id, (payment) => {
      const dispute = payment.disputes.find((each) => each.id === id)
      if (dispute?.status !== 'needs_response') throw new CardRefused('dispute_closed', 'The dispute is over')
      const closed = { ...dispute, status: outcome }
      const next = { ...payment, disputes: payment.disputes.map((each) => (each.id === id ? closed : each)) }
      const object = disputeJson(next, closed)
      return happenings.tell(next, [
        { type: 'charge.dispute.closed', object },
        ...(outcome === 'won' ? [{ type: 'charge.dispute.funds_reinstated', object }] : []),
      ])
    }),
})

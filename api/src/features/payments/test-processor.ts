import { randomUUID } from 'node:crypto'
import {
  type Charged,
  type Checkout,
  type CheckoutOrder,
  MessageRefused,
  type PaymentEvent,
  type PaymentProcessor,
  ProcessorRefused,
  ProcessorUnavailable,
} from '@ingot/providers/payments/port'

/** For tests: how a message says why it is to be refused. */
export const goodSignature = 'good'

type Known = { order: CheckoutOrder; checkout: Checkout; charged: Charged | null }
type Dispute = Charged['disputes'][number]

/** For tests: a processor in memory, with what its customers and its desk do. A payment is named by our id. */
export const createTestProcessor = (now: () => Date, { isLive = false } = {}) => {
  const known = new Map<string, Known>()
  const refunded = new Map<string, string>()
  const events: PaymentEvent[] = []
  const asked: string[] = []
  let isDown = false

  const answering = async <T>(name: string, work: () => T): Promise<T> => {
    asked.push(name)
    if (isDown) throw new ProcessorUnavailable('the processor is down')
    return work()
  }
  const one = (payment: string): Known => {
    const found = known.get(payment)
    if (!found) throw new ProcessorRefused('no such page', 'resource_missing')
    return found
  }
  const byPage = (id: string): Known => one([...known].find(([, { checkout }]) => checkout.id === id)?.[0] ?? '')
  const byIntent = (intent: string): Known & { charged: Charged } => {
    const found = [...known.values()].find(({ charged }) => charged?.intent === intent)
    if (!found?.charged) throw new ProcessorRefused('no such money', 'resource_missing')
    return { ...found, charged: found.charged }
  }
  const charge = (payment: string): Charged => {
    const { charged } = one(payment)
    if (!charged) throw new Error(`nothing was charged for ${payment}`)
    return charged
  }
  const setPage = (payment: string, change: Partial<Checkout>) => {
    const found = one(payment)
    found.checkout = { ...found.checkout, ...change }
  }
  const setCharged = (payment: string, change: Partial<Charged>) => {
    one(payment).charged = { ...charge(payment), ...change }
  }

  /** Notes that something happened; whether anybody is told is up to the test. */
  const happened = (payment: string, type: string): PaymentEvent => {
    const { checkout, charged } = one(payment)
    const event = { id: `evt_${randomUUID()}`, type, at: now(), payment }
    events.push({ ...event, checkout: checkout.id, intent: charged?.intent ?? null })
    return { ...event, checkout: checkout.id, intent: charged?.intent ?? null }
  }

  const openPage = (order: CheckoutOrder): Checkout => {
    const before = known.get(order.payment)
    if (before) return before.checkout
    if (order.expiresAt.getTime() - now().getTime() < 30 * 60_000)
      throw new ProcessorRefused('a page is open for at least 30 minutes', 'expires_at')
    const id = `cs_${randomUUID()}`
    const checkout: Checkout = {
      ...{
        id,
        url: `https://cards.example/${id}`,
        status: 'open',
        isPaid: false,
        currency: 'usd',
        intent: null,
        isLive,
      },
      cents: order.lines.reduce((sum, { cents }) => sum + cents, 0n),
      payment: order.payment,
    }
    known.set(order.payment, { order, checkout, charged: null })
    return checkout
  }

  const processor: PaymentProcessor = {
    isLive,
    openCheckout: (order) => answering('openCheckout', () => openPage(order)),
    readCheckout: (id) => answering('readCheckout', () => byPage(id).checkout),
    endCheckout: (id) =>
      answering('endCheckout', () => {
        const { order, checkout } = byPage(id)
        if (checkout.status === 'open') setPage(order.payment, { status: 'expired', url: null })
        return byPage(id).checkout
      }),
    readCharged: (intent) => answering('readCharged', () => byIntent(intent).charged),
    refund: ({ intent, cents, key }) =>
      answering('refund', () => {
        const id = refunded.get(key) ?? `re_${randomUUID()}`
        const { order, charged } = byIntent(intent)
        if (!refunded.has(key)) setCharged(order.payment, { refunds: [...charged.refunds, { id, cents }] })
        refunded.set(key, id)
        return { id }
      }),
    eventsSince: async function* (since) {
      asked.push('eventsSince')
      if (isDown) throw new ProcessorUnavailable('the processor is down')
      yield* events.filter(({ at }) => at >= since)
    },
    readMessage: (bytes, headers) => {
      const signature = headers['stripe-signature']
      if (signature === 'old' || signature === 'account' || signature === 'mode') throw new MessageRefused(signature)
      if (signature !== goodSignature) throw new MessageRefused('signature')
      const told = JSON.parse(bytes.toString())
      if (typeof told.id !== 'string') throw new MessageRefused('content')
      return { ...told, at: new Date(told.at) }
    },
  }

  /** What the card is charged, unless the test says something else. */
  const chargedFor = (payment: string, change: Partial<Charged> = {}): Charged => {
    const { checkout } = one(payment)
    return {
      ...{ intent: `pi_${randomUUID()}`, at: now(), cents: checkout.cents ?? 0n, currency: 'usd', payment, isLive },
      ...{ refunds: [], disputes: [], failure: null, ...change },
    }
  }

  const pay = (payment: string, change: Partial<Charged> = {}) => {
    const charged = chargedFor(payment, change)
    one(payment).charged = charged
    setPage(payment, { status: 'complete', isPaid: true, url: null, intent: charged.intent })
    return happened(payment, 'checkout.session.completed')
  }
  /** Completed at the page, and the money comes later or never. */
  const payLater = (payment: string) => {
    const charged = chargedFor(payment, { at: null, cents: 0n })
    one(payment).charged = charged
    setPage(payment, { status: 'complete', isPaid: false, url: null, intent: charged.intent })
    return happened(payment, 'checkout.session.completed')
  }
  const settleLater = (payment: string, how: 'paid' | 'failed') => {
    if (how === 'failed') {
      setCharged(payment, { failure: 'insufficient_funds' })
      return happened(payment, 'checkout.session.async_payment_failed')
    }
    setCharged(payment, { at: now(), cents: one(payment).checkout.cents ?? 0n })
    setPage(payment, { isPaid: true })
    return happened(payment, 'checkout.session.async_payment_succeeded')
  }
  const expire = (payment: string) => {
    setPage(payment, { status: 'expired', url: null })
    return happened(payment, 'checkout.session.expired')
  }
  const refund = (payment: string, cents = charge(payment).cents) => {
    setCharged(payment, { refunds: [...charge(payment).refunds, { id: `re_${randomUUID()}`, cents }] })
    return happened(payment, 'charge.refunded')
  }
  const dispute = (payment: string, cents = charge(payment).cents) => {
    const opened: Dispute = { id: `dp_${randomUUID()}`, cents, state: 'open', at: now() }
    setCharged(payment, { disputes: [...charge(payment).disputes, opened] })
    return happened(payment, 'charge.dispute.created')
  }
  const close = (payment: string, state: 'won' | 'lost', id = charge(payment).disputes.at(-1)?.id) => {
    const disputes = charge(payment).disputes.map((each) => (each.id === id ? { ...each, state } : each))
    setCharged(payment, { disputes })
    return happened(payment, 'charge.dispute.closed')
  }

  return {
    ...{ processor, events, asked, pay, payLater, settleLater, expire, refund, dispute, close, setPage, setCharged },
    ...{ orderOf: (payment: string) => one(payment).order, chargedOf: (payment: string) => one(payment).charged },
    pageOf: (payment: string) => one(payment).checkout,
    setDown: (down: boolean) => {
      isDown = down
    },
  }
}

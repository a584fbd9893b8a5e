import Stripe from 'stripe'
import {
  type CheckoutOrder,
  MessageRefused,
  type PaymentEvent,
  type PaymentProcessor,
  ProcessorRefused,
  ProcessorUnavailable,
} from './port.ts'
import { type Charging, chargedOf, checkoutOf, eventOf, followedTypes, refundKey } from './stripe-shapes.ts'

const tryWithinMs = 6_000
const triesAgain = 1
const messageSeconds = 300
const pageSize = 100
/** More than that of one payment is no business of ours. */
const mostOfOne = 500
/** Of older ones the daily look at each payment knows. */
const mostEvents = 10_000

type StripeSettings = {
  /** Such as https://api.stripe.com. */
  url: string
  secretKey: string
  webhookSecret: string
  now: () => Date
  /** Shorter waits, for tests. */
  waits?: { tryMs?: number; triesAgain?: number }
}

export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

/** Speaks to Stripe by its own SDK, whose version pins that of the protocol. What a customer is called is never told. */
export const createStripe = (settings: StripeSettings): PaymentProcessor => {
  const stripe = clientOf(settings)
  const isLive = isLiveKey(settings.secretKey)

  const readCheckout = async (id: string) => checkoutOf(await asked(() => stripe.checkout.sessions.retrieve(id)))
  const refundsOf = (intent: string) =>
    all((page) => stripe.refunds.list({ payment_intent: intent, ...page }), mostOfOne)

  return {
    isLive,
    openCheckout: async (order) =>
      checkoutOf(
        await asked(() => stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: order.payment })),
      ),
    readCheckout,

    async endCheckout(id) {
      try {
        return checkoutOf(await asked(() => stripe.checkout.sessions.expire(id)))
      } catch (error) {
        // It is complete, or was closed before.
        if (error instanceof ProcessorRefused) return readCheckout(id)
        throw error
      }
    },

    async readCharged(intent) {
      const [read, refunds, disputes] = await Promise.all([
        asked(() => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })),
        refundsOf(intent),
        all((page) => stripe.disputes.list({ payment_intent: intent, ...page }), mostOfOne),
      ])
      return chargedOf(read as Charging, refunds, disputes)
    },

    async refund({ intent, cents, key }) {
      // The processor forgets keys after a day, and must not send twice what was asked for twice.
      const before = (await refundsOf(intent)).find(({ metadata }) => metadata?.[refundKey] === key)
      if (before) return { id: before.id }
      const order = { payment_intent: intent, amount: Number(cents), metadata: { [refundKey]: key } }
      const { id } = await asked(() => stripe.refunds.create(order, { idempotencyKey: key }))
      return { id }
    },

    async *eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const listed = await all((page) => stripe.events.list({ created, types: followedTypes, ...page }), mostEvents)
      for (const event of listed.reverse()) {
        const read = eventOf(event)
        if (read && event.livemode === isLive) yield read
      }
    },

    readMessage: (bytes, headers) => messageOf(stripe, settings, bytes, String(headers['stripe-signature'] ?? '')),
  }
}

const clientOf = ({ url, secretKey, waits }: StripeSettings): Stripe => {
  const { hostname, port, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: waits?.tryMs ?? tryWithinMs,
    maxNetworkRetries: waits?.triesAgain ?? triesAgain,
    telemetry: false,
  })
}

/** Cards alone: what is charged otherwise is paid later than the price is locked for, and can be taken back for longer. */
const sessionOf = ({ payment, lines, expiresAt, successUrl, cancelUrl }: CheckoutOrder) => ({
  mode: 'payment' as const,
  allowed_payment_method_types: ['card' as const],
  adaptive_pricing: { enabled: false },
  line_items: lines.map(({ name, cents }) => ({
    price_data: { currency: 'usd', unit_amount: Number(cents), product_data: { name } },
    quantity: 1,
  })),
  client_reference_id: payment,
  metadata: { payment },
  payment_intent_data: { metadata: { payment } },
  expires_at: Math.floor(expiresAt.getTime() / 1000),
  success_url: successUrl,
  cancel_url: cancelUrl,
})

type Page = { limit: number; starting_after?: string }
type Listed<T> = { data: T[]; has_more: boolean }

/** Page by page, newest first, within a limit. */
const all = async <T extends { id: string }>(list: (page: Page) => Promise<Listed<T>>, most: number): Promise<T[]> => {
  const found: T[] = []
  while (found.length < most) {
    const last = found.at(-1)?.id
    const page = await asked(() => list({ limit: pageSize, ...(last && { starting_after: last }) }))
    found.push(...page.data)
    if (!page.has_more || page.data.length === 0) break
  }
  return found
}

const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? problemOf(error) : error
  }
}

/** What would be refused again. A key that is not taken is ours to mend, and says nothing about the payment. */
const refusals = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeIdempotencyError,
]

/** Says what can be said without naming anybody: the processor's own words may carry anything. */
const problemOf = (error: Stripe.errors.StripeError): Error => {
  const code = error.code ?? error.rawType ?? error.type
  const request = error.requestId ? `, request ${error.requestId.slice(0, 60)}` : ''
  const words = `${error.statusCode ?? 'nothing'} (${String(code).slice(0, 60)})${request}`
  // The same was asked twice at once: the other one is still being answered.
  const isBusy = code === 'idempotency_key_in_use'
  return !isBusy && refusals.some((refusal) => error instanceof refusal)
    ? new ProcessorRefused(`The card processor refused: ${words}`, String(code))
    : new ProcessorUnavailable(`The card processor answered ${words}`)
}

const messageOf = (
  stripe: Stripe,
  { webhookSecret, now, secretKey }: StripeSettings,
  bytes: Buffer,
  signature: string,
): PaymentEvent => {
  const at = now().getTime()
  const isSigned = (tolerance: number): boolean => {
    try {
      const { signature: check } = stripe.webhooks
      return check?.verifyHeader(bytes, signature, webhookSecret, tolerance, undefined, at) === true
    } catch {
      return false
    }
  }
  // Without a tolerance age does not count.
  if (!isSigned(0)) throw new MessageRefused('signature')
  if (!isSigned(messageSeconds)) throw new MessageRefused('old')
  const event = parsed(bytes)
  const read = eventOf(event)
  if (!read) throw new MessageRefused('content')
  if (event.account) throw new MessageRefused('account')
  if (event.livemode !== isLiveKey(secretKey)) throw new MessageRefused('mode')
  return read
}

const parsed = (bytes: Buffer): Partial<Stripe.EventBase> => {
  try {
    const json = JSON.parse(bytes.toString('utf8'))
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return {}
  }
}

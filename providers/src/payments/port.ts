/** What a customer is to pay for at the processor's own page. Money is in cents of dollars. */
export type CheckoutOrder = {
  /** Our id of the payment: what the processor gives back with everything, and the key by which asking again makes nothing new. */
  payment: string
  /** What is shown there, a line each; the sum is what the card is charged. */
  lines: readonly { name: string; cents: bigint }[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** A page of the processor, as it is now. */
export type Checkout = {
  id: string
  /** Where the card is entered, while it may be. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** What was asked for there, and for which payment of ours. */
  cents: bigint | null
  currency: string | null
  payment: string | null
  /** The processor's name of the money, once there is one. */
  intent: string | null
  isLive: boolean
}

/** What became of the money. */
export type Charged = {
  intent: string
  /** When the card was charged, and how much arrived; null while nothing was. */
  at: Date | null
  cents: bigint
  currency: string
  payment: string | null
  isLive: boolean
  /** All that went back or is on its way back, whoever asked for it; what failed does not count. */
  refunds: readonly { id: string; cents: bigint }[]
  disputes: readonly { id: string; cents: bigint; state: 'open' | 'won' | 'lost'; at: Date }[]
  /** Why the last try failed, in the processor's short word; null where it did not. */
  failure: string | null
}

/** That something changed. What it is now has to be read: messages come twice, late, in any order, or not at all. */
export type PaymentEvent = {
  id: string
  type: string
  at: Date
  /** What it is about, by whichever name the processor used. */
  checkout: string | null
  intent: string | null
  payment: string | null
}

/** Whoever takes card payments at a page of their own. */
export type PaymentProcessor = {
  isLive: boolean
  openCheckout: (order: CheckoutOrder) => Promise<Checkout>
  readCheckout: (id: string) => Promise<Checkout>
  /** Closes the page; one that is complete stays as it is. */
  endCheckout: (id: string) => Promise<Checkout>
  readCharged: (intent: string) => Promise<Charged>
  /** Sends so much back to the card. The key names it: asking again sends nothing more. */
  refund: (order: { intent: string; cents: bigint; key: string }) => Promise<{ id: string }>
  /** What happened from a moment on, oldest first, so that lost messages heal. */
  eventsSince: (since: Date) => AsyncIterable<PaymentEvent>
  /** Throws MessageRefused unless it is the processor's own, fresh, of our account and of our mode. */
  readMessage: (bytes: Buffer, headers: Record<string, string | string[] | undefined>) => PaymentEvent
}

/** The processor could not be asked, or not now. Neither this nor the next names a person, so that both can be logged. */
export class ProcessorUnavailable extends Error {
  override name = 'ProcessorUnavailable'
}

/** The processor says no, and would again. */
export class ProcessorRefused extends Error {
  override name = 'ProcessorRefused'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** A message that does not count, and why: it is forged, too old, another account's, of the other mode, or says nothing. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
  readonly reason: 'signature' | 'old' | 'account' | 'mode' | 'content'

  constructor(reason: MessageRefused['reason']) {
    super(`the ${reason} of the message is not right`)
    this.reason = reason
  }
}

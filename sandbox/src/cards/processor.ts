import type { JsonFolder } from '../kyc/json-folder.ts'
import { happeningsOf, type Use } from './happenings.ts'
import { openMoney } from './money.ts'
import { type CardPayment, newId } from './payment.ts'
import { CardRefused } from './refused.ts'
import type { Register } from './register.ts'
import type { CardSettings } from './settings.ts'
import { sessionJson } from './shapes.ts'
import type { Webhooks } from './webhooks.ts'

/** Whether messages are sent, and where to, if not where it was told at first. */
export type DeskState = { id: 'desk'; webhooks: 'at-once' | 'never'; webhookUrl?: string }

/** What a page is asked for with. */
export type Order = Pick<CardPayment, 'isLive' | 'origin' | 'expiresMs' | 'key' | 'digest' | 'lines' | 'currency'> &
  Pick<CardPayment, 'reference' | 'metadata' | 'intentMetadata' | 'successUrl' | 'cancelUrl'>

type Given = {
  register: Register
  desks: JsonFolder<DeskState>
  webhooks(): Webhooks
  settings: Pick<CardSettings, 'laterSeconds'>
  now(): number
}

const wrongState = (message: string): CardRefused => new CardRefused('payment_intent_unexpected_state', message)

const refuseUnlessOpen = ({ status }: CardPayment): void => {
  if (status !== 'open') throw wrongState('The page takes no card any more')
}

/** Everything the processor knows and does, whoever asks for it: the portal, the customer at its page, or the desk. */
export const openProcessor = ({ register, desks, webhooks, settings, now }: Given) => {
  let desk: DeskState = desks.found[0] ?? { id: 'desk', webhooks: 'at-once' }
  const newDelivery = () => (desk.webhooks === 'never' ? null : webhooks().newDelivery())
  const happenings = happeningsOf({ now, newDelivery, laterMs: settings.laterSeconds * 1_000 })

  const change = async (id: string, work: (payment: CardPayment) => CardPayment | undefined): Promise<CardPayment> => {
    const changed = await register.change(id, work)
    webhooks().work()
    return changed
  }
  /** By the same key, which must be for the same order. */
  const madeBefore = (order: Order): CardPayment | undefined => {
    const found = register.search(({ key, isLive }) => key !== null && key === order.key && isLive === order.isLive)
    if (found && found.digest !== order.digest)
      throw new CardRefused('idempotency_error', 'The key was used with other parameters before')
    return found
  }

  return {
    register,
    ...openMoney({ register, happenings, change, now }),
    /** What happens by the clock. */
    async tick(): Promise<void> {
      for (const { id, status, expiresMs, later } of register.list()) {
        if (status === 'open' && expiresMs <= now())
          await change(id, (payment) => (payment.status === 'open' ? happenings.expired(payment) : undefined))
        if (later && later.atMs <= now())
          await change(id, (payment) =>
            payment.later ? happenings.settled(payment, payment.later.outcome) : undefined,
          )
      }
    },
    create: (order: Order): Promise<CardPayment> =>
      register.add(
        () => madeBefore(order),
        () => {
          const id = newId(order.isLive ? 'cs_live' : 'cs_test')
          const none = { intent: null, charge: null, later: null, refunds: [], disputes: [], events: [] }
          const made: CardPayment = { ...order, ...none, id, createdMs: now(), status: 'open', answer: {} }
          return { ...made, answer: sessionJson(made) }
        },
      ),
    expire: (id: string): Promise<CardPayment> =>
      change(id, (payment) => {
        if (payment.status !== 'open') throw wrongState('Only a page that is open can be closed')
        return happenings.expired(payment)
      }),
    pay: (id: string, use: Use): Promise<CardPayment> =>
      change(id, (payment) => {
        refuseUnlessOpen(payment)
        return happenings.used(payment, use)
      }),
    /** What the customer's bank asked for. */
    confirm: (id: string, isRight: boolean, use: Omit<Use, 'card'> = {}): Promise<CardPayment> =>
      change(id, (payment) => {
        refuseUnlessOpen(payment)
        if (payment.intent?.status !== 'requires_action') throw wrongState('Nothing was asked for')
        return isRight ? happenings.paid(payment, use) : happenings.failed(payment, 'authentication_required')
      }),
    settleLater: (id: string, outcome: 'paid' | 'failed'): Promise<CardPayment> =>
      change(id, (payment) => {
        if (!payment.later) throw wrongState('It does not pay later')
        return happenings.settled(payment, outcome)
      }),
    desk: () => desk,
    async setDesk(given: Partial<Omit<DeskState, 'id'>>): Promise<DeskState> {
      const next = { ...desk, ...given }
      await desks.write(next.id, next)
      desk = next
      webhooks().work()
      return desk
    },
  }
}

export type Processor = ReturnType<typeof openProcessor>

import type { FastifyInstance } from 'fastify'
import { badRequest } from '../frame/refusal.ts'
import { cardOf, foldNumber } from './cards.ts'
import type { Use } from './happenings.ts'
import {
  askedCents,
  type CardPayment,
  type Dispute,
  disputedCents,
  leftCents,
  type Refund,
  refundedCents,
} from './payment.ts'
import type { DeskState, Processor } from './processor.ts'
import type { Webhooks } from './webhooks.ts'

/** A payment as the processor knows it; amounts are cents. */
export type CardSummary = {
  session: string
  intent: string | null
  isLive: boolean
  status: CardPayment['status']
  /** What the customer's page or bank waits for, if anything. */
  intentStatus: string | null
  payment: string | null
  asked: number
  charged: number
  chargedMs: number | null
  refunded: number
  disputed: number
  /** What is there of it, for the merchant. */
  left: number
  currency: string
  refunds: Pick<Refund, 'id' | 'cents' | 'status'>[]
  disputes: Dispute[]
}

export type EventSummary = { id: string; type: string; createdMs: number; session: string; isOnItsWay: boolean }

export type DeskOrder = Partial<Omit<DeskState, 'id'>>

const summaryOf = (payment: CardPayment): CardSummary => ({
  session: payment.id,
  intent: payment.intent?.id ?? null,
  isLive: payment.isLive,
  status: payment.status,
  intentStatus: payment.intent?.status ?? null,
  payment: payment.reference,
  asked: askedCents(payment),
  charged: payment.charge?.cents ?? 0,
  chargedMs: payment.charge?.createdMs ?? null,
  refunded: refundedCents(payment),
  disputed: disputedCents(payment),
  left: leftCents(payment),
  currency: payment.charge?.currency ?? payment.currency,
  refunds: payment.refunds.map(({ id, cents, status }) => ({ id, cents, status })),
  disputes: payment.disputes,
})

type Body = Record<string, unknown>
const bodyOf = (body: unknown): Body => (typeof body === 'object' && body !== null ? (body as Body) : {})

const centsOf = ({ cents }: Body): number | undefined => {
  if (cents === undefined) return undefined
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 1)
    throw badRequest('cents must be a whole number above 0')
  return cents
}

const readUse = (body: Body): Use => {
  const card = foldNumber(String(body.card ?? ''))
  if (!cardOf(card)) throw badRequest('card must be one of the sandbox’s numbers')
  const { currency } = body
  if (currency !== undefined && !/^[a-z]{3}$/.test(String(currency))) throw badRequest('currency must be three letters')
  return { card, cents: centsOf(body), currency: currency === undefined ? undefined : String(currency) }
}

const oneOf = <T extends string>(value: unknown, name: string, allowed: readonly T[]): T => {
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw badRequest(`${name} must be one of: ${allowed.join(', ')}`)
  return found
}

const readDesk = ({ webhooks, webhookUrl }: Body): DeskOrder => {
  if (webhookUrl !== undefined && (typeof webhookUrl !== 'string' || (webhookUrl && !URL.canParse(webhookUrl))))
    throw badRequest('webhookUrl must be an address')
  return {
    ...(webhooks !== undefined && { webhooks: oneOf(webhooks, 'webhooks', ['at-once', 'never']) }),
    ...(typeof webhookUrl === 'string' && { webhookUrl }),
  }
}

type ById = { Params: { id: string } }

/** For tests and scripts: what customers and their banks do, and the truth as the processor knows it. */
export const addDeskApi = (server: FastifyInstance, processor: Processor, webhooks: Webhooks): void => {
  const { register } = processor
  server.get('/api/cards/payments', async () => {
    await processor.tick()
    return { data: register.list().map(summaryOf) }
  })
  server.get('/api/cards/events', () => ({
    data: register
      .list()
      .flatMap(({ id: session, events }) =>
        events.map(({ id, type, createdMs, delivery }) => ({ id, type, createdMs, session, isOnItsWay: !!delivery })),
      )
      .sort((a, b) => a.createdMs - b.createdMs),
  }))
  server.post<ById>('/api/cards/sessions/:id/pay', async ({ params, body }) => {
    await processor.tick()
    const use = readUse(bodyOf(body))
    const paid = await processor.pay(register.find(params.id).id, use)
    if (paid.intent?.status !== 'requires_action') return { data: summaryOf(paid) }
    const step = oneOf(bodyOf(body).secondStep ?? 'pass', 'secondStep', ['pass', 'fail', 'leave'])
    return { data: summaryOf(step === 'leave' ? paid : await processor.confirm(paid.id, step === 'pass', use)) }
  })
  server.post<ById>('/api/cards/sessions/:id/later', async ({ params, body }) => {
    const outcome = oneOf(bodyOf(body).outcome, 'outcome', ['paid', 'failed'])
    return { data: summaryOf(await processor.settleLater(register.find(params.id).id, outcome)) }
  })
  server.post<ById>('/api/cards/intents/:id/refund', async ({ params, body }) => {
    const { payment } = await processor.refund(register.find(params.id).id, { cents: centsOf(bodyOf(body)) })
    return { data: summaryOf(payment) }
  })
  server.post<ById>('/api/cards/intents/:id/dispute', async ({ params, body }) => ({
    data: summaryOf(await processor.dispute(register.find(params.id).id, centsOf(bodyOf(body)))),
  }))
  server.post<ById>('/api/cards/disputes/:id/close', async ({ params, body }) => ({
    data: summaryOf(await processor.close(params.id, oneOf(bodyOf(body).outcome, 'outcome', ['won', 'lost']))),
  }))
  server.post<ById>('/api/cards/events/:id/send', async ({ params }) => {
    await webhooks.resend(params.id)
    return { data: { sent: true } }
  })
  server.put('/api/cards/desk', async ({ body }) => {
    const { id: _, ...desk } = await processor.setDesk(readDesk(bodyOf(body)))
    return { data: desk }
  })
  server.get('/api/cards/webhooks/settled', async () => {
    await processor.tick()
    await webhooks.settled()
    return { data: { waiting: webhooks.waiting().length } }
  })
}

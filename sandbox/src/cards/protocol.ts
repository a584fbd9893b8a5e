import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultDesk } from '../frame/faults.ts'
import { type CardPayment, leftCents, newId } from './payment.ts'
import type { Processor } from './processor.ts'
import { CardRefused } from './refused.ts'
import type { CardSettings } from './settings.ts'
import { chargeJson, disputeJson, eventJson, intentJson, refundJson, sessionJson } from './shapes.ts'
import { digestOf, fieldsBelow, flatOf, keyOf, orderOf, pageOf, sendRefusal, wholeOf } from './wire.ts'

type Given = {
  processor: Processor
  settings: CardSettings
  faults: FaultDesk
  stopping: AbortSignal
  now(): number
}

type ById = { Params: { id: string } }

const missing = (id: string): CardRefused => new CardRefused('resource_missing', `No such object: ${id}`, 404)

/** Which mode somebody asks in: each sees its own things only. */
const modeOf = (request: FastifyRequest, { testKey, liveKey }: CardSettings): boolean => {
  const given = request.headers.authorization ?? ''
  if (given === `Bearer ${liveKey}`) return true
  if (given === `Bearer ${testKey}`) return false
  throw new CardRefused('api_key_invalid', 'Invalid API Key provided', 401)
}

const answerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const status = error.statusCode ?? 500
  if (status >= 500 && error.name !== 'Refused')
    process.stderr.write(`${request.method} cards failed: ${error.stack}\n`)
  const code = error instanceof CardRefused ? error.code : status === 404 ? 'resource_missing' : undefined
  const type = code === 'idempotency_error' ? code : status >= 500 ? 'api_error' : 'invalid_request_error'
  return sendRefusal(reply, status, { type, code, message: error.message })
}

/** The processor's own API. */
export const addProtocol = (server: FastifyInstance, given: Given): void => {
  const { processor, settings, faults, stopping } = given
  server.register(
    async (scope) => {
      scope.setErrorHandler(answerFailure)
      scope.addHook('preHandler', async (request, reply) => {
        reply.header('request-id', newId('req'))
        modeOf(request, settings)
        await processor.tick()
        const standing = faults.standing()?.fault
        if (standing === 'twice' || standing === 'disorder') return
        const fault = faults.take('request')
        if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { signal: stopping }).catch(() => undefined)
        if (fault?.fault === 'refuse')
          throw new CardRefused('told_to_refuse', 'Told to refuse', fault.answer === 'temporary' ? 503 : 403)
        if (fault?.fault === 'lose') losing.add(request)
        if (fault?.fault === 'drop') return cutOff(reply)
      })
      scope.addHook('onSend', async (request, reply) => {
        if (losing.delete(request)) reply.raw.destroy()
      })
      addCheckouts(scope, given)
      addMoney(scope, given)
      addLists(scope, given)
    },
    { prefix: '/v1' },
  )
}

/** Requests that are done and not answered. */
const losing = new WeakSet<FastifyRequest>()

const cutOff = (reply: FastifyReply): FastifyReply => {
  reply.raw.destroy()
  return reply.hijack()
}

const addCheckouts = (scope: FastifyInstance, { processor, settings, now }: Given): void => {
  const find = (request: FastifyRequest<ById>): CardPayment => {
    const isLive = modeOf(request, settings)
    const found = processor.register.search(({ id }) => id === request.params.id)
    if (found?.isLive !== isLive) throw missing(request.params.id)
    return found
  }
  scope.post('/checkout/sessions', async (request) => {
    const order = orderOf(request, modeOf(request, settings), now())
    return (await processor.create(order)).answer
  })
  scope.get<ById>('/checkout/sessions/:id', (request) => sessionJson(find(request)))
  scope.post<ById>('/checkout/sessions/:id/expire', async (request) =>
    sessionJson(await processor.expire(find(request).id)),
  )
}

/** Whose money it is, by the name that was given. */
const findMoney = (processor: Processor, settings: CardSettings, request: FastifyRequest, id: string): CardPayment => {
  const isLive = modeOf(request, settings)
  const found = processor.register.search(({ intent, charge }) => intent?.id === id || charge?.id === id)
  if (found?.isLive !== isLive) throw missing(id)
  return found
}

const addMoney = (scope: FastifyInstance, { processor, settings }: Given): void => {
  scope.get<ById>('/payment_intents/:id', (request) => {
    const isExpanded = Object.values(fieldsBelow(flatOf(request.query), 'expand')).includes('latest_charge')
    return intentJson(findMoney(processor, settings, request, request.params.id), isExpanded)
  })
  scope.get<ById>('/charges/:id', (request) => chargeJson(findMoney(processor, settings, request, request.params.id)))
  scope.post('/refunds', async (request) => {
    const flat = flatOf(request.body)
    const { id } = findMoney(processor, settings, request, String(flat.payment_intent ?? flat.charge ?? ''))
    const cents = flat.amount === undefined ? undefined : wholeOf(flat, 'amount')
    const wish = { cents, key: keyOf(request), digest: digestOf(flat), metadata: fieldsBelow(flat, 'metadata') }
    const { payment, refund } = await processor.refund(id, wish)
    return refundJson(payment, refund)
  })
  scope.get('/balance', (request) => {
    const isLive = modeOf(request, settings)
    const own = processor.register.list().filter((payment) => payment.isLive === isLive)
    const amount = own.reduce((total, payment) => total + leftCents(payment), 0)
    return { object: 'balance', livemode: isLive, available: [{ amount, currency: 'usd' }], pending: [] }
  })
}

const addLists = (scope: FastifyInstance, { processor, settings }: Given): void => {
  /** The payments a list is about, newest first. */
  const paymentsOf = (request: FastifyRequest): CardPayment[] => {
    const isLive = modeOf(request, settings)
    const { payment_intent: intent } = flatOf(request.query)
    if (intent !== undefined) return [findMoney(processor, settings, request, String(intent))]
    return processor.register.list().filter((payment) => payment.isLive === isLive)
  }
  const newestFirst = <T extends { created: number }>(things: T[]): T[] =>
    things.reverse().sort((a, b) => b.created - a.created)
  const list = <T extends { id: string; created: number }>(name: string, of: (payment: CardPayment) => T[]): void => {
    scope.get(`/${name}`, (request) => pageOf(request, newestFirst(paymentsOf(request).flatMap(of)), `/v1/${name}`))
  }
  list('charges', (payment) => [chargeJson(payment)].filter((charge) => charge !== null))
  list('refunds', (payment) => payment.refunds.map((refund) => refundJson(payment, refund)))
  list('disputes', (payment) => payment.disputes.map((dispute) => disputeJson(payment, dispute)))

  scope.get('/events', (request) => {
    const query = flatOf(request.query)
    const types = Object.values(fieldsBelow(query, 'types'))
    const from = query['created[gte]'] === undefined ? 0 : wholeOf(query, 'created[gte]')
    const events = paymentsOf(request).flatMap((payment) => payment.events.map((event) => eventJson(payment, event)))
    const wanted = events.filter(({ type, created }) => (types.length === 0 || types.includes(type)) && created >= from)
    return pageOf(request, newestFirst(wanted), '/v1/events')
  })
  scope.get<ById>('/events/:id', (request) => {
    const { payment, event } = processor.register.findEvent(request.params.id)
    if (payment.isLive !== modeOf(request, settings)) throw missing(request.params.id)
    return eventJson(payment, event)
  })
}

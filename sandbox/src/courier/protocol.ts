import { timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultDesk } from '../frame/faults.ts'
import { RequestRefused } from '../frame/refusal.ts'
import type { Depot } from './depot.ts'
import { trackerJson } from './parcel.ts'
import type { CourierSettings } from './settings.ts'

type Given = { depot: Depot; settings: CourierSettings; faults: FaultDesk; stopping: AbortSignal }

const MOST_LISTED = 100

const isKey = (given: string, key: string): boolean => {
  const expected = Buffer.from(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
  const sent = Buffer.from(given)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

const answerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const status = error.statusCode ?? 500
  if (status >= 500 && !(error instanceof RequestRefused))
    process.stderr.write(`${request.method} courier failed: ${error.stack}\n`)
  const code = error instanceof RequestRefused ? error.name : 'BAD_REQUEST'
  return reply.code(status).send({ error: { code, message: error.message, errors: [] } })
}

/** Requests that are done and not answered. */
const losing = new WeakSet<FastifyRequest>()

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** EasyPost's API, as far as it follows parcels. */
export const addProtocol = (server: FastifyInstance, { depot, settings, faults, stopping }: Given): void => {
  server.register(
    async (scope) => {
      scope.setErrorHandler(answerFailure)
      scope.addHook('preHandler', async (request, reply) => {
        if (!isKey(request.headers.authorization ?? '', settings.key))
          throw new RequestRefused(401, 'UNAUTHORIZED', 'The key is not known')
        const standing = faults.standing()?.fault
        if (standing === 'twice' || standing === 'disorder') return
        const fault = faults.take('request')
        if (fault?.fault === 'slow') await delay(fault.delayMs, undefined, { signal: stopping }).catch(() => undefined)
        if (fault?.fault === 'refuse')
          throw new RequestRefused(fault.answer === 'temporary' ? 503 : 403, 'TOLD_TO_REFUSE', 'Told to refuse')
        if (fault?.fault === 'lose') losing.add(request)
        if (fault?.fault !== 'drop') return
        reply.raw.destroy()
        return reply.hijack()
      })
      scope.addHook('onSend', async (request, reply) => {
        if (losing.delete(request)) reply.raw.destroy()
      })
      scope.post('/trackers', async ({ body }, reply) => {
        const { tracking_code: tracking, carrier } = fieldsOf(fieldsOf(body).tracker)
        if (typeof tracking !== 'string' || !/^[\w -]{1,60}$/.test(tracking))
          throw new RequestRefused(422, 'TRACKER.CREATE.ERROR', 'The number is no carrier’s')
        const parcel = await depot.follow(tracking, typeof carrier === 'string' ? carrier : undefined)
        return reply.code(201).send(trackerJson(parcel))
      })
      scope.get('/trackers', ({ query }) => {
        const { tracking_code: tracking } = fieldsOf(query)
        const wanted = depot.list().filter((parcel) => tracking === undefined || parcel.tracking === tracking)
        const trackers = wanted
          .reverse()
          .slice(0, MOST_LISTED)
          .map((parcel) => trackerJson(parcel))
        return { trackers, has_more: wanted.length > MOST_LISTED }
      })
      scope.get<{ Params: { id: string } }>('/trackers/:id', ({ params }) => trackerJson(depot.find(params.id)))
    },
    { prefix: '/v2' },
  )
}

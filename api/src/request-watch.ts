import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure } from './failure.ts'
import { classOf, type HttpMeter } from './metrics/meters.ts'

/** The line of an answer names the route and not the address: addresses carry tokens. */
export const answered = (request: FastifyRequest, status: number) => ({
  reqId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'none',
  status,
})

export type RequestWatch = ReturnType<typeof createRequestWatch>

/**
 * Follows the calls under way. One clock gives up those that take too long, since a timer for each would cost as much
 * as answering it, and those that changed something get a line: a page polls each second, and what went well and
 * changed nothing is noise. Failures get theirs, and are counted, where they are answered; one of an answer that does not fit its
 * schema is counted as both.
 */
export const createRequestWatch = (log: Logger, limit: number, meter: HttpMeter | undefined) => {
  const underWay = new Map<FastifyReply, number>()
  const logsReads = log.isLevelEnabled('debug')
  const sweep = setInterval(() => {
    const latest = performance.now() - limit
    for (const [reply, began] of underWay) if (began < latest && !reply.sent) reply.send(new Failure('Unavailable'))
  }, limit / 10).unref()
  return {
    /** The calls of one endpoint. */
    of: (endpoint: string) => {
      const tally = meter?.of(endpoint)
      return {
        begin: (reply: FastifyReply, began: number) => underWay.set(reply, began),
        done: (request: FastifyRequest, reply: FastifyReply) => {
          // One that was given up has been answered already, as a failure.
          if (tally && !reply.sent) tally.count(classOf(reply.statusCode))
          // Nothing is said where nothing was done: a report has a line of its own, and not each of them.
          if ((request.method === 'GET' || reply.statusCode === 204) && !logsReads) return
          const ms = Math.round(performance.now() - (underWay.get(reply) ?? 0))
          log.info({ ...answered(request, reply.statusCode), ms }, 'answered')
        },
        end: (reply: FastifyReply) => {
          tally?.took((performance.now() - (underWay.get(reply) ?? 0)) / 1000)
          underWay.delete(reply)
        },
      }
    },
    close: () => clearInterval(sweep),
  }
}

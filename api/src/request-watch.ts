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
  const underWay = new Map<FastifyReply, { began: number; until: number }>()
  const sinceBegan = (reply: FastifyReply) => performance.now() - (underWay.get(reply)?.began ?? 0)
  const logsReads = log.isLevelEnabled('debug')
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [reply, { until }] of underWay) if (until < now && !reply.sent) reply.send(new Failure('Unavailable'))
  }, limit / 10).unref()
  return {
    /** The calls of one endpoint, which may take longer than others where it says so. */
    of: (endpoint: string, longest = limit) => {
      const tally = meter?.of(endpoint)
      return {
        begin: (reply: FastifyReply, began: number) => underWay.set(reply, { began, until: began + longest }),
        done: (request: FastifyRequest, reply: FastifyReply) => {
          // One that was given up has been answered already, as a failure.
          if (tally && !reply.sent) tally.count(classOf(reply.statusCode))
          // Nothing is said where nothing was done: a report has a line of its own, and not each of them.
          if ((request.method === 'GET' || reply.statusCode === 204) && !logsReads) return
          const ms = Math.round(sinceBegan(reply))
          log.info({ ...answered(request, reply.statusCode), ms }, 'answered')
        },
        end: (reply: FastifyReply) => {
          tally?.took(sinceBegan(reply) / 1000)
          underWay.delete(reply)
        },
      }
    },
    close: () => clearInterval(sweep),
  }
}

import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { networkOf } from './network.ts'
import { policy } from './policy.ts'

type Limits = { bodiesAtOnce: number; bodiesAtOnceInAll: number; longestWaitSeconds: number }

export type BodyRoom = ReturnType<typeof createBodyRoom>

/**
 * Room for files that are being received. They stand in memory until they were looked at, so only so many are let in, of one
 * session and in all of this process; whoever comes then is told before a byte of the file is read.
 */
export const createBodyRoom = (limits: Limits = policy.session) => {
  const held = new Map<string, number>()
  let [inAll, ofVisitors] = [0, 0]
  const take = (session: string): (() => void) => {
    const ofSession = held.get(session) ?? 0
    if (ofSession >= limits.bodiesAtOnce || inAll >= limits.bodiesAtOnceInAll) throw full(limits)
    held.set(session, ofSession + 1)
    inAll++
    return () => {
      inAll--
      const left = (held.get(session) ?? 1) - 1
      if (left === 0) held.delete(session)
      else held.set(session, left)
    }
  }
  return {
    /** What comes back is to be called once the call has ended, however it did. */
    take,
    /** The same for somebody unknown. However many of them come, there is room left for customers. */
    takeOfVisitor: (network: string): (() => void) => {
      if (ofVisitors >= Math.ceil(limits.bodiesAtOnceInAll / 4)) throw full(limits)
      const giveBack = take(`visitor ${network}`)
      ofVisitors++
      return () => {
        ofVisitors--
        giveBack()
      }
    },
  }
}

const full = ({ longestWaitSeconds }: Limits) => new Failure('RateLimited', { retryAfter: longestWaitSeconds })

/** Before a byte of a file is read that somebody unknown sends. */
export const roomForVisitors = (bodies: BodyRoom) => async (request: FastifyRequest, reply: FastifyReply) =>
  void reply.raw.once('close', bodies.takeOfVisitor(networkOf(request.ip)))

const fileBodies = 1024 * 1024

/** A form that is larger than the fields of one. */
export const takesFile = ({ bodyType, bodyLimit = 0 }: Endpoint) => bodyType === 'form' && bodyLimit >= fileBodies

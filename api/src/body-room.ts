import { Failure } from './failure.ts'
import { policy } from './policy.ts'

type Limits = { bodiesAtOnce: number; bodiesAtOnceInAll: number; longestWaitSeconds: number }

export type BodyRoom = ReturnType<typeof createBodyRoom>

/**
 * Room for files that are being received. They stand in memory until they were looked at, so only so many are let in, of one
 * session and in all of this process; whoever comes then is told before a byte of the file is read.
 */
export const createBodyRoom = (limits: Limits = policy.session) => {
  const held = new Map<string, number>()
  let inAll = 0
  return {
    /** What comes back is to be called once the call has ended, however it did. */
    take: (session: string): (() => void) => {
      const ofSession = held.get(session) ?? 0
      if (ofSession >= limits.bodiesAtOnce || inAll >= limits.bodiesAtOnceInAll)
        throw new Failure('RateLimited', { retryAfter: limits.longestWaitSeconds })
      held.set(session, ofSession + 1)
      inAll++
      return () => {
        inAll--
        const left = (held.get(session) ?? 1) - 1
        if (left === 0) held.delete(session)
        else held.set(session, left)
      }
    },
  }
}

import { Failure } from './failure.ts'
import { policy } from './policy.ts'

type Limits = { callsAtOnce: number; callsWaiting: number; longestWaitSeconds: number }

type Queue = { underWay: number; waiting: Set<() => void> }

export type Turns = ReturnType<typeof createTurns>

/**
 * Lets the calls of one session take turns: some at once, some waiting, and the rest are refused. Else a single session
 * that asks for everything at the same time would leave nobody else a connection to the database. In memory of this
 * process, and only while something of the session is under way.
 */
export const createTurns = (limits: Limits = policy.session) => {
  const queues = new Map<string, Queue>()
  const busy = () => new Failure('RateLimited', { retryAfter: limits.longestWaitSeconds })

  const wait = (queue: Queue) =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(tooLong)
        resolve()
      }
      const tooLong = setTimeout(() => {
        queue.waiting.delete(go)
        reject(busy())
      }, limits.longestWaitSeconds * 1000)
      queue.waiting.add(go)
    })

  /** Whose turn has ended hands it to the one who waits longest. */
  const leave = (session: string, queue: Queue) => {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      return next()
    }
    queue.underWay--
    if (queue.underWay === 0) queues.delete(session)
  }

  return {
    /** Does the work when its turn comes. What it calls must not ask for another turn of the same session. */
    take: async <T>(session: string, work: () => T | Promise<T>): Promise<T> => {
      const queue = queues.get(session) ?? { underWay: 0, waiting: new Set() }
      if (queue.underWay < limits.callsAtOnce) {
        queue.underWay++
        queues.set(session, queue)
      } else {
        if (queue.waiting.size >= limits.callsWaiting) throw busy()
        await wait(queue)
      }
      try {
        return await work()
      } finally {
        leave(session, queue)
      }
    },
    /** How many sessions have something under way. */
    sessions: () => queues.size,
  }
}

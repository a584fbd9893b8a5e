import { Worker } from 'node:worker_threads'

export type ThreadLimits = {
  /** With more megabytes than this the thread ends, and with it the one thing that is too large: not the process. */
  mostMemory: number
  /** How many megabytes of what is soon forgotten lie there before they are swept out; as Node thinks best unless said. */
  mostYoung?: number
  /** Whoever waits longer for an answer takes the thread for stuck: it ends, and the next one begins anew. */
  longestSeconds: number
  /** It takes memory: nobody who does not ask for so long has anything to do for it. */
  idleSeconds: number
}

/**
 * A thread of its own for what would keep every other call waiting. It begins with the first question and answers one after the
 * other: the caller sees to that. `what` it does is told when it ends without an answer.
 */
export const createThread = <Asked, Told>(file: URL, what: string, limits: ThreadLimits) => {
  const { mostMemory, mostYoung, longestSeconds, idleSeconds } = limits
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const open = () => {
    const opened = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: mostMemory,
        ...(mostYoung !== undefined && { maxYoungGenerationSizeMb: mostYoung }),
      },
    })
    // Nothing waits for it when the process ends.
    opened.unref()
    opened.once('exit', () => {
      if (thread === opened) thread = undefined
    })
    return opened
  }

  return async (asked: Asked): Promise<Told> => {
    clearTimeout(idle)
    thread ??= open()
    const told = await ask<Told>(thread, asked, what, longestSeconds).catch((error) => {
      // It is ending: whoever asks next gets another one.
      thread = undefined
      throw error
    })
    idle = setTimeout(() => thread?.terminate(), idleSeconds * 1000)
    idle.unref()
    return told
  }
}

const ask = <Told>(thread: Worker, asked: unknown, what: string, longestSeconds: number) =>
  new Promise<Told>((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(limit)
      thread.off('message', answer).off('error', fail).off('exit', end)
      done()
    }
    const limit = setTimeout(() => thread.terminate(), longestSeconds * 1000)
    const answer = (told: Told) => settle(() => resolve(told))
    const fail = (error: unknown) => settle(() => reject(error))
    const end = () => fail(new Error(`the thread that ${what} has ended`))
    thread.on('message', answer).on('error', fail).on('exit', end)
    thread.postMessage(asked)
  })

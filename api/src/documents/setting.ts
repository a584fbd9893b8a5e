import { Worker } from 'node:worker_threads'
import type { setDocument } from '@ingot/paper/set-document'

export type SetDocument = typeof setDocument
type Set = Awaited<ReturnType<SetDocument>>
type Given = Parameters<SetDocument>

export type Asked = { content: Given[0]; imprint: Given[1]; attached: Given[2] }
export type Told = { set: Set } | { problem: string }

/** With more than this the thread ends, and with it the one document that is too large: not the process. */
const mostMemory = 1024
/** The longest takes a few seconds. With more than this the thread is taken for stuck and ends, and the next one begins anew. */
const longestSeconds = 60
/** Fonts take memory: nobody who waits for so long has anything to set. */
const idleSeconds = 60

/**
 * Sets documents in a thread of their own, so that a long one keeps no other call waiting. It takes one after the other: the caller
 * sees to that.
 */
export const createSetting = (): SetDocument => {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const open = () => {
    const opened = new Worker(new URL('./setting-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    })
    // Nothing waits for it when the process ends.
    opened.unref()
    opened.once('exit', () => {
      if (thread === opened) thread = undefined
    })
    return opened
  }

  return async (content, imprint, attached) => {
    clearTimeout(idle)
    thread ??= open()
    const asked: Asked = { content, imprint, attached }
    const told = await ask(thread, asked)
    idle = setTimeout(() => thread?.terminate(), idleSeconds * 1000)
    idle.unref()
    if ('problem' in told) throw new Error(told.problem)
    return told.set
  }
}

const ask = (thread: Worker, asked: Asked) =>
  new Promise<Told>((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(limit)
      thread.off('message', answer).off('error', fail).off('exit', end)
      done()
    }
    const limit = setTimeout(() => thread.terminate(), longestSeconds * 1000)
    const answer = (told: Told) => settle(() => resolve(told))
    const fail = (error: unknown) => settle(() => reject(error))
    const end = () => fail(new Error('the thread that sets documents has ended'))
    thread.on('message', answer).on('error', fail).on('exit', end)
    thread.postMessage(asked)
  })

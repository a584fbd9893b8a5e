import type { setDocument } from '@ingot/paper/set-document'
import { createThread } from '../thread.ts'

export type SetDocument = typeof setDocument
type Set = Awaited<ReturnType<SetDocument>>
type Given = Parameters<SetDocument>

export type Asked = { content: Given[0]; imprint: Given[1]; attached: Given[2] }
export type Told = { set: Set } | { problem: string }

/** The longest document takes a few seconds; fonts take memory. */
const limits = { mostMemory: 1024, longestSeconds: 60, idleSeconds: 60 }

/**
 * Sets documents in a thread of their own, so that a long one keeps no other call waiting. It takes one after the other: the caller
 * sees to that.
 */
export const createSetting = (): SetDocument => {
  const ask = createThread<Asked, Told>(new URL('./setting-thread.ts', import.meta.url), 'sets documents', limits)
  return async (content, imprint, attached) => {
    const told = await ask({ content, imprint, attached })
    if ('problem' in told) throw new Error(told.problem)
    return told.set
  }
}

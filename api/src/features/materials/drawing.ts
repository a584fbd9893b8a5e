import type { PictureType } from '@ingot/endpoints/materials'
import type { Banner } from '@ingot/paper/banner'
import { createOneByOne } from '../../one-by-one.ts'
import { createThread } from '../../thread.ts'

export type Asked = Banner
export type Told = { pictures: Pictures } | { problem: string }

/** The same banner in both forms. */
type Pictures = Readonly<Record<PictureType, Uint8Array>>

export type Draw = (banner: Banner) => Promise<Pictures>

/** The largest takes under a second; fonts take memory. */
const limits = { mostMemory: 512, longestSeconds: 30, idleSeconds: 60 }
const mostWaiting = 40
/** What was drawn lately is kept, up to so many bytes: pages ask for the same ones again and again. */
const mostKept = 32 * 1024 * 1024

const sizeOf = ({ png, svg }: Pictures): number => png.length + svg.length

/** Pictures by what stands on them; whatever was not asked for longest gives way. */
const createKept = () => {
  const kept = new Map<string, Pictures>()
  let bytes = 0
  const forget = (key: string) => {
    const known = kept.get(key)
    if (!known) return
    kept.delete(key)
    bytes -= sizeOf(known)
  }
  return {
    find: (key: string): Pictures | undefined => {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
      }
      return known
    },
    keep: (key: string, pictures: Pictures) => {
      forget(key)
      kept.set(key, pictures)
      bytes += sizeOf(pictures)
      for (const oldest of kept.keys()) {
        if (bytes <= mostKept) return
        forget(oldest)
      }
    },
  }
}

/** Draws in a thread of its own, one after the other, so that a picture keeps no other call waiting. */
export const createDrawing = (): Draw => {
  const ask = createThread<Asked, Told>(new URL('./drawing-thread.ts', import.meta.url), 'draws banners', limits)
  const inTurn = createOneByOne(mostWaiting)
  const kept = createKept()
  return async (banner) => {
    const key = JSON.stringify(banner)
    const known = kept.find(key)
    if (known) return known
    const told = await inTurn(() => ask(banner))
    if ('problem' in told) throw new Error(told.problem)
    kept.keep(key, told.pictures)
    return told.pictures
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export const size = { width: 1280, height: 800 }

/** A picture of the page, and when it was seen, in seconds of the film. */
export type Frame = { file: string; at: number }
export type Cue = { from: number; to: number; text: string }

export type Footage = {
  readonly frames: readonly Frame[]
  readonly seconds: number
  readonly captions: readonly Cue[]
  readonly chapters: readonly Cue[]
}

/** More pictures a second than are kept only cost time. */
const pictureMs = 100

/**
 * Records what a page shows, as often as it changes. Time in which one would only wait is left out, so film time runs behind
 * the clock by what was cut.
 */
export const openTake = async (page: Page, folder: string) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const session = await page.context().newCDPSession(page)
  const began = Date.now() / 1000
  const cuts: { from: number; to: number }[] = []
  const shots: { file: string; at: number }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(shots.length).padStart(5, '0')}.png`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    shots.push({ file, at: metadata.timestamp ?? Date.now() / 1000 })
    setTimeout(() => session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined), pictureMs)
  })
  await session.send('Page.startScreencast', { format: 'png', maxWidth: size.width, maxHeight: size.height })

  /** In seconds of the film. */
  const filmTime = (at: number): number =>
    cuts.reduce((time, { from, to }) => time - Math.max(0, Math.min(at, to) - from), at) - began
  const now = () => filmTime(Date.now() / 1000)
  const isCut = (at: number) => cuts.some(({ from, to }) => at > from && at < to)

  return {
    now,
    /** What takes longer than this is not shown to its end. */
    cut: async <T>(waiting: Promise<T>, atMost: number): Promise<T> => {
      const from = Date.now() / 1000 + atMost
      const done = await waiting
      const to = Date.now() / 1000
      if (to > from) cuts.push({ from, to })
      return done
    },
    end: async (): Promise<{ frames: Frame[]; seconds: number }> => {
      const seconds = now()
      await session.send('Page.stopScreencast')
      await session.detach()
      const frames = shots
        .filter(({ at }) => !isCut(at))
        .map(({ file, at }) => ({ file, at: Math.max(0, filmTime(at)) }))
      return { frames, seconds }
    },
  }
}

export type Take = Awaited<ReturnType<typeof openTake>>

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { type Cue, type Footage, openTake, type Take } from './take.ts'

/** What a scene is told with. Not recorded, the same scene is only done, as fast as it goes. */
export type Director = {
  readonly page: Page
  readonly chapter: (title: string) => Promise<void>
  /** A caption, until the next one. It stays long enough to be read. */
  readonly say: (text: string) => Promise<void>
  readonly click: (target: Locator) => Promise<void>
  readonly type: (target: Locator, text: string) => Promise<void>
  /** Into what has the focus. */
  readonly keys: (text: string) => Promise<void>
  readonly point: (target: Locator) => Promise<void>
  /** Waiting that nobody wants to watch. */
  readonly wait: <T>(waiting: () => Promise<T>) => Promise<T>
}

const moveMs = 400
const letterMs = 55
const restMs = 350
const shownWaiting = 1.5
const patience = { timeout: 90_000 }
/** In seconds: to notice a caption, and for each letter of it. */
const reading = { least: 1.8, letter: 0.05 }
const lastLook = 1.6

/** As much of a page's own world as the pointer needs: what runs here has no document. */
type Pointer = {
  id: string
  popover: string
  ariaHidden: string
  style: object
  dataset: Record<string, string | undefined>
  matches: (selector: string) => boolean
  hidePopover: () => void
  showPopover: () => void
  animate: (steps: object[], options: object) => unknown
}
type World = {
  document: {
    getElementById: (id: string) => Pointer | null
    createElement: (name: 'div') => Pointer
    documentElement: { appendChild: (pointer: Pointer) => Pointer }
  }
}

/** A round pointer above everything, dialogs included, where the hand of the reader would be. */
const movePointer = (page: Page, [x, y]: readonly [number, number]) =>
  page
    .evaluate(
      ({ left, top, duration }) => {
        const { document } = globalThis as unknown as World
        const known = document.getElementById('film-pointer')
        const pointer = known ?? document.documentElement.appendChild(document.createElement('div'))
        if (!known) {
          pointer.id = 'film-pointer'
          pointer.popover = 'manual'
          pointer.ariaHidden = 'true'
          Object.assign(pointer.style, {
            ...{ position: 'fixed', inset: '0 auto auto 0', margin: '-13px 0 0 -13px', padding: '0', border: '0' },
            ...{ width: '26px', height: '26px', borderRadius: '50%', pointerEvents: 'none' },
            ...{ background: 'rgba(176, 128, 32, 0.45)', boxShadow: '0 0 0 2px #fff, 0 0 0 3px rgba(0, 0, 0, 0.45)' },
          })
        }
        // Shown anew, it stands above a dialog that was opened since.
        if (pointer.matches(':popover-open')) pointer.hidePopover()
        pointer.showPopover()
        const to = `translate(${left}px, ${top}px)`
        pointer.animate([{ transform: pointer.dataset.at ?? to }, { transform: to }], {
          ...{ duration, easing: 'ease-in-out', fill: 'forwards' },
        })
        pointer.dataset.at = to
      },
      { left: x, top: y, duration: moveMs },
    )
    // The page may be on its way to another one.
    .catch(() => undefined)

const middleOf = async (target: Locator): Promise<readonly [number, number] | undefined> => {
  await target.waitFor(patience)
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : undefined
}

const handOf = (page: Page, isSlow: boolean) => {
  const point = async (target: Locator) => {
    const middle = await middleOf(target)
    if (!isSlow || !middle) return
    await movePointer(page, middle)
    await sleep(moveMs)
  }
  const click = async (target: Locator) => {
    await point(target)
    await target.click(patience)
    if (isSlow) await sleep(restMs)
  }
  const keys = (text: string) => page.keyboard.type(text, isSlow ? { delay: letterMs } : {})
  return {
    point,
    click,
    keys,
    type: async (target: Locator, text: string) => {
      if (!isSlow) return target.fill(text)
      await click(target)
      await keys(text)
      await sleep(restMs)
    },
  }
}

/** Does a scene without a camera. */
export const offCamera = (page: Page): Director => ({
  page,
  ...handOf(page, false),
  chapter: async () => undefined,
  say: async () => undefined,
  wait: (waiting) => waiting(),
})

/** Where each text begins and the next one follows, or the film ends. */
const cuesOf = (told: readonly { at: number; text: string }[], seconds: number): Cue[] =>
  told.map(({ at, text }, index) => ({ from: at, to: told[index + 1]?.at ?? seconds, text }))

const directorOf = (page: Page, take: Take) => {
  const captions: { at: number; text: string }[] = []
  const chapters: { at: number; text: string }[] = []
  let readUntil = 0
  const haveRead = async () => sleep(Math.max(0, (readUntil - take.now()) * 1000))
  const director: Director = {
    page,
    ...handOf(page, true),
    chapter: async (title) => {
      await haveRead()
      chapters.push({ at: chapters.length === 0 ? 0 : take.now(), text: title })
    },
    say: async (text) => {
      await haveRead()
      captions.push({ at: captions.length === 0 ? 0 : take.now(), text })
      readUntil = take.now() + Math.max(reading.least, text.length * reading.letter)
    },
    wait: (waiting) => take.cut(waiting(), shownWaiting),
  }
  const end = async (): Promise<Footage> => {
    await haveRead()
    await sleep(lastLook * 1000)
    const { frames, seconds } = await take.end()
    return { frames, seconds, captions: cuesOf(captions, seconds), chapters: cuesOf(chapters, seconds) }
  }
  return { director, end }
}

/** Does a scene slowly, and records it. */
export const onCamera = async (page: Page, folder: string, scene: (director: Director) => Promise<void>) => {
  const { director, end } = directorOf(page, await openTake(page, folder))
  await scene(director)
  return end()
}

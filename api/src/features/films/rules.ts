import { thing } from '@ingot/db/states'
import { type Cue, chaptersOf, cuesOf } from '@ingot/endpoints/cues'
import { type FilmState, type FilmType, filmLimits } from '@ingot/endpoints/films'

export const filmMoves = thing<FilmState>({
  name: 'film',
  table: 'films',
  moves: { shown: ['withdrawn'], withdrawn: [] },
})

/** How far into a file its kind is named. */
const headBytes = 64

/** The type by the first bytes, which is what a browser goes by, too; undefined for what is no film. */
export const filmTypeOf = (bytes: Uint8Array): FilmType | undefined => {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  if (head.startsWith('\x1a\x45\xdf\xa3') && head.includes('webm')) return 'video/webm'
  if (head.slice(4, 8) === 'ftyp') return 'video/mp4'
}

const mostCues = 2000
const longestCue = 400

const plainOf = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\p{C}/gu, ' ')
    .trim()

/** What is said, as the file of captions has it, without what only a player understands. Undefined where nothing can be read, or where it goes back in time. */
export const captionsIn = (bytes: Uint8Array): Cue[] | undefined => {
  if (bytes.length > filmLimits.captionBytes) return
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return
  }
  const cues = cuesOf(text).map((cue) => ({ ...cue, text: plainOf(cue.text) }))
  const follows = cues.every(
    ({ from, to, text }, index) =>
      from < to && from >= (cues[index - 1]?.from ?? 0) && text !== '' && text.length <= longestCue,
  )
  return cues.length > 0 && cues.length <= mostCues && follows ? cues : undefined
}

export const chaptersIn = (typed: string, captions: readonly Cue[]): Cue[] | undefined =>
  chaptersOf(typed, Math.max(...captions.map(({ to }) => to)))

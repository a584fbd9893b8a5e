/** A stretch of a film and what is said or shown in it. Times are seconds. */
export type Cue = { readonly from: number; readonly to: number; readonly text: string }

const timing = /^(?:(\d{2,}):)?(\d{2}):(\d{2})\.(\d{3}) --> (?:(\d{2,}):)?(\d{2}):(\d{2})\.(\d{3})/

const secondsOf = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes = '0', seconds = '0', thousandths = '0'] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
}

/** The cues of a WebVTT file, in its order. What is no cue is left out. */
export const cuesOf = (file: string): Cue[] => {
  const [head = '', ...blocks] = file.replace(/^\uFEFF/, '').split(/\r?\n(?:\r?\n)+/)
  if (!head.startsWith('WEBVTT')) return []
  return blocks.flatMap((block) => {
    const lines = block.split(/\r?\n/).filter((line) => line !== '')
    const at = lines.findIndex((line) => timing.test(line))
    const found = timing.exec(lines[at] ?? '')
    const text = lines.slice(at + 1).join(' ')
    return found && text !== '' ? [{ from: secondsOf(found.slice(1, 5)), to: secondsOf(found.slice(5, 9)), text }] : []
  })
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const timingOf = (seconds: number) => {
  const thousandths = Math.round(seconds * 1000)
  const [hours, minutes] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60]
  const rest = String(thousandths % 60_000).padStart(5, '0')
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${rest.slice(0, 2)}.${rest.slice(2)}`
}

/** A WebVTT file of them; what would be markup in one stands there as the characters that it is. */
export const fileOfCues = (cues: readonly Cue[]): string => {
  const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const blocks = cues.map(({ from, to, text }) => `${timingOf(from)} --> ${timingOf(to)}\n${plain(text)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

const chapterLine = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s+(\S.*)$/

/** Chapters as somebody types them, such as `1:05 Log in`, each up to the next and the last up to the end; undefined where a line is none. */
export const chaptersOf = (typed: string, end: number): Cue[] | undefined => {
  const found = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => chapterLine.exec(line))
  const begun = found.map((parts) => ({ from: secondsOf(parts?.slice(1, 4) ?? []), text: parts?.[4] ?? '' }))
  const cues = begun.map(({ from, text }, index) => ({ from, to: begun[index + 1]?.from ?? end, text }))
  return found.every((parts) => parts !== null) && cues.every(({ from, to }) => from < to) ? cues : undefined
}

/** Which of them a moment is in; none before the first. */
export const cueAt = (cues: readonly Cue[], at: number): number => cues.findLastIndex(({ from }) => from <= at)

/** As a player writes it: `1:05`. */
export const timeWords = (seconds: number): string => {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`
}

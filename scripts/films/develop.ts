import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Cue, Footage } from './take.ts'

const pictures = 8
/** Flat surfaces and letters: little is lost by it. */
const quality = '36'
/** A seek goes to a whole picture, so there is one every few seconds. */
const wholeEvery = String(pictures * 4)
const posterWidth = 640

const ffmpeg = (...parameters: string[]) => {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...parameters])
  if (error) throw new ProblemForPeople('The films need ffmpeg. Run: sudo apt-get install -y ffmpeg')
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
}

const two = (part: number) => String(part).padStart(2, '0')

const moment = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds * 1000))
  const [minutes, rest] = [Math.floor(whole / 60_000), whole % 60_000]
  return `${two(minutes)}:${two(Math.floor(rest / 1000))}.${String(rest % 1000).padStart(3, '0')}`
}

const vttOf = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ from, to, text }) => `${moment(from)} --> ${moment(to)}\n${text}`)]
    .join('\n\n')
    .concat('\n')

/** Each picture stands until the next one. */
const listOf = ({ frames, seconds }: Footage): string => {
  const lines = frames.flatMap(({ file, at }, index) => {
    const begins = index === 0 ? 0 : at
    return [`file '${file}'`, `duration ${Math.max(0.001, (frames[index + 1]?.at ?? seconds) - begins).toFixed(3)}`]
  })
  // Read without its duration, the last one has to be named again.
  return ['ffconcat version 1.0', ...lines, `file '${frames.at(-1)?.file}'`, ''].join('\n')
}

/** What was recorded becomes a film that every browser plays, with captions, chapters and a picture to begin with. */
export const develop = (footage: Footage, { name, from, to }: { name: string; from: string; to: string }) => {
  mkdirSync(to, { recursive: true })
  const list = join(from, 'list.txt')
  writeFileSync(list, listOf(footage))
  const film = join(to, `${name}.webm`)
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  ffmpeg(
    ...['-f', 'concat', '-safe', '0', '-i', list, '-vf', `fps=${pictures},format=yuv420p`, '-an'],
    ...['-t', footage.seconds.toFixed(3), '-c:v', 'libvpx-vp9', '-crf', quality, '-b:v', '0', '-deadline', 'good'],
    ...['-cpu-used', '4', '-row-mt', '1', '-g', wholeEvery, ...plain, '-cues_to_front', '1', film],
  )
  // What the last chapter leads to says best what the film is about.
  const shown = Math.max(0, (footage.chapters.at(-1)?.from ?? 0) - 0.3).toFixed(3)
  const poster = join(to, `${name}.jpg`)
  ffmpeg(
    ...['-ss', shown, '-i', film, '-frames:v', '1', '-vf', `scale=${posterWidth}:-2`, '-q:v', '4', ...plain, poster],
  )
  writeFileSync(join(to, `${name}.vtt`), vttOf(footage.captions))
  writeFileSync(join(to, `${name}.chapters.vtt`), vttOf(footage.chapters))
}

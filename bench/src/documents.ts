import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Bench, median } from './bench.ts'
import type { Made } from './documents-made.ts'

const aims = { shortMs: 150, signatureMs: 25 }
const lengths = { short: 50, long: 1000, longest: 4999 }
const rounds = { short: 60, long: 12, longest: 3 }
/** The first ones open fonts, and find what they repeat slow. */
const warmUps = { short: 20, long: 2, longest: 1 }

type Length = keyof typeof lengths

/** A process for each length, one after the other. */
const measure = async (root: string, length: Length) => {
  const parameters = [lengths[length], rounds[length]].map(String)
  const child = fork(join(root, 'bench/src/documents-made.ts'), parameters)
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`making documents ended with ${code}`)
  })
  const [made]: [Made] = (await Promise.race([once(child, 'message'), failed])) as [Made]
  const typical = (times: number[]) => median(times.slice(warmUps[length]))
  const [ms, plainMs] = [typical(made.set), typical(made.plain)]
  return {
    ...{ length, lines: lengths[length], ms, plainMs, ratio: ms / plainMs, signatureMs: typical(made.signed) },
    ...{ perSecondAndCore: 1000 / ms, kilobytes: made.bytes / 1000, peakMegabytes: made.peakMegabytes, made },
  }
}

/** Statements as files: how long a short one takes and its signature, how many long ones a core makes, and in how much memory. */
export const documents: Bench = async ({ root, say }) => {
  const short = await measure(root, 'short')
  const long = await measure(root, 'long')
  const longest = await measure(root, 'longest')
  for (const { lines, ms, ratio, signatureMs, kilobytes, peakMegabytes } of [short, long, longest])
    say(
      `${lines} lines: ${ms.toFixed(0)} ms, ${ratio.toFixed(1)} × plain pdfkit, signature ${signatureMs.toFixed(1)} ms, ${kilobytes.toFixed(0)} kB, peak ${peakMegabytes.toFixed(0)} MB`,
    )
  const signatureMs = Math.max(short.signatureMs, long.signatureMs)
  const unit = [
    `ms for a statement of ${short.lines} lines (${short.ratio.toFixed(1)} × plain pdfkit)`,
    `signature ${signatureMs.toFixed(1)} ms`,
    `${long.perSecondAndCore.toFixed(2)} of ${long.lines} lines a second and core`,
    `peak ${longest.peakMegabytes.toFixed(0)} MB at ${longest.lines}`,
  ].join(', ')
  return {
    value: short.ms,
    unit,
    aim: `≤ ${aims.shortMs} ms, signature ≤ ${aims.signatureMs} ms`,
    ok: short.ms <= aims.shortMs && signatureMs <= aims.signatureMs,
    rounds: [short, long, longest],
  }
}

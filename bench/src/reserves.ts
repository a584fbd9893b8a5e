import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { assetsOfTrees } from '@ingot/proof/shapes'
import { type Bench, median } from './bench.ts'
import type { Built } from './reserves-built.ts'

const aims = { seconds: 60, megabytes: 300, kilobytes: 40, proveMs: 50, checkMs: 1000 }

/** A process for each, so that neither has the memory of the other. */
const measure = async (root: string, customers: number) => {
  const child = fork(join(root, 'bench/src/reserves-built.ts'), [String(customers)])
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`building a tree ended with ${code}`)
  })
  const [built] = (await Promise.race([once(child, 'message'), failed])) as [Built]
  const [proveMs, checkMs] = [median(built.proveMs), median(built.checkMs) * assetsOfTrees.length]
  return {
    ...built,
    customers,
    proveMs,
    checkMs,
    kilobytes: built.meanBytes / 1000,
    mostKilobytes: built.mostBytes / 1000,
  }
}

/** Proofs of reserves: one asset's tree of a million customers, a path out of it, and a whole proof with everything a customer can have. */
export const reserves: Bench = async ({ root, say }) => {
  const all = [await measure(root, 10_000), await measure(root, 1_000_000)]
  for (const { customers, seconds, peakMegabytes, depth, proveMs, checkMs, kilobytes, mostKilobytes } of all)
    say(
      `${customers} customers: ${seconds.toFixed(1)} s, peak ${peakMegabytes.toFixed(0)} MB, ${depth} deep; one asset proven in ${proveMs.toFixed(1)} ms, everything ${kilobytes.toFixed(1)} kB in the mean, at most ${mostKilobytes.toFixed(1)} kB, checked in ${checkMs.toFixed(0)} ms`,
    )
  const largest = all.at(-1)
  if (!largest) throw new Error('nothing was measured')
  const { seconds, peakMegabytes, proveMs, checkMs, kilobytes, mostKilobytes } = largest
  return {
    value: seconds,
    unit: `s for a tree of ${largest.customers} customers, peak ${peakMegabytes.toFixed(0)} MB; a proof with every asset of ${kilobytes.toFixed(1)} kB, at most ${mostKilobytes.toFixed(1)}, checked in ${checkMs.toFixed(0)} ms`,
    aim: `≤ ${aims.seconds} s, ${aims.megabytes} MB, ${aims.kilobytes} kB, ${aims.checkMs} ms`,
    ok:
      seconds <= aims.seconds &&
      peakMegabytes <= aims.megabytes &&
      kilobytes <= aims.kilobytes &&
      proveMs <= aims.proveMs &&
      checkMs <= aims.checkMs,
    rounds: all,
  }
}

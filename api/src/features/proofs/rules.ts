import { thing } from '@ingot/db/states'

export type CheckState = 'Fine' | 'Failed' | 'Settled'

/** What a device has found. One that found something once is believed, whatever it found before. */
export const reportStates = thing<CheckState>({
  name: 'proof-report',
  table: 'proof_reports',
  moves: { Fine: ['Failed'], Failed: ['Settled'], Settled: [] },
})

/** Trees of so many of the newest snapshots are kept, and every one since the newest that is served. */
export const treesKept = 3

const hour = 3600_000

/** One a day, by UTC: it is due as soon as the day of the newest one is over. */
export const isDue = (newest: Date | undefined, now: Date): boolean =>
  newest === undefined || newest.toISOString().slice(0, 10) < now.toISOString().slice(0, 10)

/** From then on something is wrong with taking them, or with anchoring one. */
const [takingHours, anchoringHours] = [26, 1]

type Standing = {
  newest: { number: bigint; takenAt: Date; isAnchored: boolean } | undefined
  failed: number
}

/** What an operator should see of it, if anything. */
export const troubleOf = ({ newest, failed }: Standing, now: Date): { problem: string; advice: string } | undefined => {
  const age = newest ? now.getTime() - newest.takenAt.getTime() : 0
  if (failed > 0)
    return {
      problem: `${failed} ${failed === 1 ? 'device reports' : 'devices report'} a proof that does not hold`,
      advice: 'Each stands in its queue. “npm run reserves -- rebuild” makes the newest snapshot again and compares.',
    }
  if (age > takingHours * hour)
    return {
      problem: 'no snapshot was taken for more than a day',
      advice: 'Look at the log of the worker for the job take-snapshot.',
    }
  if (newest && !newest.isAnchored && age > anchoringHours * hour)
    return {
      problem: `the snapshot ${newest.number} is not anchored`,
      advice:
        'Nothing newer is served as proven. The queue of drifts and stops says why: no contract, no key, no gas money, or a node that is behind.',
    }
  return undefined
}

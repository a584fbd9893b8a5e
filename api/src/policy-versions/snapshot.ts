import type { Db, Tx } from '@ingot/db/connect'
import { fromLeader } from '@ingot/db/source'
import { Failure } from '../failure.ts'
import { type Numbers, numbersAt, type Version } from './numbers.ts'
import { readVersions } from './store.ts'

/** What was decided by a version of the policy, and what of it is in force at a moment. */
export type Snapshot = { readonly version: string; readonly at: (at: Date) => Numbers }

/** The database has a newer version than what something was computed with. Nothing was done. */
export class NumbersChanged extends Failure {
  constructor() {
    super('Unavailable')
  }
}

const refreshMilliseconds = 1000
/** Each one more takes another change of the policy in the same moment. */
const attempts = 5

const snapshotOf = (versions: readonly Version[]): Snapshot => {
  const times = versions.map(({ from }) => from.getTime()).sort((one, other) => one - other)
  let kept: { since: number; until: number; numbers: Numbers } | undefined
  return {
    version: versions.at(-1)?.id ?? '0',
    at: (at) => {
      const time = at.getTime()
      if (!kept || time < kept.since || time >= kept.until) {
        const since = times.findLast((each) => each <= time) ?? Number.NEGATIVE_INFINITY
        const until = times.find((each) => each > time) ?? Number.POSITIVE_INFINITY
        kept = { since, until, numbers: numbersAt(versions, at) }
      }
      return kept.numbers
    },
  }
}

/** As the database has them at this moment, for what is decided in a transaction and does not come back with another quote. */
export const numbersIn = async (tx: Tx, at: Date): Promise<Numbers> => numbersAt(await readVersions(tx), at)

/** The same with the version that it is, for what keeps the terms it began under. */
export const snapshotIn = async (tx: Tx): Promise<Snapshot> => snapshotOf(await readVersions(tx))

/** The policy as a process knows it: asked for what is newer at most each second, however many read it. */
export type PolicyNumbers = ReturnType<typeof createNumbers>

export const createNumbers = (db: Db, now: () => Date) => {
  let versions: readonly Version[] = []
  let known: { at: number; snapshot: Promise<Snapshot> } | undefined
  let last = snapshotOf(versions)
  /** They are read one after the other, so that none is added twice. */
  let tail: Promise<unknown> = Promise.resolve()

  const forget = (snapshot: Promise<Snapshot>) => {
    if (known?.snapshot === snapshot) known = undefined
  }
  const refresh = async (): Promise<Snapshot> => {
    const newer = await fromLeader(() => readVersions(db, last.version))
    if (newer.length > 0) {
      versions = [...versions, ...newer]
      last = snapshotOf(versions)
    }
    return last
  }
  const read = (): Promise<Snapshot> => {
    const at = now().getTime()
    if (known && Math.abs(at - known.at) < refreshMilliseconds) return known.snapshot
    // Those who come meanwhile wait for the same answer.
    const snapshot = tail.then(refresh)
    known = { at, snapshot }
    tail = snapshot.catch(() => forget(snapshot))
    return snapshot
  }

  return {
    read,
    /** As they are now, for what is only shown. */
    now: async (): Promise<Numbers> => (await read()).at(now()),
    /** Works with what is known here, and once more with newer numbers whenever the database says that there are some. */
    using: async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
      for (let left = attempts; ; left--) {
        const snapshot = read()
        try {
          return await work(await snapshot)
        } catch (error) {
          if (!(error instanceof NumbersChanged) || left === 1) throw error
          forget(snapshot)
        }
      }
    },
  }
}

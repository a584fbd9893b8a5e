type Position = { at: bigint; seen: number; time: Date }

/**
 * Where the leader's log was in the last moments, by this process's own clock. How old a replica is follows from how far it
 * has come, whatever its clock says, and also while nothing is written.
 */
export const createPositions = (oldestMs: number, now: () => number = performance.now.bind(performance)) => {
  let positions: Position[] = []
  let led: string | undefined
  let sureFrom = Number.NEGATIVE_INFINITY
  const recent = () => positions.filter(({ seen }) => now() - seen <= oldestMs)
  return {
    note: (at: bigint, time = new Date()) => {
      positions = [...recent(), { at, seen: now(), time }]
    },
    /**
     * By which timeline the leader goes. After another one took over, what was noted at the one before may be lost, and a
     * replica may have come far on a way that was given up: for so long nobody is sure.
     */
    isLedBy: (timeline: string) => {
      if (led !== undefined && led !== timeline) {
        positions = []
        sureFrom = now() + oldestMs
      }
      led = timeline
    },
    /** Who has come so far is not too old; undefined while the leader was not asked, or has just changed. */
    oldestAllowed: (): bigint | undefined => (now() < sureFrom ? undefined : recent()[0]?.at),
    /** As it was then, somebody who has come so far tells it; undefined where that is further back. */
    timeOf: (replayed: bigint): Date | undefined => positions.findLast(({ at }) => at <= replayed)?.time,
  }
}

export type Positions = ReturnType<typeof createPositions>

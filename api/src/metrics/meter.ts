import { counter, type Metric, type Sample } from './exposition.ts'

type Options<Outcome extends string> = {
  /** What is counted, as its metrics are named. */
  counted: { name: string; help: string }
  took: { name: string; help: string }
  /** The label that says of what. */
  of: string
  /** The label that says how it ended, and all that it may say. */
  ended: string
  outcomes: readonly Outcome[]
  /** The upper ends of the buckets, in seconds. */
  bounds: readonly number[]
}

/**
 * Counts how often something ended how, and how long it took. Runs for every call, so it is nothing but a few numbers: what
 * they are called is put together when somebody asks.
 */
class Tally<Outcome extends string> {
  readonly counts: Record<Outcome, number>
  readonly within: number[]
  sum = 0
  readonly #bounds: readonly number[]

  constructor(outcomes: readonly Outcome[], bounds: readonly number[]) {
    this.counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
    this.within = Array(bounds.length + 1).fill(0)
    this.#bounds = bounds
  }

  count(outcome: Outcome) {
    this.counts[outcome]++
  }

  took(seconds: number) {
    let bucket = 0
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] ?? 0)) bucket++
    this.within[bucket] = (this.within[bucket] ?? 0) + 1
    this.sum += seconds
  }
}

export type Meter<Outcome extends string> = ReturnType<typeof createMeter<Outcome>>

export const createMeter = <Outcome extends string>(options: Options<Outcome>) => {
  const { counted, took, of, ended, outcomes, bounds } = options
  const tallies = new Map<string, Tally<Outcome>>()

  const samplesOf = (name: string, { within, sum }: Tally<Outcome>): Sample[] => {
    const labels = { [of]: name }
    let count = 0
    const buckets = within.map((more, bucket): Sample => {
      count += more
      return { labels: { ...labels, le: String(bounds[bucket] ?? '+Inf') }, value: count, suffix: '_bucket' }
    })
    return [...buckets, { labels, value: sum, suffix: '_sum' }, { labels, value: count, suffix: '_count' }]
  }

  return {
    /** From the first time on it is told with zeros: what was never there cannot be seen to rise. */
    of: (name: string): Tally<Outcome> => {
      const tally = tallies.get(name) ?? new Tally(outcomes, bounds)
      tallies.set(name, tally)
      return tally
    },
    read: (): Metric[] => {
      const ends = [...tallies].flatMap(([name, { counts }]) =>
        outcomes.map((outcome) => ({ labels: { [of]: name, [ended]: outcome }, value: counts[outcome] })),
      )
      const durations = [...tallies].flatMap(([name, tally]) => samplesOf(name, tally))
      return [counter(counted.name, counted.help, ...ends), { ...took, type: 'histogram', samples: durations }]
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

type Loop = {
  /** One round. True when there is more to do at once. */
  work: () => Promise<boolean>
  pauseSeconds: number
  onProblem: (error: unknown) => void
}

/** After a problem the pauses grow, up to this. */
const longestPauseSeconds = 15

/** Does rounds until it is stopped; a round that fails is told and tried again. Stopping waits for the round under way. */
export function startLoop({ work, pauseSeconds, onProblem }: Loop): { stop: () => Promise<void> } {
  const stopping = new AbortController()

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        const more = await work()
        failures = 0
        if (more) continue
      } catch (error) {
        failures++
        onProblem(error)
      }
      const pause = failures === 0 ? pauseSeconds : Math.min(pauseSeconds * 2 ** failures, longestPauseSeconds)
      await sleep(pause * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const ended = run()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

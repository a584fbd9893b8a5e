import { ProblemForPeople } from './problem.ts'

const stopLimit = 25_000

/** Runs a process of ours: says when it is ready, stops cleanly once when asked or orphaned, and tells problems in a sentence. */
export const runProcess = async (start: () => Promise<{ stop: () => Promise<void>; about?: object }>) => {
  try {
    const { stop, about } = await start()
    let stopping = false
    const end = async () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), stopLimit).unref()
      await stop()
      process.exit(0)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    // The supervisor's end of the channel closes even when it was killed.
    if (process.send) process.on('disconnect', end)
    process.send?.({ ready: true, ...about })
  } catch (error) {
    console.error(error instanceof ProblemForPeople ? error.message : error)
    process.exit(1)
  }
}

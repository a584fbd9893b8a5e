import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Everybody asks once a second; not all in the same moment. */
const slices = 50
const answerWithinMs = 10_000

/** How long answers took, those included that never came. */
export type Polled = { times: number[]; failed: number }

/** Asks for each of them once a second until it is told to stop, over connections that stay open. */
export const pollUntil = async (
  url: string,
  askers: readonly Record<string, string>[],
  isOver: () => boolean,
): Promise<Polled> => {
  const agent = new Agent({ keepAlive: true, maxSockets: askers.length })
  const polled: Polled = { times: [], failed: 0 }
  const ask = (headers: Record<string, string>) =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const end = (right: boolean) => {
        polled.times.push(performance.now() - began)
        if (!right) polled.failed += 1
        resolve()
      }
      const request = get(url, { agent, headers, timeout: answerWithinMs }, (answer) => {
        answer.resume().on('end', () => end(answer.statusCode === 200))
      })
      request.on('timeout', () => request.destroy()).on('error', () => end(false))
    })
  const asked: Promise<void>[] = []
  const begun = performance.now()
  for (let slice = 0; !isOver(); slice++) {
    asked.push(...askers.filter((_, index) => index % slices === slice % slices).map(ask))
    await sleep(Math.max(0, begun + ((slice + 1) * 1000) / slices - performance.now()))
  }
  await Promise.all(asked)
  agent.destroy()
  return polled
}

/** So many of a hundred are quicker. */
export const percentile = (times: readonly number[], percent: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil((times.length * percent) / 100) - 1] ?? 0

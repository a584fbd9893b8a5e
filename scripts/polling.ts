import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type Call = { method: 'GET' | 'POST'; path: string; type?: string; body?: string }

/** How it was answered, in a few words: the status, or what became of the connection. */
const ask = (portal: string, { method, path, type = 'application/json', body }: Call, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    const headers = body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {}
    const asked = request(`${portal}${path}`, { method, agent, headers }, async (answer) => {
      const whole = await text(answer).catch(() => undefined)
      resolve(`${answer.statusCode} ${whole === undefined ? 'cut off' : 'whole'}`)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.end(body)
  })

/** Some keep their connection, as browsers do, and others come anew each time. */
const callers = [true, true, true, false, false]

export type Polling = {
  /** How often each answer came, by call. */
  answers: ReadonlyMap<string, number>
  stop: () => Promise<void>
}

/** Asks again and again, each caller with so many milliseconds in between. */
export const startPolling = (portal: string, calls: readonly Call[], pause: number): Polling => {
  const answers = new Map<string, number>()
  let isOver = false
  const poll = async (keepAlive: boolean, first: number) => {
    const agent = new Agent({ keepAlive })
    for (let turn = first; !isOver; turn++, await sleep(pause)) {
      const call = calls[turn % calls.length] as Call
      const answer = `${call.method} ${call.path} ${await ask(portal, call, agent)}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    agent.destroy()
  }
  const polling = callers.map(poll)
  const stop = async () => {
    isOver = true
    await Promise.all(polling)
  }
  return { answers, stop }
}

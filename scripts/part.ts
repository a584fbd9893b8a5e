import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProblemForPeople } from '@ingot/db/problem'

const restartsAllowed = 5
const restartWindow = 60_000
const restartDelay = 300
/** More than a process waits for its database, so that it is the one to say what is missing. */
const readyLimit = 180_000
const stopLimit = 30_000
const logLimit = 10 * 1024 * 1024

/** Counts deaths: true while there have not been too many within the last minute. */
export const createRestartBudget = () => {
  let deaths: number[] = []
  return () => {
    const now = Date.now()
    deaths = [...deaths.filter((at) => at > now - restartWindow), now]
    return deaths.length <= restartsAllowed
  }
}

export type PartOptions = {
  name: string
  entry: string
  env: NodeJS.ProcessEnv
  /** A folder for log files; without one the part writes to our own output. */
  logs: string | undefined
  /** Whether it is brought back when it dies; tests that want to see it live through something say no. */
  restarts: boolean
  /** Called when the part ends again and again, so that going on makes no sense. */
  onGivenUp: (problem: Error) => void
}

export type Part = {
  name: string
  pid: () => number | undefined
  /** What it said about itself when it became ready. */
  about: Record<string, unknown>
  /** Of another version, where an entry is named. */
  restart: (next?: string) => Promise<void>
  /** Ends it until it is restarted. */
  pause: () => Promise<void>
  stop: () => Promise<void>
}

/** One process of the stack: started, brought back when it dies, stopped when asked. */
export const startPart = async ({ name, env, logs, restarts, onGivenUp, ...given }: PartOptions): Promise<Part> => {
  let { entry } = given
  const log = logs ? openLog(logs, name) : undefined
  const mayRestart = createRestartBudget()
  let child: ChildProcess
  let stopping = false
  let about: Record<string, unknown> = {}

  const launch = async () => {
    child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    about = await becomeReady(name, child, log)
    if (restarts) child.once('exit', comeBack)
  }

  const comeBack = async () => {
    while (!stopping) {
      if (!mayRestart())
        return onGivenUp(
          new ProblemForPeople(
            `${name} kept stopping within a minute${logs ? `: see ${join(logs, `${name}.log`)}` : ''}.`,
          ),
        )
      await sleep(restartDelay)
      if (stopping) return
      try {
        return await launch()
      } catch {
        // Its last words are in the log; it counts as one more death.
      }
    }
  }

  const end = async () => {
    child.removeListener('exit', comeBack)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
    await ended
    clearTimeout(timer)
  }

  await launch()
  return {
    name,
    pid: () => child.pid,
    get about() {
      return about
    },
    pause: end,
    restart: async (next = entry) => {
      await end()
      entry = next
      await launch().catch(comeBack)
    },
    stop: async () => {
      stopping = true
      await end()
      log?.end()
    },
  }
}

const becomeReady = (name: string, child: ChildProcess, log: NodeJS.WritableStream | undefined) =>
  new Promise<Record<string, unknown>>((ready, fail) => {
    let lastWords = ''
    child.stdout?.on('data', (chunk) => (log ?? process.stdout).write(chunk))
    child.stderr?.on('data', (chunk) => {
      lastWords = (lastWords + chunk).slice(-2000)
      ;(log ?? process.stderr).write(chunk)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), readyLimit)
    const ended = () => {
      clearTimeout(timer)
      fail(new ProblemForPeople(lastWords.trim() || `${name} ended before it was ready.`))
    }
    child.once('error', ended)
    // On close and not on exit: by then its last words have arrived.
    child.once('close', ended)
    child.once('message', (message: Record<string, unknown>) => {
      clearTimeout(timer)
      child.removeListener('close', ended)
      ready(message)
    })
  })

const openLog = (folder: string, name: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.log`)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > logLimit) renameSync(file, `${file}.old`)
  return createWriteStream(file, { flags: 'a', mode: 0o600 })
}

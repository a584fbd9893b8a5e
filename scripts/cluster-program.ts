import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityParameters } from './cluster-identity.ts'

const restartDelay = 500
const stopLimit = 20_000

/** A foreign program under supervision: brought back when it dies, unless it is held down. */
export type Program = {
  name: string
  pid: () => number | undefined
  /** Ends it without a word, and keeps it down until it is let up. */
  holdDown: () => void
  letUp: () => void
  stop: () => Promise<void>
}

type Options = {
  name: string
  command: string[]
  folder: string
  setpriv: string
  env?: NodeJS.ProcessEnv
  /** What leads into the network it is to be in. */
  enter?: string[]
}

/** Goes when we do, however we go, and does not hear the terminal's Ctrl-C, so that all ends in its order. */
export const startProgram = ({ name, command, folder, setpriv, env = {}, enter = [] }: Options): Program => {
  const log = openSync(join(folder, `${name}.log`), 'a', 0o600)
  let child: ChildProcess | undefined
  let [isHeld, isStopping] = [false, false]

  const [program = '', ...parameters] = [
    ...enter,
    ...[setpriv, '--pdeathsig', 'TERM', ...identityParameters(), '--'],
    ...command,
  ]

  const launch = () => {
    if (isHeld || isStopping) return
    child = spawn(program, parameters, {
      detached: true,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    })
    const ended = child
    ended.on('error', () => undefined)
    ended.on('exit', async () => {
      await sleep(restartDelay)
      if (child === ended) launch()
    })
  }
  launch()

  const isThere = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    name,
    pid: () => (isThere() ? child?.pid : undefined),
    holdDown: () => {
      isHeld = true
      child?.kill('SIGKILL')
    },
    letUp: () => {
      isHeld = false
      if (!isThere()) launch()
    },
    stop: async () => {
      isStopping = true
      if (!child || !isThere()) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopLimit)
      await ended
      clearTimeout(timer)
    },
  }
}
